import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { build } from '../../src/publish/build.ts';
import { CliProcess, MAIN, run } from '../support/cli.ts';
import {
  argumentsOf,
  EXAMPLE,
  exampleFolder,
  fill,
  LIBRARY,
  suggestedRequests,
} from '../support/example-project.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { fingerprint } from '../support/site-files.ts';
import { rowsOf } from '../support/table.ts';

/* The compiled program in processes of its own. */

/** A folder with the example and its site, which the tests of this file share. */
let shared: string;
beforeAll(async () => {
  shared = fill(temporaryFolder());
  const { default: api } = await import(path.join(EXAMPLE, 'api.mjs'));
  const [content, out] = [path.join(shared, 'content'), path.join(shared, 'dist')];
  await build({ api: async () => api, content, out, base: 'https://example.org/x' });
});

/** The program in a process of its own, until the test has finished. */
function startProcess(line: string, cwd: string): CliProcess {
  const started = new CliProcess(argumentsOf(line), { cwd });
  onTestFinished(() => started.kill());
  return started;
}

/** The stack of an error, which no command line may print. */
const STACK = /\n\s+at /;

describe('a definition', () => {
  it('a definition that fails -> its error with its position, for each of them', async () => {
    const { typescript } = process.features as { typescript?: unknown };
    const refused = `Can’t load typed/api\\.ts: TypeScript needs Node 22\\.18 or newer, but this is Node ${process.versions.node}\\.`;
    const rows = rowsOf(String.raw`
      --api apis/throws.mjs -> Can’t load apis/throws.mjs: no luck \(.*throws\.mjs:2:7\)
      --api apis/syntax.mjs -> Can’t load apis/syntax.mjs: Unexpected token ','; .node apis/syntax\.mjs. shows where\.
      --api apis/exits.mjs -> Can’t load apis/exits\.mjs: A definition must not call process\.exit\(0\): remove the call \(.*/exit\.mjs:2:1\)
      --api apis/callback-exits.mjs -> The definition of ranges fails for record \S+ in \S+: isPublic: A definition must not call process\.exit\(0\): remove the call
      --api apis/lost.mjs -> Can’t load apis/lost.mjs: Cannot find module '\S+nothing\.mjs' imported from \S+lost\.mjs
      --api apis/no-prototype.mjs -> Can’t load apis/no-prototype.mjs: \[Object: null prototype\] \{\}
      --api apis/mistakes.mjs -> apis/mistakes.mjs: The collection ranges: its key is the field no,.*\napis/mistakes.mjs: The collection peaks: its label is .*
      --content typed/content -> ${typescript ? '' : refused}
      --api apis/internal.mjs -> Can’t load apis/internal.mjs: collections\.flatMap is not a function \(.*/src/api/mistakes\.ts:\d+:\d+\)`);
    const program = path.join(shared, 'each.mjs');
    const lines = rows.map(([line = '']) => line);
    const { stderr } = await run(lines, { cwd: shared, program });
    expect(stderr).not.toMatch(STACK);
    const outputs = stderr.split(/\nexit code /);
    for (const [index, [line, message = '']] of rows.entries()) {
      if (message)
        expect(`${outputs[index]}\n`, line).toMatch(new RegExp(`^(?:[02]\n)?${message}\n$`));
    }
    expect(stderr.match(/exit code \d/g)).toEqual(
      rows.map(([, message]) => `exit code ${message ? 2 : 0}`),
    );
  });

  it('a definition with an `await` that never ends -> an error', async () => {
    const ended = await run(['validate', '--api', 'apis/endless.mjs'], { cwd: shared });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(' never ends.\n') });
  });

  it('a definition that prints, and throws an error later -> one object', async () => {
    const args = ['build', '--json', '--out', 'late', '--api', 'late.mjs'];
    const { code, stdout, stderr } = await run(args, { cwd: shared });
    expect(stderr).toContain('loaded\n');
    expect(stderr).toContain('Unexpected error: late (');
    expect(stderr).not.toMatch(STACK);
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(code).toBe(1);
    expect(readdirSync(shared).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

it('a version of Node that is too old -> the one that it needs', async () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const program = path.join(shared, 'old.mjs');
  const { code, stderr } = await run(['20.18.3'], { cwd: shared, program });
  const needed = `${engines.node}`.slice(2);
  const message = `staticrest needs Node ${needed} or newer, but this is Node 20.18.3.\n`;
  expect({ code, stderr }).toEqual({ code: 2, stderr: message });
});

it('Ctrl-C -> exit code 130, the old site and no other files', async () => {
  const cwd = exampleFolder();
  const records = Array.from({ length: 5000 }, (_, n) => ({ slug: `${n}`, name: '' }));
  writeFiles(cwd, { 'many/ranges/all.json': JSON.stringify(records) });
  const before = fingerprint(cwd);
  const entries = readdirSync(cwd);
  // Thousands of files take long enough; the first ones are in the staging folder by then.
  const isStaging = () => expect(readdirSync(cwd)).not.toEqual(entries);
  const building = startProcess('build --api apis/ranges.mjs --content many', cwd);
  await vi.waitFor(isStaging, { timeout: 20_000, interval: 5 });
  const stderr = 'Stopped; nothing was changed.\n';
  const stdout = 'Definition: apis/ranges.mjs; content: many/\n';
  expect(await building.interrupt()).toEqual({ code: 130, stdout, stderr });
  expect(fingerprint(cwd)).toEqual(before);
});

describe('dev', () => {
  const sum = `defineApi({ name: '', description: String(a + b), collections: [{ name: 'ranges', title: '', description: '', schema: z.looseObject({ slug: z.string() }), key: 'slug' }] });`;

  it.each([
    ['api.mjs', 'a.mjs', 'export default VALUE;'],
    ['api.mjs', 'b.json', 'VALUE'],
    [
      'api.cjs',
      'api.cjs',
      `const { defineApi, z } = require(${LIBRARY}), a = VALUE, b = 0; module.exports = ${sum}`,
    ],
  ])('%s, and changes of %s -> each is served', async (file, changed, source) => {
    const cwd = temporaryFolder();
    const save = (value: string) => writeFiles(cwd, { [changed]: source.replace('VALUE', value) });
    writeFiles(cwd, {
      'api.mjs': `import a from './a.mjs'; import b from './b.json' with { type: 'json' };
        import { defineApi, z } from ${LIBRARY}; export default ${sum}`,
      'a.mjs': 'export default 0;',
      'b.json': '0',
      'content/ranges/a.json': '{ "slug": "a" }',
    });
    save('0');
    const dev = startProcess(`dev --api ${file} --port 0`, cwd);
    await dev.waitFor('Press Ctrl-C');
    const address = `${/http:\/\/localhost:\d+/.exec(dev.stdout)}/api/`;
    const WAIT = { timeout: 10_000, interval: 20 };
    const served = (description: string) => {
      const answer = async () => (await fetch(address, { method: 'OPTIONS' })).json();
      return vi.waitFor(async () => expect(await answer()).toMatchObject({ description }), WAIT);
    };
    save('1');
    await served('1');
    save('1 2');
    const error = new RegExp(`Can’t load ${file}: .*Unexpected`);
    await vi.waitFor(() => expect(dev.stderr).toMatch(error), WAIT);
    save('2');
    await served('2');
    expect(await dev.interrupt()).toMatchObject({ code: 0 });
  });

  it('a data file, in a process of its own -> every change is served, and nothing is written', async () => {
    const cwd = temporaryFolder();
    const save = (text: string) => writeFiles(cwd, { 'my data.csv': text });
    save('id,name,code\n1,A,1E5\n');
    const dev = new CliProcess(['dev', 'my data.csv', '--port', '0'], { cwd });
    onTestFinished(() => dev.kill());
    await dev.waitFor('To keep it');
    expect(dev.stdout).toMatch(
      /^These fields are text.*\n {2}code: 1E5\nBuilt 1 record of my data/,
    );
    expect(dev.stdout).toMatch(/\nTo keep it: npx staticrest init --from "my data.csv"\n$/);
    const base = `${/http:\/\/localhost:\d+/.exec(dev.stdout)}`;
    const names = async () => {
      const text = await (await fetch(`${base}/api/my_data/`)).text();
      return text.match(/(?<="name":").*?(?=")/g)?.join();
    };
    expect([await names(), (await fetch(`${base}/`)).status]).toEqual(['A', 200]);
    expect((await fetch(`${base}/api/my_data/`, { method: 'POST' })).status).toBe(405);
    save('id,name,code\n1,A\n');
    const reported = () => expect(dev.stderr).toMatch(/ in 1 file\.$/m);
    await vi.waitFor(reported, { timeout: 10_000 });
    expect(await names()).toBe('A');
    save('id,name,code\n1,A,1\n2,B,2\n');
    await vi.waitFor(async () => expect(await names()).toBe('A,B'), { timeout: 10_000 });
    expect(await dev.interrupt()).toMatchObject({ code: 0 });
    expect(readdirSync(cwd)).toEqual(['my data.csv']);
  });
});

it('standard output is closed, in a process of its own -> it ends without a stack', async () => {
  const server = startProcess('preview --port 0', shared);
  await server.waitFor('Press Ctrl-C');
  const [address = ''] = suggestedRequests(server.stdout);
  server.stopReading();
  await fetch(address).catch(() => {});
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

describe.skipIf(process.platform !== 'linux')('limits of the system', () => {
  /** Runs a command line of a shell in which `$0` is the program. */
  const runInShell = (line: string, cwd = EXAMPLE) =>
    spawnSync('sh', ['-c', line.replaceAll('$0', '"$0" "$1"'), process.execPath, MAIN], {
      ...{ cwd, encoding: 'utf8', timeout: 20_000 },
    });

  it.each<[string, code: number, stderr: RegExp]>([
    ['$0 --help > /dev/full', 1, /^Standard output can’t be written: ENOSPC: .*\n$/],
    ['$0 build --nope 2> /dev/full', 2, /^$/],
  ])('%s -> exit code %d and at most one line', (line, code, stderr) => {
    const { status, ...output } = runInShell(line);
    expect(output.stderr).toMatch(stderr);
    expect(status).toBe(code);
  });

  it('a definition with a timer, and a slow reader of much output -> all of it, and the end', () => {
    const records = Array.from({ length: 1000 }, (_, slug) => ({ slug, name: slug }));
    writeFiles(shared, { 'wrong/ranges/all.json': JSON.stringify(records) });
    const line = '$0 validate --api apis/timer.mjs --content wrong --json | (sleep 0.5; cat)';
    const { status, stdout } = runInShell(line, shared);
    expect(JSON.parse(stdout).problems).toHaveLength(2000);
    expect(status).toBe(0);
  });

  it.each([
    ["printf 'id,n\\n1,5\\n' | $0 init -", 'data.csv'],
    ['printf \'[{"id":1}]\' | $0 init --from -', 'data.json'],
    ['printf \'{"id":1}\\n{"id":2}\\n\' | $0 init -', 'data.jsonl'],
  ])('%s -> content/data/%s', (line, file) => {
    const cwd = temporaryFolder();
    expect(runInShell(line, cwd)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(path.join(cwd, 'content/data', file))).toBe(true);
  });
});
