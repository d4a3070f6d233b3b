import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/cli.ts';
import { startFaultyApi } from '../../support/faulty-api.ts';
import { temporaryFolder } from '../../support/folder.ts';

/** A folder in which the package is installed. */
function newFolder(): string {
  const cwd = temporaryFolder();
  mkdirSync(path.join(cwd, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(cwd, 'node_modules/staticrest'));
  return cwd;
}

/** Begins a project from a collection, with a function that runs a command in its folder. */
async function importFrom(name: string, ...args: readonly string[]) {
  const api = await startFaultyApi();
  const cwd = newFolder();
  const run = (...command: readonly string[]) => runInProcess(command, { cwd });
  const from = ['init', '--from', `${api.address}${name}/`, ...args];
  return { api, cwd, run, init: () => run(...from), ended: await run(...from) };
}

const definitionIn = (cwd: string) => readFileSync(path.join(cwd, 'api.mjs'), 'utf8');
const contentIn = (cwd: string, name = 'data_offset') =>
  path.join(cwd, `content/${name}/${name}.jsonl`);
const linesIn = (file: string) => readFileSync(file, 'utf8').trim().split('\n');

describe('init --from an address', () => {
  // A collection can't have the name of a parameter.
  it.each<[name: string, pagination: string, note?: string]>([
    ['offset', 'pagination: { limits: [10, 100], default: 10 }'],
    ['page', "pagination: { style: 'page', limits: [10], default: 10 }"],
    ['cursor', 'pagination: { limits: [10], default: 10 }', 'pages by cursor'],
    ['link', ''],
    ['list', ''],
  ])('%s -> its records and its pages', async (name, pagination, note = '') => {
    const { cwd, run, ended } = await importFrom(name);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(note);
    const [, found = ''] = /^ {2}(pagination: .*),$/m.exec(definitionIn(cwd)) ?? [];
    expect(found).toBe(pagination);
    expect(definitionIn(cwd)).toContain("key: 'id'");
    expect(
      linesIn(contentIn(cwd, /offset|page/.test(name) ? `data_${name}` : name)).map(
        (line) => JSON.parse(line).id,
      ),
    ).toEqual([...Array(35).keys()]);
    expect(existsSync(path.join(cwd, '.staticrest-import'))).toBe(false);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('the root of an API -> its collections, from its own server only', async () => {
    const { api, cwd, run, ended } = await importFrom(
      'root-elsewhere',
      '--header',
      'X-Key: secret',
    );
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(definitionIn(cwd).match(/ {4}name: '\w+'/g)).toEqual([
      "    name: 'data_offset'",
      "    name: 'other'",
    ]);
    expect(api.other.requests).toEqual([]);
    expect(api.requests.every(({ headers }) => headers['x-key'] === 'secret')).toBe(true);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('names that are paths or reserved -> other names, below content/', async () => {
    const { run, ended } = await importFrom('root-names');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const files = ended.stdout.match(/(?<=Written: )content.*/g);
    expect(files).toEqual(
      ['evil', 'api', 'data_2_j'].map((name) => `content/${name}/${name}.jsonl`),
    );
    expect(ended.stdout).not.toContain('\u001b');
    expect(await run('build')).toMatchObject({ code: 0 });
  });

  it.each([
    ['missing', 'answers with status 404. Check the address.'],
    ['root-proto', 'A field can’t have the name `__proto__`.'],
  ])('%s -> nothing is written', async (name, message) => {
    const { cwd, ended } = await importFrom(name);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(existsSync(path.join(cwd, 'api.mjs'))).toBe(false);
  });

  it.each<[args: string[], message: string]>([
    [['--from', 'ftp://example.org/'], '"ftp://example.org/" is not an address with http or https'],
    [['--from', 'http://me:pw@127.0.0.1/'], 'Use --header "Authorization: Basic …"'],
    [
      ['--from', 'http://127.0.0.1:1/', '--header', 'secret'],
      '--header must be a name and a value',
    ],
    [['--from', 'http://127.0.0.1:1/', '--max-pages', '0'], '--max-pages is "0".'],
    [['--header', 'a: b'], '--header, --filters and --max-pages are for --from with an address.'],
  ])('%j -> %s', async (args, message) => {
    const { code, stderr } = await runInProcess(['init', ...args], { cwd: newFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/secret|pw/);
  });
});

describe('pull', () => {
  it('the same records -> nothing is written', async () => {
    const { cwd, run } = await importFrom('offset');
    const before = readFileSync(contentIn(cwd), 'utf8');
    const { code, stdout } = await run('pull');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/\ndata_offset: 35 records, nothing changed\n$/),
    ]);
    expect(readFileSync(contentIn(cwd), 'utf8')).toBe(before);
  });

  it('other records -> counts of what changed', async () => {
    const { cwd, run } = await importFrom('offset');
    const [first = '', , ...others] = linesIn(contentIn(cwd));
    const changed = [first.replace('Town', 'City'), ...others, '{"id":99,"label":"X","size":1}'];
    writeFileSync(contentIn(cwd), `${changed.join('\n')}\n`);
    const { stdout } = await run('pull', '--json');
    const file = 'content/data_offset/data_offset.jsonl';
    const counts = { records: 35, added: 1, changed: 1, removed: 1 };
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, collections: [{ file, ...counts }] });
    expect(linesIn(contentIn(cwd))).toHaveLength(35);
  });

  it('a removal of most records -> only if it is allowed', async () => {
    const { cwd, run } = await importFrom('offset');
    const extra = Array.from({ length: 50 }, (_, id) => `{"id":${id + 100},"label":"X","size":1}`);
    const text = `${[...linesIn(contentIn(cwd)), ...extra].join('\n')}\n`;
    writeFileSync(contentIn(cwd), text);
    const refused = await run('pull');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      'would remove many records from the content: 50 of 85 data_offset.',
    );
    expect(readFileSync(contentIn(cwd), 'utf8')).toBe(text);
    expect((await run('pull', '--allow-removal')).stdout).toContain('50 removed');
  });

  it('content without the file -> an error', async () => {
    const { cwd, run } = await importFrom('offset');
    rmSync(contentIn(cwd));
    const { code, stderr } = await run('pull');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('There is no file content/data_off'),
    ]);
  });

  it('a definition without an address -> an error', async () => {
    const { cwd, run } = await importFrom('offset');
    writeFileSync(path.join(cwd, 'api.mjs'), definitionIn(cwd).replace(/^ {2}source: .*$/m, ''));
    const { code, stderr } = await run('pull');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('No collection of api.mjs has a source'),
    ]);
  });
});
