import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/cli.ts';
import { userFolder, writeFiles } from '../../support/folder.ts';
import {
  type LiveAnswer,
  offsetPage,
  startLiveApi,
  townLines,
  towns,
} from '../../support/live-api.ts';
import { fingerprint } from '../../support/site-files.ts';

/** Answers with a page, until something else is set. */
async function startTowns() {
  let current: (url: URL) => LiveAnswer = (url) => ({ body: offsetPage(url) });
  const api = await startLiveApi((url) => current(url));
  const set = (body: unknown) => {
    const headers = { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' };
    current = () => ({ body, headers });
  };
  return { ...api, set };
}

const [DEFINITION, FILE] = ['api.mjs', 'content/towns/towns.jsonl'];

/** A folder, with functions that run a command in it, and that read, replace or edit a file. */
function projectFolder() {
  const cwd = userFolder();
  const run = (...command: readonly string[]) => runInProcess(command, { cwd });
  const read = (file: string) => readFileSync(path.join(cwd, file), 'utf8');
  const edit = (file: string, from: string | RegExp, to: string) =>
    writeFiles(cwd, { [file]: read(file).replace(from, to) });
  return { cwd, run, read, edit };
}

/** Makes a project of the listing of an API. */
async function importTowns(...args: readonly string[]) {
  const api = await startTowns();
  const project = projectFolder();
  const address = `${api.address}api/Towns/?page_size=10`;
  const ended = await project.run('init', '--from', address, ...args);
  return { api, ...project, ended, text: () => project.read(FILE) };
}

describe('init --from an address', () => {
  it('a listing -> its records, and a definition with its address', async () => {
    const header = ['--header', 'X-Key: secret', '--header', 'X-Other: 1'];
    const { api, run, ended, read, text } = await importTowns(...header);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(`35 records of ${api.address}api/Towns/?page_size=10.`);
    expect(ended.stdout).toContain('A secret belongs in --header.');
    expect(text()).toBe(townLines(35));
    const definition = read(DEFINITION);
    expect(definition).toContain(`\n  source: '${api.address}api/Towns/?page_size=10',\n`);
    expect(definition).toContain('. Compare `order`, `search` and');
    expect(definition + ended.stdout).not.toMatch(/X-Key| {2}order:/);
    expect(api.requests.every(({ headers }) => headers['x-key'] === 'secret')).toBe(true);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it.each<[args: string[], message: string]>([
    [['ftp://example.org/'], 'must begin with http:// or https://'],
    [['http://me:pw@127.0.0.1/'], 'contain no password: use --header'],
    [['http://127.0.0.1:1/', '--header', 'secret'], '--header must be such as "Authorization: '],
    [['http://127.0.0.1:1/'], 'http://127.0.0.1:1/ can’t be fetched: '],
  ])('--from %j -> %s', async (args, message) => {
    const { code, stderr } = await runInProcess(['init', '--from', ...args], { cwd: userFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/secret|pw/);
  });
});

/** A page with all records. */
const whole = (results: readonly unknown[]) => ({ count: results.length, next: null, results });

describe('pull', () => {
  const ids = Array.from({ length: 20 }, (_, id) => id).join(', ');
  const reversed = whole(towns(37).toReversed());
  const added = '{"id":36,"label":"Town 36"}\n{"id":35,"label":"Town 35"}\n';

  it.each<[name: string, body: unknown, lines: string, text: string, ...args: string[]]>([
    [
      'other values',
      whole(towns(35, 'City')),
      `towns: 35 records (before: 35)\n  changed: ${ids} and 15 more\n`,
      townLines(35, 'City'),
    ],
    ['more records, the last ones first', reversed, '  added: 36, 35\n', townLines(35) + added],
    ['fewer records', whole(towns(34)), '  removed: 34\n', townLines(34)],
    ['a list', towns(36), '  added: 35\n', townLines(36), '--count', '36'],
  ])('%s -> they replace those in the file', async (_, body, lines, expected, ...args) => {
    const { api, cwd, run, read, text } = await importTowns();
    const file = path.join(cwd, FILE);
    chmodSync(file, 0o666);
    api.set(body);
    const stdout = expect.stringContaining(lines);
    expect(await run('pull', ...args, '--dry-run')).toMatchObject({ code: 3, stdout });
    expect(text()).toBe(townLines(35));
    expect(await run('pull', ...args)).toMatchObject({ code: 0, stdout });
    expect(text()).toBe(expected);
    expect(read('content/towns/.towns.jsonl')).toBe(expected);
    expect(statSync(file).mode & 0o777).toBe(0o666);
    const again = await run('pull', ...args, '--json', '--dry-run');
    const same = { added: [], changed: [], removed: [], kept: [] };
    const collections = [{ name: 'towns', records: expected.split('\n').length - 1, ...same }];
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { ok: true, collections }]);
  });

  it('what a person corrected stays, for as long as the source has what it had', async () => {
    const { api, run, edit, text } = await importTowns();
    edit(FILE, '"Town 3"', '"Corrected"');
    edit(FILE, '{"id":4,"label":"Town 4"}\n', '');
    edit(FILE, '{"id":5', '{"id":99,"label":"Added"}\n{"id":5');
    const corrected = text();
    for (const label of ['Town', 'City']) {
      api.set(whole(towns(35, label)));
      const { stdout } = await run('pull');
      const kept =
        'kept as in the file, although the source has changed, added or removed it: 3.label, 4\n';
      expect(stdout.includes(kept)).toBe(label === 'City');
      const others = corrected.replaceAll('Town', label);
      expect(text()).toBe(others);
    }
  });

  it('without the file of what came last, or without the own one -> refused, or all that comes', async () => {
    const { api, cwd, run, edit, text } = await importTowns();
    api.set(whole(towns(36)));
    edit(FILE, '"Town 3"', '"Corrected"');
    rmSync(path.join(cwd, 'content/towns/.towns.jsonl'));
    expect((await run('pull')).stderr).toContain(
      '.towns.jsonl is missing, so corrections can’t be told from old values.',
    );
    rmSync(path.join(cwd, FILE));
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(text()).toBe(townLines(36));
  });

  it('a table that a spreadsheet program has saved, without a column -> only what is changed stays', async () => {
    let body = 'id,size,is,mail\na,1.50,true,x@x\nb,2.50,false,y@y\nd,1.25,true,d@d\n';
    const { address } = await startLiveApi(() => ({
      body,
      headers: { 'Content-Type': 'text/csv' },
    }));
    const { cwd, run, read, edit } = projectFolder();
    await run('init', '--from', `${address}x.csv`);
    const file = 'content/x/x.csv';
    writeFiles(cwd, { [file]: 'id,size,is\na,1.5,TRUE\nb,9.5,FALSE\nd,1.25,TRUE\n' });
    edit(DEFINITION, /^ +mail:.*\n/m, '');
    edit(DEFINITION, "'mail', ", '');
    body = 'id,size,is,mail\na,1.75,true,x@x\nb,2.50,true,y@y\nc,4.50,true,z@z\n';
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(read(file)).toBe('id,size,is\na,1.75,TRUE\nb,9.5,true\nc,4.50,true\n');
  });

  it('a key of several fields -> the same records', async () => {
    const { run, edit } = await importTowns();
    edit(DEFINITION, "key: 'id'", "key: ['id', 'label']");
    expect(await run('pull')).toMatchObject({ code: 0 });
  });

  const PUBLIC = "key: 'id', atLeast: 9, isPublic: ({ id }) => id < 8,";
  const OTHER = 'content/towns/x.json';
  const SAME = '{ "id": 40, "label": "x" }';

  /** What comes, and an edit of a file of the project. */
  type State = [name: string, body: unknown, message: string, edit?: Parameters<Edit>];
  type Edit = ReturnType<typeof projectFolder>['edit'];

  it.each<State>([
    ['a list', towns(35), 'does not say whether these are all. If they are all, use --count 35.'],
    ['no key', whole([...towns(35), { label: '' }]), 'record 36 has no id.'],
    ['half of the records', whole(towns(17)), 'remove many records: 18 of 35 towns. Nothing was'],
    ['an error as a record', whole([{ id: 99, label: 'slow' }]), 'are new: `rolling: true`'],
    [
      'another type',
      whole([...towns(34), { id: 34, label: 5.5 }]),
      'as pulled: content/towns/towns.jsonl:35:18  wrong-type',
    ],
    [
      'fewer than atLeast',
      whole(towns(34)),
      'towns has 34 published records, but must have at least 35.',
      [DEFINITION, "key: 'id',", "key: 'id', atLeast: 35,"],
    ],
    [
      'fewer are public',
      whole(towns(35)),
      'towns has 8 published records',
      [DEFINITION, "key: 'id',", PUBLIC],
    ],
    [
      'a key twice in the file',
      whole(towns(35)),
      `${FILE}: record 5 has the id 4 of another one.`,
      [FILE, '"id":3,', '"id":4,'],
    ],
    ['no value', whole([...towns(34), { id: 34 }]), 'at the source, or write the record with its'],
    ['an error in the file', whole(towns(35)), 'towns.jsonl:1:', [FILE, '{', '[']],
    ['a table', 'id,label\n1,a\n', `${FILE} must be removed first`],
    ['a key in another file', whole(towns(41)), 'duplicate', [OTHER, '[]', SAME]],
  ])('%s -> refused, nothing is written', async (_, body, message, edited) => {
    const { api, cwd, run, edit } = await importTowns();
    writeFiles(cwd, { [OTHER]: '[]' });
    if (edited) edit(...edited);
    const before = fingerprint(path.join(cwd, 'content'));
    api.set(body);
    const { code, stderr } = await run('pull');
    expect(stderr).toContain(message);
    expect(code).toBeOneOf([1, 2]);
    expect(fingerprint(path.join(cwd, 'content'))).toEqual(before);
  });

  it.each([
    ['--allow-removal', '', whole(towns(17))],
    ['--allow-removal', '', whole([{ id: 99, label: 'x' }])],
    ['', 'rolling: true,', whole(towns(70).slice(35))],
    ['', 'atLeast: 36,', whole(towns(36))],
  ])('%s %s -> other records replace those in the file', async (option, property, body) => {
    const { api, run, edit, text } = await importTowns();
    edit(DEFINITION, '  key:', `  ${property} key:`);
    api.set(body);
    expect(await run('pull', ...(option ? [option] : []))).toMatchObject({ code: 0 });
    expect(text().split('\n')).toHaveLength(body.count + 1);
  });

  it('a list that the definition calls whole -> without --count, unless a header says more', async () => {
    const headers: Record<string, string> = {};
    const { address } = await startLiveApi(() => ({ body: towns(12), headers }));
    const { run } = projectFolder();
    await run('init', '--from', `${address}towns`, '--count', '12');
    expect(await run('pull')).toMatchObject({ code: 0 });
    headers['X-Total-Count'] = '20';
    expect((await run('pull')).stderr).toContain('has 12 of 20 records.');
    expect(await run('pull', '--count', '12')).toMatchObject({ code: 0 });
  });

  it('several collections -> all or none, a header for one server only, and numbers as their sources say', async () => {
    const { api, cwd, run, text } = await importTowns();
    const other = await startTowns();
    const collection = (name: string, source: string) =>
      `defineCollection({ name: '${name}', title: 'T', description: 'D', key: 'id', source: { url: '${source}', numbers: '1.234,5' },
        schema: z.object({ id: z.int(), label: z.string() }) })`;
    const collections = [collection('towns', api.address), collection('places', other.address)];
    const definition = `import { defineApi, defineCollection, z } from 'staticrest';
      export default defineApi({ name: 'N', description: 'D', collections: [${collections}] });`;
    writeFiles(cwd, { 'api.mjs': definition });
    const origins = [api, other].map(({ address }) => new URL(address).origin).join(', ');
    expect((await run('pull', '--header', 'a: b')).stderr).toContain(
      `--header would go to several servers: ${origins}.`,
    );
    expect((await run('pull', '--count', '35')).stderr).toContain('--count is for one collection');
    expect(other.requests).toEqual([]);
    api.set(whole(towns(40)));
    other.set({ more: true });
    expect(await run('pull')).toMatchObject({ code: 2 });
    expect(text()).toBe(townLines(35));
    other.set(whole([...towns(35), { id: '1.000', label: 'Town' }]));
    expect((await run('pull')).stdout).toContain('places: 36 records (before: 0)');
    expect(text()).toBe(townLines(40));
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('a link out of the content -> an error', async () => {
    const { cwd, run, text } = await importTowns();
    const folder = path.join(cwd, 'content/towns');
    const outside = path.join(userFolder(), 'towns');
    renameSync(folder, outside);
    symlinkSync(outside, folder);
    const { code, stderr } = await run('pull', '--allow-removal');
    expect(stderr).toMatch(/towns must be a folder in the cont/);
    expect([code, text()]).toEqual([2, townLines(35)]);
    expect(readdirSync(outside)).toEqual(['.towns.jsonl', 'towns.jsonl']);
  });

  it('a table with other delimiters and columns that are years -> one changed line', async () => {
    const header = 'land;2020;2019;x';
    const rows = ['de;1,5;2,5;', 'fr;3,5;4,5;'];
    let body = [header, ...rows].join('\n');
    const headers = { 'Content-Type': 'text/csv' };
    const { address } = await startLiveApi(() => ({ body, headers }));
    const { cwd, run, read, edit } = projectFolder();
    await run('init', '--from', `${address}rates.csv`);
    const file = 'content/rates/rates.csv';
    const expected = (value: string) => `land,2020,2019,x\nde,1.5,2.5,\nfr,${value},4.5,\n`;
    expect(read(file)).toBe(expected('3.5'));
    body = [header, 'fr;1.003;4,5;', rows[0]].join('\n');
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(read(file)).toBe(expected('1003'));
    edit(file, /,/g, ';');
    edit(DEFINITION, '  key:', "  content: { delimiter: ';' },\n  key:");
    // A module is imported once.
    renameSync(path.join(cwd, DEFINITION), path.join(cwd, 'renamed.mjs'));
    expect(await run('pull', '--api', 'renamed.mjs')).toMatchObject({ code: 0 });
    expect(read(file)).toBe(expected('1003').replaceAll(',', ';'));
  });

  it('a definition without an address -> an error', async () => {
    const { run, edit } = await importTowns();
    edit(DEFINITION, /^ {2}source: .*$/m, '');
    expect((await run('pull')).stderr).toContain('No collection of api.mjs has a `source`.');
  });
});
