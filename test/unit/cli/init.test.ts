import {
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { collectionNameFrom } from '../../../src/import/guess.ts';
import { VERSION } from '../../../src/util/package.ts';
import { runInProcess } from '../../support/cli.ts';
import { temporaryFolder, userFolder, writeFiles } from '../../support/folder.ts';
import { expectParts, importFrom, importText } from '../../support/imported.ts';
import { textOf } from '../../support/markup.ts';
import { filesOf } from '../../support/site-files.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

function writeLink(folder: string, file: string, target: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  symlinkSync(target, path.join(folder, file));
}

/** Everything in a folder, at any depth. The installed package is a link, which is not followed. */
const pathsIn = (folder: string): string[] =>
  glob.sync('**', { cwd: folder, dot: true, onlyFiles: false, followSymbolicLinks: false }).sort();

/** The definition that is guessed from a data file, by which its content is valid. */
const definitionFrom = async (file: string, text: string): Promise<string> =>
  (await importText(file, text)).definition;

it('a file that is too large for a text in JavaScript -> an error at once', async () => {
  const file = path.join(temporaryFolder(), 'a.csv');
  writeFileSync(file, 'id,name\n');
  truncateSync(file, 600e6);
  await expect(importFrom(file)).rejects.toMatchObject({ problems: [{ code: 'too-large' }] });
});

const PACKED = `staticrest-${VERSION}.tgz`;

type Files = Readonly<Record<string, string>>;

/** The next commands of a project that gets the package from a folder: by default, from this checkout. */
function packCommands(cwd: string, origin = path.relative(cwd, path.resolve('.'))): string {
  const note = `# Commit ${PACKED}: a CI runner does not have ${origin}.`;
  return `${note}\n  npm pack "${origin}"\n  npm install ./${PACKED}`;
}

/** Runs `init` in a new folder with these files. */
async function initIn(files: Files, ...args: readonly string[]) {
  const cwd = userFolder(files);
  const read = (file: string) => readFileSync(path.join(cwd, file), 'utf8');
  return { cwd, read, ...(await runInProcess(['init', ...args], { cwd })) };
}

/** A text for each number from 1. */
const times = (count: number, textOf: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => textOf(index + 1));

const csv = (header: string, ...rows: readonly string[]): string =>
  `${[header, ...rows].join('\n')}\n`;

/** A file, its lines with | between them, and the lines of the definition that is guessed, after ! those that it lacks. */
describe('what is guessed, in valid projects', () => {
  it.each(
    rowsOf(`
      numbers, booleans, codes -> a.csv -> id,size,part,is,zip|1,5,1.5,true,007|2,-6,20,FALSE,8000
        => id: z.int(); size: z.int(); part: z.number(); is: z.boolean(); zip: z.string()
      empty cells are null -> a.csv -> id,size,none|1,,|2,3,
        => size: z.int().nullable(); none: z.unknown().nullable()
      other notations -> a.csv -> id;name;price;date;lat;lon|1;1,5;9,99;31.12.2024;48,2;16,3|2;12,5;31,98;;1,5;2,5
        => !content:; name: z.number(); price: decimal(); date: z.iso.date().nullable(); latitude: record.lat
      no thousands in degrees -> a.csv -> id,members,lat,lon|1,1.899,48.123,16.123|2,12,47.100,-15.111
        => members: z.string(); lat: z.number(); lon: z.number(); features: {
      codes and dates -> a.csv -> id,zip,day,version|1,01234,2024-12-31,1.2.10|2,9876,2024-01-01,1.2.9
        => day: z.iso.date(); zip: { field: 'zip', kind: 'code' }; day: { field: 'day', kind: 'code' }; !field: 'version'
      the first key that fits -> a.csv -> half,twice,dots,none,good,last|1.5,x,.,,a b/c,1|2.5,x,c,x,é,2
        => key: 'good'
      white space -> a.csv -> id,kind| 1,k| 2,k| 3, k| 4, k
        => key: 'id'; // 2 different values
      names that are whole numbers -> a.csv -> b,"10",x,2|y,1,2,3
        => columns: ['b', '10', 'x', '2'],
      whole numbers in ascending order first -> a.csv -> 2,10,b|1,2,y
        => !columns:
      tabs in .tsv, a reserved word -> class.tsv -> a\tid|x\t1
        => const collection =; id: z.int(); !delimiter; collections: [collection]
      tabs in .csv -> a.csv -> a\tid\tc|x, y\t1\t2
        => content: { delimiter: '\\t' }
      semicolons -> a.csv -> "a";id|x;1|"y;z";2
        => content: { delimiter: ';' }; a: z.string()
      commas in the names -> a.csv -> Name (last, first);Address (street, no)|Smith;x|Doe;y
        => !delimiter; name_last_first: z.string()
      semicolons beside decimal commas -> a.csv -> id;price, EUR|1;3,5|2;4,7
        => !delimiter; price_eur: z.number()
      colons -> a.tsv -> name:id:time|x:1:"9:30"|y:2:
        => content: { delimiter: ':' }; id: z.int()
      the longest list -> a.json -> { "a": [1, 2, 3], "": [{ "id": 1 }, { "id": 2 }], "b": [{ "id": 1 }] }
        => content: { from: '' }
      lists, absent and null -> a.json -> [{ "id": 1, "no": null, "tags": ["a"], "any": 1 }, { "id": 2, "size": 5, "no": "x", "tags": [], "any": "x" }]
        => size: z.int().optional(); no: z.string().nullable(); tags: z.array(z.string()); any: z.unknown()
      objects -> a.json -> [{ "id": 1, "at": { "x": 1, "in": { "y": true } } }, { "id": 2, "at": { "x": 1.5 } }]
        => at: z.strictObject({|      x: z.number(); in: z.strictObject({|        y: z.boolean(),|      }).optional()
      JSON Lines, a constant -> bird.jsonl -> {"slug":"a"}|{"slug":"b"}
        => const bird = defineCollection({; key: 'slug'; collections: [bird]
      filters -> a.csv -> id,kind,word,same|1,k0,w 0,s|2,k1,w 1,s|3,k2,w 0,s|4,k0,w 1,s|5,k1,w 0,s|6,k2,w 1,s
        => kind: {}, // 3 different values; // 2 different; prerender: { filters: ['kind', 'word'] }; !{ field: 'same'
      names of parameters -> a.csv -> id,limit,Créé le,isNew,2020,!,new,New|1,a,a,a,a,a,a,b|2,b,b,b,b,b,b,a|3,a,a,a,a,a,a,b|4,b,b,b,b,b,b,a
        => field_limit: { field: 'limit'; cree_le: { field: 'cree_le'; isNew: {}; field_2020: { field: '2020'; field: { field: '!'; new: {}; New_2: { field: 'New'
      the last update -> a.csv -> id,updated,last_modified|1,soon,2025-05-05T10:00:00Z|2,2025-05-05,
        => updated: 'last_modified'; !updated: 'updated'
      orderings -> a.csv -> id,town,day,Full Name,size,a.b|1,Ta,2020-01-01,Al,1.5,x|2,Ub,2020-01-02,Bo,2,y
        => order: { field: 'full_name', kind: 'text' }; orderings: {|    full_name: {; 'text' },|    size: {; 'number' },|    day: {; 'code' },|    town: {; day__gte: {},|    day__lte: {},|    size__gte: {},|    size__lte: {},|; search: ['full_name', 'town', 'a_b']
      a point -> a.csv -> id,name,Lat,lng|1,x,90,-180|2,y,,
        => z.object({ name: z.string() }); record.lng == null) return null; return { latitude: record.Lat, longitude: record.lng,; !{ field: 'lng'
      no point out of range -> a.csv -> id,lat,lon|1,91,2|2,1,2
        => lat: { field: 'lat'; !features`),
  )('%s: %s, %s', async (_, file = '', text = '', lines = '') => {
    const definition = await definitionFrom(file, `${text.replaceAll('|', '\n')}\n`);
    expectParts(definition, lines.replaceAll('|', '\n').split('; '));
  });

  it.each<[names: readonly string[], filters: number]>([
    [["it's", '"', '\\', '*/', '//', '${'.concat('x}'), '`', 'a\u2028b', '€'], 9],
    [['a\nb', '</script>', 'constructor', 'toString', 'a.b', ' '], 5],
  ])('names that are code in JavaScript: %j -> fields, and %d filters', async (names, count) => {
    const records = times(8, (number) => {
      const values = names.map((name) => [name, `${name}${number % 2}`]);
      return JSON.stringify(Object.fromEntries([['id', number], ...values]));
    });
    const definition = await definitionFrom("it's.json", `[${records.join()}]`);
    const filters = definition.slice(
      definition.indexOf('filters: {'),
      definition.indexOf('search: ['),
    );
    expect(filters.match(/\{ field: |\{\}/g)).toHaveLength(count);
  });

  it('12 numbers -> three orderings that are prerendered, and filters of 10 fields with choices first', async () => {
    const columns = times(10, (number) => `c${number}`).join();
    const rows = times(9, (n) => `${n}${`,${n}.5`.repeat(10)},${n % 2},${n % 3}`);
    const text = csv(`id,${columns},two,three`, ...rows);
    const definition = await definitionFrom('a.csv', text);
    expect(definition).toContain("prerender: { filters: ['two', 'three'] }");
    expect(definition).toContain('pagination: { limits: [20, 100], default: 20 }');
    expect(definition).toContain("c3: { field: 'c3', kind: 'number' },\n    c4: {");
    expect(definition.match(/kind: 'number', printed: false \}/g)).toHaveLength(9);
    expect(definition).toContain(
      'filters: {\n    two: {}, // 2 different values\n    two__in: {},\n',
    );
    expect(definition.match(/c\d+__gte: \{\}/g)).toHaveLength(8);
  });
});

it.each(
  rowsOf(`
    My Data (2)     -> my_data_2
    2020-états      -> data_2020_etats
    日本            -> data
    index           -> data_index
    bike-shops      -> bike-shops
    Bike-Shops      -> bike_shops
    search          -> data_search
    createdAt       -> created_at`),
)('the file %s -> the collection %s', (text, name) => {
  expect(collectionNameFrom(text)).toBe(name);
});

it('lines about codes, text that is not sorted by value, and numbers in YAML', async () => {
  const printed = async (file: string, text: string) =>
    (await initIn({ [file]: text }, '--from', file)).stdout;
  const table = csv(
    'id;"size\n(km)";born;part;n;paid',
    '1;9 km;Jan 2024;1E5;3.8;9,99',
    '2;10 km;Feb 2024;2;3.10;5',
  );
  expect(await printed('a.csv', table)).toMatch(
    /: size \(km\)\npaid: 9,99 is 9\.99\nThese fields are text, .* decimal\(\), .*\n {2}part: 1E5\n {2}n: 3\.10\nThese fields have no ordering, .*\n {2}size_km: 9 km\n {2}born: Jan 2024\nConverted: edit content\/a\/, not a\.csv\.\nTo change/,
  );
  const rows = '[{"id": 1, "price": 5}, {"id": 2, "price": "12,50"}]';
  expect(await printed('a.json', rows)).toMatch(/no ordering, .*\n {2}price: 12,50\n/);
  expect(
    await printed('a.yaml', 'a: { x: [{ id: a, hash: 1234e56 }, { id: b, hash: 1e5 }] }'),
  ).toMatch(
    /\nThese numbers are .*\n {2}1234e56 is read as 1\.234e\+59\n {2}1e5 is read as 100000\nConverted/,
  );
});

it('a data file of any name with several lists -> content, and a line that names the others', async () => {
  const file = '.My data\n(2).YAML';
  const text = 'a: [{ id: 1 }]\nb: [{ id: 1 }, { id: 2 }]\nc: [x]\nd: 1\n';
  const { cwd, stdout } = await initIn({ [file]: text }, '--from', file);
  expect(stdout).toMatch(/^Read 2 records of \.My data.\(2\)\.YAML/);
  expect(stdout).toContain('\nLeft out: a, c, d.');
  expect(filesOf(cwd)).toContain('content/my_data_2/my_data_2.YAML');
  expect((await runInProcess(['validate'], { cwd })).stdout).toContain(
    '2 public records in content',
  );
});

it.each([
  ['years.csv', 'country,2019,2020|Norway,1,2|Sweden,3,4'],
  [
    'line-breaks.csv',
    'hours,id|Monday: 9 to 17\nTuesday: closed,1|daily,2',
    'id,hours|1,"Monday: 9 to 17\nTuesday: closed"|2,daily',
  ],
  [
    'constructor.json',
    'driver,id,constructor,laps|Ann,1,Ferrari,x|Bob,2,,y',
    'id,driver,constructor,laps|1,Ann,Ferrari,"[{""toString"":""x""}]"|2,Bob,,"[{""toString"":""y""}]"',
  ],
])('the columns and rows of %s, on the page and in CSV', async (file, rows, table = rows) => {
  const text = readFileSync(path.resolve('test/cases', file), 'utf8');
  const { cwd, read } = await initIn({ [file]: text }, '--from', file);
  expect(await runInProcess(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  const collection = path.parse(file).name;
  expect(read(`dist/downloads/${collection}.csv`)).toBe(`${table.replaceAll('|', '\n')}\n`);
  const [shown = ''] = /<table>.*?<\/table>/s.exec(read('dist/index.html')) ?? [];
  const texts = Array.from(shown.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) =>
    Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs), ([, cell = '']) =>
      textOf(cell),
    ).join(),
  );
  expect(texts.join('|').toLowerCase()).toBe(rows.toLowerCase());
  const fields = Array.from(
    read('dist/reference.html').matchAll(/<dt><code[^>]*>(\w+)<.*class="presence/g),
    ([, name]) => name,
  );
  expect(`${fields}`).toBe(table.replace(/\|.*/s, ''));
});

describe('the project', () => {
  it('without --from -> an example that builds, whose files and next commands are printed', async () => {
    const { cwd, read, code, stdout } = await initIn({});
    expect(code).toBe(0);
    const files = valuesOf(`
      .github/workflows/publish.yml | .gitignore | README.md | api.mjs
      content/peaks/peaks.json | package.json
    `);
    expect(filesOf(cwd).filter((file) => !file.startsWith('node_modules'))).toEqual(files);
    const written =
      'api.mjs, content/peaks/, package.json, README.md, .github/workflows/publish.yml';
    expect(stdout).toContain(`\n\nWritten: ${written}, .gitignore\n`);
    const next = `\nNext:\n  ${packCommands(cwd)}\n  npx staticrest dev\n  npx staticrest build --host github-pages\n  npx staticrest preview --plain\n`;
    expect(stdout.endsWith(next), stdout).toBe(true);
    expect(JSON.parse(read('package.json'))).toEqual({
      private: true,
      type: 'module',
      scripts: {
        dev: 'staticrest dev',
        build: 'staticrest build --host github-pages',
        preview: 'staticrest preview --plain',
        validate: 'staticrest validate',
      },
      dependencies: { staticrest: `file:${PACKED}` },
    });
    expect(await runInProcess(['build'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  /** The files around a project, its folder, and of its workflow the file and the branch. */
  it.each(
    rowsOf(`
      no repository -> {} -> api -> api/.github/workflows/publish.yml -> main
      a branch -> {".git/HEAD":"ref: refs/heads/try/c+x\\n"} -> . -> .github/workflows/publish.yml -> try/c\\+x
      a detached HEAD -> {".git/HEAD":"3b18e512dba79e4c8300dd08aeb37f8e728b8dad\\n"} -> apps/my "été" -> .github/workflows/publish-apps-my-été.yml -> main
      branches in a reftable -> {".git/HEAD":"ref: refs/heads/.invalid\\n",".git/reftable/tables.list":""} -> . -> .github/workflows/publish.yml -> main
      a worktree -> {".git":"gitdir: elsewhere\\n"} -> apps/on -> .github/workflows/publish-apps-on.yml -> main`),
  )('%s -> a workflow at the root of the repository, and its commands', async (...row) => {
    const [, files = '', folder = '', file = '', branch = ''] = row;
    const { cwd, read, stdout } = await initIn(JSON.parse(files), folder);
    const project = path.join(cwd, folder);
    expect(stdout).toContain(`, ${path.relative(project, path.join(cwd, file))}, .gitignore\n`);
    expect(stdout).toContain(`each push to ${branch.replace('\\', '')}, the`);
    const workflow = parse(read(file));
    const isRoot = path.dirname(file) === path.join(folder, '.github/workflows');
    expect(workflow).toMatchObject({
      on: { push: { branches: [branch] }, workflow_dispatch: null },
      concurrency: { group: 'pages', 'cancel-in-progress': false },
    });
    expect(workflow.defaults?.run['working-directory']).toBe(isRoot ? undefined : folder);
    const { steps } = workflow.jobs.pages;
    expect(steps.at(-2).with.path).toBe(isRoot ? 'dist' : `${folder}/dist`);
    const build = 'build --host github-pages';
    expect(steps.flatMap(({ run = [] }) => run)).toEqual([
      'npm install',
      'npx staticrest validate',
      `npx staticrest ${build} --base-url "\${{ steps.pages.outputs.base_url }}"`,
      'rm -r dist/_hosts',
    ]);
    const next = ['dev', build, 'preview --plain'].map((one) => `  npx staticrest ${one}\n`);
    expect(stdout.endsWith(next.join('')), stdout).toBe(true);
    const readme = readFileSync(path.join(project, 'README.md'), 'utf8');
    expect(readme).toContain('\nnpm install\nnpx staticrest dev  # ');
  });

  it('a workflow of another project with this name -> kept', async () => {
    const file = '.github/workflows/publish-a-b.yml';
    const { read, stdout } = await initIn({ '.git/HEAD': '', [file]: 'mine' }, 'a/b');
    expect(stdout).toContain(`\nKept: ../../${file}\n`);
    expect(stdout).toContain('\nThe workflow existed before. If it does not publish this project,');
    expect(read(file)).toBe('mine');
  });

  it('the workflow cannot be written -> an error, and no project is left', async () => {
    const cwd = userFolder({ '.git/HEAD': '', '.github': '' });
    expect((await runInProcess(['init', 'api'], { cwd })).code).toBe(1);
    expect(filesOf(path.join(cwd, 'api'))).toEqual(['.gitignore']);
  });

  it('a workspace -> the package that npm installed', async () => {
    const packages = {
      'a/api': { dependencies: { staticrest: 'file:s.tgz' } },
      'node_modules/staticrest': { version: '1', resolved: 'file:a/api/s.tgz' },
    };
    const lock = JSON.stringify({ packages }, null, 2);
    const files = { 'package.json': '{}', 'node_modules/.package-lock.json': lock };
    const { read, stdout } = await initIn(files);
    expect(stdout).toContain('\nNext:\n  npx staticrest dev\n');
    expect(read('README.md')).toContain('`a/api/s.tgz` is the gen');
  });

  it('in another folder, where the package is not installed', async () => {
    const manifest = '{ "dependencies": { "staticrest": "^0.1.0" } }';
    const files = { 'a.csv': csv('id', '1'), 'new/my api/package.json': manifest };
    const { cwd, stdout } = await initIn(files, 'new/my api', '--from', 'a.csv');
    expect(stdout).toContain('\n  cd "new/my api"\n  npm install\n');
    expect(filesOf(path.join(cwd, 'new/my api'))).toContain('api.mjs');
  });

  it('an existing file as the argument -> its project in the current folder', async () => {
    const { read, code, stdout } = await initIn({ 'a.csv': csv('id', '1') }, 'a.csv');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Read 1 record of a\.csv\. /)]);
    expect(read('content/a/a.csv')).toBe('id\n1\n');
  });

  it('a folder -> its files as they are, in a valid project', async () => {
    const files = { 'posts/a.md': '# A\n', 'posts/b/index.yaml': 'date: 2024-05-10\n' };
    const { cwd, code } = await initIn(files, '--from', 'posts/');
    expect([code, filesOf(path.join(cwd, 'content'))]).toEqual([0, Object.keys(files)]);
    expect(await runInProcess(['validate'], { cwd })).toMatchObject({ code: 0 });
  });

  it('files that exist -> kept', async () => {
    const mine = { 'package.json': '{ // mine\n}', 'README.md': 'mine' };
    const cwd = userFolder(mine);
    writeLink(cwd, '.gitignore', 'nothing');
    const { stdout } = await runInProcess(['init'], { cwd });
    expect(stdout).toContain('\nKept: .gitignore, README.md, package.json\n');
    for (const [file, text] of Object.entries(mine))
      expect(readFileSync(path.join(cwd, file), 'utf8')).toBe(text);
    expect(lstatSync(path.join(cwd, '.gitignore')).isSymbolicLink()).toBe(true);
  });

  it.each(
    rowsOf(`
      file:../checkout            -> pack ../checkout -> ${PACKED}
      link:../checkout            -> pack ../checkout -> ${PACKED}
      ./vendor/staticrest.tgz     -> nothing -> vendor/staticrest.tgz
      ^0.1.0                      -> nothing -> none
      https://example.org/s.tgz   -> nothing -> none`),
  )('package.json names %s -> %s, and %s in the README', async (spec, step = '', packed) => {
    const manifest = JSON.stringify({ devDependencies: { staticrest: spec } });
    const { cwd, read, stdout } = await initIn({ 'package.json': manifest });
    const [, origin] = step.split('pack ');
    const install = origin ? `  ${packCommands(cwd, origin)}\n` : '';
    expect(stdout).toContain(`\nNext:\n${install}  npx staticrest dev\n`);
    const readme = read('README.md');
    expect(/`(\S+)` is the generator/.exec(readme)?.[1] ?? 'none').toBe(packed);
  });

  it.each<[string, files: Files, message: RegExp, code?: number]>([
    ['api.mjs', { 'api.mjs': '' }, /^api\.mjs already exists; nothing was written\. Remove it/],
    ['content', { 'content/y.csv': '' }, /^content already exists; nothing was written/],
    ['a dangling link', { 'api.js': '->nothing' }, /^api\.js already exists; nothing was written/],
    ['no data', { 'data.csv': '' }, /^data\.csv:1:1 {2}empty\n/, 1],
    ['a long row', { 'data.csv': 'a:b,c\n1:2,3\n1:2,3\n1:2,3,4\n' }, /^data\.csv:4:1 {2}syntax/, 1],
    ['long rows', { 'data.csv': 't (h:m),x\n1:3,1,5\n1:4,2,\n' }, /^data\.csv:2:1 {2}syntax/, 1],
    ['a conflict', { 'data.csv': '<<<<<<< a\n1\n=======\n>>>>>>> b\n' }, /:1:1 {2}conflict\n/, 1],
    ['a header alone', { 'data.csv': 'id,x\n' }, /^data\.csv has names of fields, but no record/],
  ])('%s -> an error, and nothing is written', async (_, files, message, code = 2) => {
    const cwd = userFolder({ 'data.csv': 'id\n1\n' });
    for (const [file, text] of Object.entries(files)) {
      if (text.startsWith('->')) writeLink(cwd, file, text.slice(2));
      else writeFiles(cwd, { [file]: text });
    }
    const before = pathsIn(cwd);
    const ended = await runInProcess(['init', '--from', 'data.csv'], { cwd });
    expect(ended.stderr).toMatch(message);
    expect(ended.code).toBe(code);
    expect(pathsIn(cwd)).toEqual(before);
  });

  it.each(
    rowsOf(`
      nothing.csv -> There is no file nothing.csv.
      folder      -> folder has no Markdown, YAML or JSON file. Choose a file: a.csv
      data.txt    -> data.txt is not a CSV, JSON
      data.json   -> data.json must be a list of records, such as`),
  )('--from %s -> an error', async (file = '', message = '') => {
    const files = { 'folder/a.csv': '', 'data.txt': 'x', 'data.json': '{ "a": { "b": 1 } }' };
    const { code, stderr } = await initIn(files, '--from', file);
    expect([code, stderr.startsWith(message)]).toEqual([2, true]);
  });
});
