import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from '../../src/util/package.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { rowsOf } from '../support/table.ts';

/** A program that uses the package's types. */
const CONSUMER = `import { type Api, build, type BuildReport, defineApi, defineCollection, z } from 'staticrest';
import { answer, type DataSite } from 'staticrest/answer';
const schema = z.object({ id: z.int(), name: z.string() });
const things = defineCollection({ name: 'things', title: 'Things', description: '', schema, key: 'id', published: z.object({ id: z.int(), label: z.string() }), publish: ({ id, name }) => ({ id, label: name.trim() }), order: { field: 'label', kind: 'text' } });
const api: Api = defineApi({ name: 'Things', description: '', collections: [things] });
const parts = defineCollection({ name: 'parts', title: 'Parts', description: '', schema: z.object({ id: z.string(), parent: z.string().optional() }), key: 'id', isPublic: ({ parent }, { self, find }) => !parent || !!find(self, parent), published: z.object({ id: z.string(), parts: z.array(z.string()), count: z.int() }), publish: ({ id }, { self, all, where }) => ({ id, parts: where(self, ({ parent }) => parent === id).map((part) => part.id), count: all(self).length }) });
export const tree: Api = defineApi({ name: 'Parts', description: '', collections: [parts] });
export const report: Promise<BuildReport> = build({ api, content: 'content', out: 'dist', base: 'https://example.org' });
export const answered = (site: DataSite): Promise<Response> => answer(new Request('https://example.org/api/'), site);
`;
/** Changes to it that the types must refuse. */
const MISTAKES = rowsOf(`
  key: 'id'      -> key: 'nope'
  field: 'label' -> field: 'name'
  kind: 'text'   -> kind: 'alphabetic'
  name.trim()    -> name.trim().size
  part.id        -> part.nope
  site: DataSite -> site: string`);

/** A program that answers from the site that the package built. */
const ANSWERER = `import { readFile } from 'node:fs/promises';
import { answer, openSite } from 'staticrest/answer';
const site = await openSite((file) => readFile('dist/' + file).catch(() => null));
const request = new Request(site.grid.base + '/api/peaks/?limit=3&offset=4&ordering=-first_ascent');
const response = await answer(request, site);
console.log(response.status, await response.text());
`;

/** In CI, a build needs an address. */
const BUILD = ['build', '--base-url', 'http://localhost:8080'];

/** Runs a program in a folder; returns its standard output, and throws with all of it on failure. */
function runProgram(cwd: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`);
  return stdout;
}

/** The package, packed as for the registry, without scripts: compiling again would replace lib/. */
const folder = temporaryFolder();
const PACK = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
const [{ filename, files }] = JSON.parse(runProgram('.', 'npm', ...PACK));
const archive = path.join(folder, filename);
const packed: string[] = files.map((file: { path: string }) => file.path);

/** Installs a package, and others by their names, in a folder. */
function installPackage(folder: string, archive: string, ...others: string[]): void {
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--omit=dev'];
  runProgram(folder, 'npm', 'install', ...quietly, archive, ...others);
}

/** The oldest `zod` that the package accepts. */
const ZOD = '4.0.0';

/** Every file that the package's own `package.json` says one can import. */
function exportedFiles(): string[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const targets = Object.values<string | Record<string, string>>(exports);
  const files = targets.flatMap((one) => (typeof one === 'string' ? one : Object.values(one)));
  return files.map((file) => path.posix.normalize(file));
}

it('the packed package installs, runs with a definition that has its own zod, and has its types', {
  timeout: 300_000,
}, () => {
  expect(packed).toEqual(
    expect.arrayContaining(['lib/cli/main.js', 'lib/THIRD-PARTY-LICENSES.txt', ...exportedFiles()]),
  );
  const kinds = new Set(packed.map((file) => file.split('/')[0]));
  const documents = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'LICENSE',
    'docs',
    'examples',
  ];
  expect(kinds).toEqual(new Set(['lib', 'package.json', ...documents]));
  const compiled = packed.filter((file) => file.startsWith('lib/'));
  const unwanted = /tsbuildinfo|internals|^lib\/bna|(?<!\.d)\.ts$/;
  expect(compiled.filter((file) => unwanted.test(file))).toEqual([]);

  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
    'consumer.ts': CONSUMER,
    'answerer.js': ANSWERER,
    ...Object.fromEntries(
      MISTAKES.map(([from = '', to = ''], at) => [`mistake${at}.ts`, CONSUMER.replace(from, to)]),
    ),
  });
  installPackage(folder, archive, `zod@${ZOD}`);
  const installed = readdirSync(path.join(folder, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['staticrest', 'zod']);
  expect(existsSync(path.join(folder, 'node_modules/staticrest/node_modules'))).toBe(false);

  cpSync('examples/eight-thousanders', folder, { recursive: true });
  const example = readFileSync('examples/eight-thousanders/api.mjs', 'utf8');
  const definition = example.replace(', z }', '}').concat("import { z } from 'zod';\n");
  writeFiles(folder, { 'api.mjs': definition });
  const built = runProgram(folder, 'npx', '--no-install', 'staticrest', ...BUILD);
  expect(built).toMatch(/^Definition: api\.mjs; content: content\/\n16 records → dist: /);
  const index = readFileSync(path.join(folder, 'dist/api/ranges.json'), 'utf8');
  expect(JSON.parse(index)).toContainEqual({ slug: 'karakoram', name: 'Karakoram' });

  const answered = runProgram(folder, process.execPath, 'answerer.js');
  expect(answered).toMatch(
    /^200 \{"count":14,"next":"[^"]*\?limit=3&offset=7&ordering=-first_ascent",/,
  );
  const names = Array.from(answered.matchAll(/"name":"([^"]*)"/g), ([, name]) => name);
  expect(names).toEqual(['Gasherbrum II', 'Lhotse', 'Manaslu']);

  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
  const programs = ['consumer.ts', ...MISTAKES.map((_, at) => `mistake${at}.ts`)];
  const call = { cwd: folder, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(process.execPath, [tsc, ...strict, ...programs], call);
  const faulty = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file);
  expect([...new Set(faulty)], stdout).toEqual(programs.slice(1));
  expect(stdout).not.toContain('consumer.ts');
});

it('the packed package in the project -> a fresh copy of it installs and builds', () => {
  const root = temporaryFolder();
  const project = path.join(root, 'project');
  writeFiles(project, { 'data.csv': readFileSync('test/data/neighborhoods.csv', 'utf8') });
  // `init` asks for the archive in the project, or next to it.
  const own = path.join(project, filename);
  cpSync(archive, own);
  installPackage(project, own);
  const npx = (cwd: string, ...args: string[]) =>
    runProgram(cwd, 'npx', '--no-install', 'staticrest', ...args);
  expect(npx(project, 'init', '--from', 'data.csv')).toContain('Next:\n  npx staticrest ');
  expect(npx(project, 'init', 'second')).toContain(`npm pack "../staticrest-${VERSION}.tgz"`);

  const workspace = path.join(root, 'workspace');
  const dependencies = { staticrest: `file:${filename}` };
  writeFiles(workspace, {
    '.git/HEAD': '',
    'package.json': '{ "workspaces": ["*"] }',
    'api/package.json': JSON.stringify({ name: 'api', dependencies }),
  });
  cpSync(archive, path.join(workspace, 'api', filename));
  runProgram(workspace, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  expect(npx(workspace, 'init', 'second')).toContain(`\n  npm install ../api/${filename}\n`);

  // As on a CI runner: nothing outside of the project exists.
  const copy = path.join(temporaryFolder(), 'copy');
  cpSync(project, copy, { recursive: true, filter: (file) => !file.endsWith('node_modules') });
  rmSync(root, { recursive: true });
  runProgram(copy, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  expect(npx(copy, ...BUILD, '--host', 'github-pages')).toContain('2,620 records → dist: ');
});

it('a checkout without installed packages -> `npm pack` says what to do', () => {
  const checkout = path.join(temporaryFolder(), 'checkout');
  const { name, version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFiles(checkout, { 'package.json': JSON.stringify({ name, version, scripts }) });
  cpSync('scripts', path.join(checkout, 'scripts'), { recursive: true });
  const cwd = path.dirname(checkout);
  const { status, stderr } = spawnSync('npm', ['pack', './checkout'], { cwd, encoding: 'utf8' });
  expect(stderr).toContain(`Run \`npm ci\` in ${checkout} first.`);
  expect(status).not.toBe(0);
});

it('the package has no script that npm asks to allow when it installs it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const asked = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(Object.keys(scripts).filter((name) => asked.includes(name))).toEqual([]);
});
