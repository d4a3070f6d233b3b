import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
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

/** Answers with a page, until something else is set. */
async function startTowns() {
  let current: (url: URL) => LiveAnswer = (url) => ({ body: offsetPage(url) });
  const api = await startLiveApi((url) => current(url));
  const set = (body: unknown) => {
    current = () => ({ body });
  };
  return { ...api, set };
}

/** Makes a project of the listing of an API, with a function that runs a command in its folder. */
async function importTowns(...args: readonly string[]) {
  const api = await startTowns();
  const cwd = userFolder();
  const run = (...command: readonly string[]) => runInProcess(command, { cwd });
  const ended = await run('init', '--from', `${api.address}api/Towns/?page_size=10`, ...args);
  const file = path.join(cwd, 'content/towns/towns.jsonl');
  return { api, cwd, run, ended, file, text: () => readFileSync(file, 'utf8') };
}

describe('init --from an address', () => {
  it('a listing -> its records, and a definition with its address', async () => {
    const header = ['--header', 'X-Key: secret', '--header', 'X-Other: 1'];
    const { api, cwd, run, ended, text } = await importTowns(...header);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(`35 records of ${api.address}api/Towns/?page_size=10.`);
    expect(ended.stdout).toContain('A secret belongs in --header.');
    expect(text()).toBe(townLines(35));
    const definition = readFileSync(path.join(cwd, 'api.mjs'), 'utf8');
    expect(definition).toContain(`\n  source: '${api.address}api/Towns/?page_size=10',\n`);
    expect(definition + ended.stdout).not.toContain('X-Key');
    expect(api.requests.every(({ headers }) => headers['x-key'] === 'secret')).toBe(true);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it.each<[name: string, count: string[], code: number, message: string]>([
    [
      'alone',
      [],
      2,
      'has 12 records and does not say whether these are all. If they are all, use --count 12.',
    ],
    ['with another number', ['--count', '100'], 2, 'If they are all, use --count 12.'],
    ['with its number', ['--count', '12'], 0, ''],
  ])('a listing that is not paginated, %s', async (_, count, code, message) => {
    const { address } = await startLiveApi(() => ({ body: towns(12) }));
    const cwd = userFolder();
    const args = ['init', '--from', `${address}towns`, ...count];
    const ended = await runInProcess(args, { cwd });
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(readdirSync(cwd).includes('api.mjs')).toBe(code === 0);
  });

  it.each<[args: string[], message: string]>([
    [['ftp://example.org/'], 'must begin with http:// or https://'],
    [['http://me:pw@127.0.0.1/'], 'contain no password: use --header'],
    [['http://127.0.0.1:1/', '--header', 'secret'], '--header must be such as "Authorization: '],
    [['http://127.0.0.1:1/'], 'http://127.0.0.1:1/ can’t be fetched: '],
  ])('--from %j -> %s', async (args, message) => {
    const { code, stderr } = await runInProcess(['init', '--from', ...args], { cwd: userFolder() });
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/secret|pw/);
  });
});

describe('pull', () => {
  it.each<[name: string, body: unknown, line: string, text: string]>([
    [
      'other records',
      { count: 30, next: null, results: towns(30, 'City') },
      'towns: 30 records (before: 35)\n',
      townLines(30, 'City'),
    ],
    ['a longer list', towns(40), 'towns: 40 records (before: 35)\n', townLines(40)],
  ])('%s -> they replace those in the file', async (_, body, line, expected) => {
    const { api, run, file, text } = await importTowns();
    chmodSync(file, 0o666);
    api.set(body);
    expect(await run('pull')).toMatchObject({ code: 0, stdout: expect.stringContaining(line) });
    expect(text()).toBe(expected);
    expect(statSync(file).mode & 0o777).toBe(0o666);
    const { stdout } = await run('pull', '--json');
    const collections = [{ name: 'towns', records: expected.split('\n').length - 1 }];
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, collections });
  });

  it('a key of several fields -> the same records', async () => {
    const { cwd, run } = await importTowns();
    const file = path.join(cwd, 'api.mjs');
    writeFileSync(file, readFileSync(file, 'utf8').replace("key: 'id'", "key: ['id', 'label']"));
    expect(await run('pull')).toMatchObject({ code: 0 });
  });

  it('fewer than half of the records -> only if it is allowed', async () => {
    const { api, run, text } = await importTowns();
    api.set(towns(17));
    const refused = await run('pull');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('would remove many records: 18 of 35 towns. Nothing was');
    expect(text()).toBe(townLines(35));
    expect(await run('pull', '--allow-removal')).toMatchObject({ code: 0 });
    expect(text()).toBe(townLines(17));
  });

  it.each<[name: string, body: unknown, message: string]>([
    ['a page', { count: 50, next: null, results: towns(40) }, 'has 40 of 50 records.'],
    ['no records', [], '/ has no records.'],
    ['no key', [...towns(35), { label: '' }, { label: '' }], '/ has records with the same id.'],
  ])('%s -> nothing is written', async (_, body, message) => {
    const { api, cwd, run, text } = await importTowns();
    api.set(body);
    expect((await run('pull')).stderr).toContain(message.replace('/', '?page_size=10'));
    expect(text()).toBe(townLines(35));
    expect(readdirSync(path.join(cwd, 'content/towns'))).toEqual(['towns.jsonl']);
  });

  it('several collections -> all or none, and a header for one server only', async () => {
    const { api, cwd, run, text } = await importTowns();
    const other = await startTowns();
    const collection = (name: string, source: string) =>
      `defineCollection({ name: '${name}', title: 'T', description: 'D', key: 'id', source: '${source}',
        schema: z.object({ id: z.int(), label: z.string() }) })`;
    const collections = [collection('towns', api.address), collection('places', other.address)];
    const definition = `import { defineApi, defineCollection, z } from 'staticrest';
      export default defineApi({ name: 'N', description: 'D', collections: [${collections}] });`;
    writeFiles(cwd, { 'api.mjs': definition, 'content/places/places.jsonl': townLines(35) });
    const origins = [api, other].map(({ address }) => new URL(address).origin).join(', ');
    expect((await run('pull', '--header', 'a: b')).stderr).toContain(
      `--header would go to several servers: ${origins}.`,
    );
    expect(other.requests).toEqual([]);
    api.set(towns(40));
    other.set({ more: true });
    expect(await run('pull')).toMatchObject({ code: 2 });
    expect(text()).toBe(townLines(35));
    other.set(towns(36));
    expect((await run('pull')).stdout).toContain('places: 36 records (before: 35)');
    expect(text()).toBe(townLines(40));
  });

  it('no file to replace, or a link out of the content -> an error', async () => {
    const { run, file, text } = await importTowns();
    const folder = path.dirname(file);
    const outside = path.join(userFolder(), 'towns');
    renameSync(folder, outside);
    for (const link of [false, true]) {
      if (link) symlinkSync(outside, folder);
      const { code, stderr } = await run('pull', '--allow-removal');
      expect([code, stderr]).toEqual([2, expect.stringMatching(/towns\.jsonl must be a file/)]);
    }
    expect([text(), readdirSync(outside)]).toEqual([townLines(35), ['towns.jsonl']]);
  });

  it('a definition without an address -> an error', async () => {
    const { cwd, run } = await importTowns();
    const definition = readFileSync(path.join(cwd, 'api.mjs'), 'utf8');
    writeFileSync(path.join(cwd, 'api.mjs'), definition.replace(/^ {2}source: .*$/m, ''));
    expect((await run('pull')).stderr).toContain('No collection of api.mjs has a `source`.');
  });
});
