import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { COMMANDS, type CommandName } from '../../../src/cli/options.ts';
import { DESCRIBED_FILES } from '../../../src/describe/files.ts';
import { HOST_NAMES } from '../../../src/hosts/names.ts';
import { listen } from '../../../src/server/listen.ts';
import { VERSION } from '../../../src/util/version.ts';
import { MAIN, Running, run } from '../../support/cli.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { fingerprint } from '../../support/site-files.ts';

const EXAMPLE = path.resolve('examples/eight-thousanders');
/** Relative to each test's folder, where the example's content lies under its default name. */
const API = ['--api', path.join(EXAMPLE, 'api.mjs')];

const PEAK = '{ "id": 15, "name": "Peak", "elevation": "high", "range": "himalaya" }';

/** Fills a folder with all that the calls below name. */
function furnish(folder: string): void {
  cpSync(path.join(EXAMPLE, 'content'), path.join(folder, 'content'), { recursive: true });
  const define = (collections: string) =>
    `import { defineApi, defineCollection, z } from ${JSON.stringify(path.resolve('lib/index.js'))};
const named = (name) => ({ name, title: '', description: '', schema: z.object({ id: z.int() }), key: 'id' });
export default { name: '', description: '', collections: ${collections} };\n`;
  writeFiles(folder, {
    'broken/peaks/new.json': PEAK,
    'mine/notes.txt': 'mine',
    'apis/none.mjs': 'export const api = 1;\n',
    'apis/throws.mjs': '\nthrow new Error("no luck");\n',
    'apis/throws-text.mjs': 'throw "no luck";\n',
    'apis/syntax.mjs': 'export default {\n  a: ,\n};\n',
    'apis/imports.mjs': 'import "not-a-package";\n',
    'apis/null.mjs': 'export default null;\n',
    'apis/half.mjs': 'export default { name: "", description: "", collections: [{}] };\n',
    'apis/twins.mjs': define("[named('peaks'), named('peaks')]"),
    'apis/name.mjs': define("[named('Peaks!')]"),
    'apis/fails.mjs': define(
      "[{ ...named('ranges'), key: 'slug', schema: z.looseObject({ slug: z.string(), name: z.string() }), published: z.object({}), publish: (one) => one.no.way }, named('peaks')]",
    ),
    'empty/.gitkeep': '',
  });
  rmSync(path.join(folder, 'empty/.gitkeep'));
}

/** What no call may ever show: the stack of an error. */
const STACK = /\n\s+at /;

describe('calls that end at once', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(path.join(os.tmpdir(), 'staticrest-cli-'));
    furnish(cwd);
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  const url = (value: string) => `--base-url is "${value}": it must be an absolute address`;
  it.concurrent.each([
    [
      'no command',
      [],
      'Name a command: dev, build, preview, verify, snapshot, explain, validate, schemas. See staticrest --help.',
    ],
    [
      'an option alone',
      ['--port', '90'],
      'Name a command: dev, build, preview, verify, snapshot, explain, validate, schemas.',
    ],
    ['a typo in a command', ['bild'], 'Did you mean build?'],
    ['swapped letters', ['biuld'], 'Did you mean build?'],
    [
      'an unknown command',
      ['deploy-it-now'],
      'Unknown argument: deploy-it-now. See staticrest --help.',
    ],
    ['an inherited name', ['constructor'], 'Unknown argument: constructor. See'],
    ['an argument too many', ['build', 'x'], 'Unknown argument: x. See staticrest build --help.'],
    ['two folders', ['preview', 'a', 'b'], 'Unknown argument: b. See staticrest preview --help.'],
    ['after --', ['build', '--', '--port', '90'], 'Unknown argument: --port'],
    [
      'a typo in an option',
      ['build', '--bas-url', 'x'],
      'Unknown argument: bas-url. Did you mean --base-url?',
    ],
    [
      'a typo with =',
      ['build', '--contnet=x'],
      'Unknown argument: contnet. Did you mean --content?',
    ],
    [
      'a typo in a short command',
      ['preview', '--prot', '1'],
      'Unknown argument: prot. Did you mean --port?',
    ],
    [
      'another command’s option',
      ['build', '--port', '1'],
      'Unknown argument: port. See staticrest build --help.',
    ],
    [
      'another’s option',
      ['dev', '--base-url', 'http://x'],
      'Unknown argument: base-url. See staticrest dev --help.',
    ],
    [
      'an unknown option',
      ['build', '--zzzzzzzzz'],
      'Unknown argument: zzzzzzzzz. See staticrest build --help.',
    ],
    [
      'an unknown short option',
      ['build', '-x'],
      'Unknown argument: x. See staticrest build --help.',
    ],
    [
      'a negated option',
      ['build', '--no-content'],
      'Unknown argument: no-content. Did you mean --content?',
    ],
    ['no value', ['build', '--base-url'], 'Not enough arguments following: base-url.'],
    [
      'no value before another',
      ['build', '--content', '--out', 'x'],
      'Not enough arguments following: content.',
    ],
    ['an empty value', ['build', '--base-url='], '--base-url needs a value.'],
    ['an empty folder name', ['validate', '--content', ''], '--content needs a value.'],
    ['a base of another scheme', ['build', '--base-url', 'ftp://x'], url('ftp://x')],
    ['a base without a scheme', ['build', '--base-url', 'example.org'], url('example.org')],
    [
      'a base with a query',
      ['build', '--base-url', 'http://x/?a'],
      '--base-url is "http://x/?a": it must not have a query',
    ],
    [
      'an unknown host',
      ['build', '--host', 'ngnix'],
      'Unknown host "ngnix". Choose: netlify, cloudflare, nginx, apache, caddy, service-worker.',
    ],
    [
      'limits in words',
      ['build', ...API, '--limits', 'many'],
      '--limits is "many": give page sizes from 1, such as 20,100.',
    ],
    ['no limits', ['build', ...API, '--limits', 'none'], '--limits is "none": give page sizes'],
    ['a limit twice', ['build', ...API, '--limits', '5,5'], '--limits names "5" twice.'],
    [
      'no default limit',
      ['build', ...API, '--limits', '7'],
      '--limits leaves out 5, the page size of',
    ],
    [
      'an unknown ordering',
      ['build', ...API, '--orderings', 'elevatin'],
      'unknown ordering "elevatin". Choose: ',
    ],
    [
      'an unknown format',
      ['build', ...API, '--formats', 'jsno'],
      'unknown format "jsno". Choose: ',
    ],
    ['nothing to explain', ['explain'], 'need at least 1. See staticrest explain --help.'],
    ['no site to explain', ['explain', '?limit=1'], 'There is no built site at dist'],
    ['a port in words', ['dev', '--port', 'http'], '--port is "http": it must be a number'],
    [
      'a port too large',
      ['dev', '--port', '65536'],
      '--port is "65536": it must be a number from 0 to 65535.',
    ],
    ['a port below', ['dev', '--port=-1'], '--port is "-1": it must be a number from 0 to 65535.'],
    ['a port with a fraction', ['dev', '--port', '80.5'], '--port is "80.5"'],
    ['a flag with a value', ['preview', '--as-built=yes'], '--as-built takes no value.'],
    [
      'another’s flag',
      ['preview', '--allow-post'],
      'Unknown argument: allow-post. See staticrest preview --help.',
    ],
    [
      'a storage address',
      ['validate', '--storage-url', 'bucket'],
      '--storage-url is "bucket": it must be an absolute address',
    ],
    [
      'a storage address of one’s own API',
      ['validate', ...API, '--storage-url', 'http://x'],
      '--storage-url is for the shipped API and does not go with --api.',
    ],
    [
      'no such API',
      ['validate', '--api', 'apis/nothing.mjs'],
      'There is no module at apis/nothing.mjs.',
    ],
    ['a folder for an API', ['validate', '--api', 'apis'], 'There is no module at apis.'],
    [
      'an API without a default',
      ['validate', '--api', 'apis/none.mjs'],
      'apis/none.mjs must have a default export made with defineApi.',
    ],
    [
      'an API that is null',
      ['validate', '--api', 'apis/null.mjs'],
      'apis/null.mjs must have a default export made with defineApi.',
    ],
    ['an API in halves', ['validate', '--api', 'apis/half.mjs'], 'apis/half.mjs'],
    [
      'an API that throws',
      ['validate', '--api', 'apis/throws.mjs'],
      /apis\/throws\.mjs could not be loaded: no luck \(.*throws\.mjs:2:7\)/,
    ],
    [
      'an API that throws no error',
      ['validate', '--api', 'apis/throws-text.mjs'],
      'could not be loaded: no luck',
    ],
    [
      'an API with a syntax error',
      ['validate', '--api', 'apis/syntax.mjs'],
      "could not be loaded: Unexpected token ','; `node apis/syntax.mjs` shows where.",
    ],
    [
      'an API that imports nothing',
      ['validate', '--api', 'apis/imports.mjs'],
      "could not be loaded: Cannot find package 'not-a-package'",
    ],
    [
      'two collections with one name',
      ['validate', '--api', 'apis/twins.mjs'],
      'apis/twins.mjs: Two collections or their features share the name ',
    ],
    [
      'a collection that can’t stand in a path',
      ['validate', '--api', 'apis/name.mjs'],
      'apis/name.mjs: A collection is called "Peaks!"',
    ],
    [
      'no content folder',
      ['build', '--content', 'nowhere'],
      'There is no content folder at nowhere.',
    ],
    [
      'content that is a file',
      ['validate', '--content', 'mine/notes.txt'],
      'There is no content folder at mine/notes.txt.',
    ],
    [
      'an out folder with other files',
      ['build', ...API, '--out', 'mine'],
      'mine holds notes.txt, which no build wrote',
    ],
    [
      'an out folder that is a file',
      ['build', ...API, '--out', 'mine/notes.txt'],
      'mine/notes.txt is not a folder.',
    ],
    [
      'an out folder in the content',
      ['build', ...API, '--out', 'content/dist'],
      'must not be inside one another',
    ],
    ['an out folder that we are in', ['build', ...API, '--out', '.'], 'is the folder you are in'],
    ['a stream', ['verify', '-'], 'Give a file name: - is not supported.'],
    ['a stream to write to', ['snapshot', '--out', '-'], 'Give a file name: - is not supported.'],
    ['no site', ['preview'], 'There is no built site at dist; `staticrest build` makes one.'],
    ['a site of somebody else', ['preview', 'mine'], 'There is no built site at mine'],
  ])('%s: %j -> a sentence and exit code 2', async (_, args, sentence) => {
    const { code, stdout, stderr } = await run(args, { cwd });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(STACK);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.concurrent('a definition that throws -> the record that showed it, what it threw and where', async () => {
    const { code, stdout, stderr } = await run(['validate', '--api', 'apis/fails.mjs'], { cwd });
    expect(stderr).toMatch(/Cannot read properties of undefined.*apis\/fails\.mjs:3/);
    expect(stderr).not.toMatch(STACK);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it.concurrent.each(Object.keys(COMMANDS) as CommandName[])('%s --help', async (name) => {
    const { code, stdout, stderr } = await run([name, '--help'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(COMMANDS[name].describe);
    const shown = [...stdout.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
    expect(new Set(shown)).toEqual(
      new Set([...Object.keys(COMMANDS[name].options), 'help', 'version']),
    );
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.concurrent.each([['--help'], ['-h'], ['help']])('%s names every command', async (option) => {
    const { code, stdout, stderr } = await run([option], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = stdout.replace(/\s+/g, ' ');
    for (const { describe } of Object.values(COMMANDS)) expect(text).toContain(describe);
  });

  it.concurrent.each([['--version'], ['-v']])('%s', async (option) => {
    const stdout = `${VERSION}\n`;
    expect(await run([option], { cwd })).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.concurrent('validate', async () => {
    const { code, stdout, stderr } = await run(['validate', ...API], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^16 records in content, no problems, in \d+\.\d s\n$/);
    expect(existsSync(path.join(cwd, 'dist'))).toBe(false);
  });
});

/** A folder of a test's own, with the example's content. */
function workplace(): string {
  const cwd = temporaryFolder();
  furnish(cwd);
  return cwd;
}

const baseOf = (site: string): string =>
  JSON.parse(readFileSync(path.join(site, 'manifest.json'), 'utf8')).grid.base;

describe('build', () => {
  const here = 'http://localhost:8080';
  const netlify = { URL: 'https://a.netlify.app' };
  const pages = { CF_PAGES_URL: 'https://a.pages.dev' };
  const vercel = { VERCEL_PROJECT_PRODUCTION_URL: 'a.vercel.app' };
  it.each([
    ['no address -> this machine', [], {}, here],
    ['an address', ['--base-url', 'https://example.org/x/'], {}, 'https://example.org/x'],
    ['an address before a variable', ['--base-url', 'https://b.org'], netlify, 'https://b.org'],
    [
      'an address of this machine',
      ['--base-url', 'http://127.0.0.1:90'],
      {},
      'http://127.0.0.1:90',
    ],
    ['Netlify’s variable', [], netlify, 'https://a.netlify.app'],
    ['Cloudflare’s variable', [], pages, 'https://a.pages.dev'],
    ['Vercel’s variable', [], vercel, 'https://a.vercel.app'],
    ['all variables', [], { ...vercel, ...pages, ...netlify }, 'https://a.netlify.app'],
    ['an empty variable', [], { URL: '' }, here],
  ])('%s', async (_, args, env, base) => {
    const cwd = workplace();
    const { code, stdout, stderr } = await run(['build', ...API, ...args], { cwd, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [made, , hosts, ...rest] = stdout.split('\n');
    const [links, advice] = rest.slice(HOST_NAMES.length + 1);
    expect(made).toMatch(/^16 records → dist: \d+ files, \d+ KB, in \d+\.\d s$/);
    expect(hosts).toBe(`Ready for these hosts; dist/_hosts/<host>/README.md tells how to deploy:`);
    const ready = rest.slice(0, HOST_NAMES.length).map((line) => line.trim().split(/ {2,}/));
    expect(ready.map(([name]) => name)).toEqual(HOST_NAMES);
    for (const [, fits] of ready) expect(fits).toMatch(/^fits/);
    expect(links).toContain(`Links point to ${base}`);
    const isHere = /localhost|127\.0/.test(base);
    expect(advice?.includes('--base-url'), 'says how to publish').toBe(isHere);
    expect(baseOf(path.join(cwd, 'dist'))).toBe(base);
  });

  it('tells what a deploy has to do where there was a site before', async () => {
    const cwd = workplace();
    const again = async () => (await run(['build', ...API], { cwd })).stdout.split('\n')[1];
    expect(await again()).toBe('');
    expect(await again()).toMatch(/^ {2}\d+ unchanged; 0 KB to upload$/);
    const file = path.join(cwd, 'content/ranges/karakoram.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Karakoram', 'Karakorum'));
    expect(await again()).toMatch(/^ {2}\d+ changed, \d+ unchanged; \d+ KB to upload$/);
    rmSync(file);
    writeFileSync(path.join(cwd, 'content/peaks/peaks.json'), '[]');
    expect(await again()).toMatch(
      /^ {2}\d+ changed, \d+ removed, \d+ unchanged; \d+ KB to upload$/,
    );
  });

  it.each([
    ['netlify', '', ['_redirects', '_headers', '404.html'], 'in place'],
    ['netlify', '/x', [], 'for the folder above'],
    ['cloudflare', '', ['worker.js', 'wrangler.jsonc', '.assetsignore'], 'in place'],
    ['apache', '/x', ['.htaccess'], 'in place'],
    ['service-worker', '/x', ['sw.js', '404.html', '.nojekyll'], 'in place'],
    ['nginx', '', [], 'for its configuration'],
    ['caddy', '/x', [], 'for its configuration'],
  ])('--host %s, a base of path %j -> its files %j are %s', async (host, base, files, place) => {
    const cwd = workplace();
    const args = ['--host', host, '--base-url', `https://example.org${base}`];
    const { code, stdout } = await run(['build', ...API, ...args], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^ +${host} +fits; its files are ${place}$`, 'm'));
    const there = readdirSync(path.join(cwd, 'dist'));
    expect(there).toEqual(expect.arrayContaining(files));
    const always = ['_hosts', 'data', 'manifest.json', ...DESCRIBED_FILES.keys()];
    if (files.length === 0) expect(there.sort()).toEqual(always.sort());
    expect(readdirSync(path.join(cwd, 'dist/_hosts')).sort()).toEqual([...HOST_NAMES].sort());
  });

  it('what is left out is left out, and the size told', async () => {
    const cwd = workplace();
    const sizeOf = async (...args: string[]) => {
      const { stdout } = await run(['build', ...API, ...args], { cwd });
      return Number(/(\d+) files/.exec(stdout)?.[1]);
    };
    const all = await sizeOf();
    expect(await sizeOf('--formats', 'none')).toBeLessThan(all);
    expect(await sizeOf('--limits', '5', '--orderings', 'none')).toBeLessThan(all);
    expect(await sizeOf()).toBe(all);
  });

  it('a variable that is no address -> exit code 2 by its name', async () => {
    const cwd = workplace();
    const { code, stderr } = await run(['build', ...API], { cwd, env: { URL: 'here' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The variable URL is "here": it must be an absolute address/);
  });

  it('broken content -> exit code 1, every problem where it is, the site untouched', async () => {
    const cwd = workplace();
    await run(['build', ...API], { cwd });
    const before = fingerprint(cwd);
    const args = ['build', ...API, '--content', 'broken'];
    const { code, stdout, stderr } = await run(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const column = PEAK.indexOf('"high"') + 1;
    expect(stderr).toContain(`broken/peaks/new.json:1:${column}  wrong-type\n`);
    expect(stderr).toContain('missing-field');
    expect(stderr).toContain(PEAK);
    expect(stderr).toMatch(/\n\d problems in 1 file; nothing was written\.\n$/);
    expect(stderr).not.toMatch(STACK);
    expect(fingerprint(cwd)).toEqual(before);
  });

  it('an out folder that is empty is taken', async () => {
    const cwd = workplace();
    expect((await run(['build', ...API, '--out', 'empty'], { cwd })).code).toBe(0);
    expect(baseOf(path.join(cwd, 'empty'))).toBe(here);
  });

  it('a folder that can’t be written -> exit code 1 and what the system said', async () => {
    const cwd = workplace();
    writeFileSync(path.join(cwd, 'file'), '');
    const args = ['build', ...API, '--out', 'file/dist'];
    const { code, stderr } = await run(args, { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^System error: ENOTDIR/);
    expect(stderr).not.toMatch(STACK);
  });

  it('interrupted -> exit code 130, the old site and nothing beside it', async () => {
    const cwd = workplace();
    await run(['build', ...API], { cwd });
    const before = fingerprint(path.join(cwd, 'dist'));
    const entries = readdirSync(cwd);
    const building = new Running(['build', '--content', path.resolve('content')], { cwd });
    onTestFinished(() => building.kill());
    // The shipped content takes long enough; its first files are in the staging folder by then.
    await vi.waitFor(() => expect(readdirSync(cwd).length).toBeGreaterThan(entries.length), {
      timeout: 20_000,
      interval: 5,
    });
    expect(await building.interrupt()).toEqual({
      code: 130,
      stdout: '',
      stderr: 'Stopped; nothing was changed.\n',
    });
    expect(readdirSync(cwd)).toEqual(entries);
    expect(fingerprint(path.join(cwd, 'dist'))).toEqual(before);
  });

  /** Runs a command on a terminal of its own; from util-linux, so not everywhere. */
  const terminal = 'script';
  const hasTerminal = spawnSync(terminal, ['--version']).status === 0;
  it.skipIf(!hasTerminal)('progress is shown on a terminal (needs `script`), and goes', () => {
    const cwd = workplace();
    const command = [process.execPath, MAIN, 'build', ...API].map((one) => `'${one}'`).join(' ');
    const { stdout } = spawnSync(terminal, ['-qec', command, '/dev/null'], {
      cwd,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    const [line = ''] = stdout.split('\n').filter((one) => one.includes('16 records'));
    // Each update goes to the line's start and clears it; so does the end, before the report.
    const updates = line.split('\r\u001b[K');
    expect(updates).toContainEqual(expect.stringMatching(/^Writing \d+ files …$/));
    expect(updates.at(-1)).toMatch(/^16 records → dist/);
  });
});

/** A port that is free at the moment. */
async function freePort(): Promise<number> {
  const { port, close } = await listen(() => {}, 0, '127.0.0.1');
  await close();
  return port;
}

/** Starts a server and waits until it has said what to ask it. */
async function serving(args: readonly string[], cwd: string, said = 'curl'): Promise<Running> {
  const running = new Running(args, { cwd });
  onTestFinished(() => running.kill());
  await running.said(said);
  return running;
}

/** The addresses that a server's first lines tell to try. */
const requestsIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^ {2}curl '(.*)'$/gm)].map(([, address]) => address ?? '');

/** A request's address from another machine, as it were: by number, whatever `localhost` is. */
const byNumber = (address: string) => address.replace('//localhost:', '//127.0.0.1:');

describe('dev', () => {
  it('serves at its own port, the three requests that it names work, and nothing is written', async () => {
    const cwd = workplace();
    const before = fingerprint(cwd);
    const out = temporaryFolder();
    const port = await freePort();
    const base = `http://localhost:${port}`;
    const server = await serving(['dev', ...API, '--port', String(port)], cwd);
    await server.said('Watching');
    const tried = [
      `${base}/api/`,
      `${base}/api/ranges/`,
      `${base}/api/peaks/?limit=5&offset=5&ordering=-first_ascent`,
    ];
    const files = [
      'data/index.json',
      'data/ranges/list/o-.json',
      'data/peaks/list/f-/o--first_ascent/l-5/5.json',
    ];
    await run(['build', ...API, '--out', path.join(out, 'dist'), '--base-url', base], { cwd });
    for (const [at, address] of tried.entries()) {
      const answer = await fetch(address);
      const body = readFileSync(path.join(out, 'dist', files[at] ?? ''), 'utf8');
      expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 200, body });
      await server.said(`→ ${files[at]}`);
    }
    await fetch(`${base}/api/peaks/?limit=3&offset=4`, { method: 'HEAD' });
    await server.said('HEAD');
    await fetch(`${base}/api/peaks/?limit=0`);
    await server.said('400 ');
    const { code, stdout, stderr } = await server.interrupt();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(requestsIn(stdout)).toEqual(tried);
    expect(stdout).toMatch(/^Built \d+ records of content in \d+\.\d s\n/);
    expect(stdout).toContain(`\nServing content at ${base}/\nOpen that in a browser, or try:\n`);
    expect(stdout).toContain(
      '\n\nWatching content: changes are built and served at once.\nPress Ctrl-C to stop.\n\n',
    );
    const [, log = ''] = stdout.split('\n\n').slice(-2);
    expect(
      log
        .trimEnd()
        .replace(/ {2}\d+ ms$/gm, '  n ms')
        .split('\n'),
    ).toEqual([
      `200 /api/ → ${files[0]}  n ms`,
      `200 /api/ranges/ → ${files[1]}  n ms`,
      `200 /api/peaks/?limit=5&offset=5&ordering=-first_ascent → ${files[2]}  n ms`,
      `200 HEAD /api/peaks/?limit=3&offset=4 → data/peaks/list/f-/o-/l-10/0.json  n ms`,
      '400 /api/peaks/?limit=0 → data/errors/peaks/limit.json  n ms',
    ]);
    expect(fingerprint(cwd)).toEqual(before);
  });

  it('a taken port -> a sentence before anything is built', async () => {
    const cwd = workplace();
    const { port, close } = await listen(() => {}, 0, '127.0.0.1');
    onTestFinished(close);
    const { code, stdout, stderr } = await run(['dev', ...API, '--port', `${port}`], { cwd });
    expect(stderr).toBe(`Port ${port} is taken; choose another one with --port.\n`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('broken content -> its problems, and a site once they are fixed', async () => {
    const cwd = workplace();
    const port = await freePort();
    const args = ['dev', ...API, '--content', 'broken', '--port', `${port}`];
    const server = await serving(args, cwd, 'Watching');
    await server.said(`Serving broken at http://localhost:${port}/ once its problems are fixed.`);
    const early = await fetch(`http://localhost:${port}/api/`);
    expect(early.status).toBe(503);
    expect(await early.json()).toEqual({
      detail: expect.stringContaining('no site to answer from'),
    });
    writeFiles(cwd, {
      'broken/ranges/a.json': '{"slug":"a","name":"A"}',
      'broken/peaks/new.json': '[]',
    });
    await server.said('Built 1 record of broken');
    expect((await fetch(`http://localhost:${port}/api/`)).status).toBe(200);
    const { code, stderr } = await server.interrupt();
    expect(code).toBe(0);
    expect(stderr).toMatch(/\d problems? in \d files?; the site stays as it was\./);
  });
});

describe('explain', () => {
  it('shows the answers of the hosts, how the request is read, and the files', async () => {
    const cwd = workplace();
    await run(['build', ...API], { cwd });
    const { code, stdout, stderr } = await run(['explain', '?limit=3&x=\u001b[2J'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'cloudflare, service-worker: 200, composed of 1 file; nginx, apache, caddy: 400; netlify: 404',
      '',
      'GET /api/peaks/?limit=3&x=\u{fffd}[2J',
      'asks for the pages of peaks, 14 records',
      '  format    (absent)     the default',
      '  ordering  (absent)     the default',
      '  limit     "3"          composed where our code runs',
      '  offset    (absent)     the default, 0',
      '  x         "\\u001b[2J"  ignored',
      '',
      'Files (cloudflare, service-worker):',
      '  data/peaks/list/f-/o-/l-5/0.json, records 1 to 3',
      '',
      'Files (nginx, apache, caddy):',
      '  data/errors/peaks/limit.json',
      '',
      'Files (netlify):',
      '  data/errors/peaks/limit.json',
      '',
    ]);
  });

  it('the same answer everywhere -> a short line', async () => {
    const cwd = workplace();
    await run(['build', ...API], { cwd });
    const { stdout } = await run(['explain', 'ranges/'], { cwd });
    expect(stdout).toMatch(/^every host: 200\n/);
    expect(stdout).toContain('\nFiles:\n  data/ranges/list/o-.json\n');
  });
});

describe('preview', () => {
  it.each([
    ['another address', 'https://example.org/x', '/x/api/'],
    ['another port of this machine', 'http://localhost:1', '/api/'],
  ])('a site for %s -> it says so, and serves it with links to itself', async (_, base, index) => {
    const cwd = workplace();
    await run(['build', ...API, '--base-url', base], { cwd });
    const port = await freePort();
    const server = await serving(['preview', '--port', String(port)], cwd);
    await server.said('first_ascent');
    const here = `http://127.0.0.1:${port}${index}`;
    expect(await (await fetch(here)).json()).toMatchObject({ peaks: `${here}peaks/` });
    const { code, stdout, stderr } = await server.interrupt();
    expect(code).toBe(0);
    expect(requestsIn(stdout)[0]).toBe(`http://localhost:${port}${index}`);
    expect(stderr).toBe('');
    expect(stdout).toContain(`\nThe site was built for ${base}. Links lead to this server.\n`);
  });

  it('a site for the very port -> nothing to say of it', async () => {
    const cwd = workplace();
    const port = await freePort();
    await run(['build', ...API, '--base-url', `http://localhost:${port}`], { cwd });
    const server = await serving(['preview', 'dist', '--port', String(port)], cwd);
    expect(await server.interrupt()).toMatchObject({ code: 0, stderr: '' });
  });

  it('a taken port -> a sentence', async () => {
    const cwd = workplace();
    await run(['build', ...API], { cwd });
    const { port, close } = await listen(() => {}, 0, '127.0.0.1');
    onTestFinished(close);
    const { code, stderr } = await run(['preview', '--port', String(port)], { cwd });
    expect(stderr).toBe(`Port ${port} is taken; choose another one with --port.\n`);
    expect(code).toBe(2);
  });

  it.each([
    ['a collection smaller than a page', 'pagination: { limits: [5, 10], default: 5 },'],
    ['a collection without orderings', 'orderings: {}, pagination: { limits: [50], default: 50 },'],
    ['only unpaginated lists', ''],
  ])('the requests to try work for %s', async (_, extra) => {
    const cwd = workplace();
    writeFiles(cwd, {
      'small.mjs': `import { defineApi, defineCollection, z } from ${JSON.stringify(path.resolve('lib/index.js'))};
const ranges = defineCollection({
  name: 'ranges', title: '', description: '', key: 'slug',
  schema: z.object({ slug: z.string(), name: z.string() }),
  orderings: { name: { field: 'name', kind: 'code' } }, ${extra}
});
export default defineApi({ name: '', description: '', collections: [ranges] });\n`,
    });
    rmSync(path.join(cwd, 'content/peaks'), { recursive: true });
    await run(['build', '--api', 'small.mjs'], { cwd });
    const server = await serving(['preview', '--port', `${await freePort()}`], cwd);
    await server.said('ranges/?');
    for (const address of requestsIn(server.output)) {
      expect((await fetch(byNumber(address))).status, address).toBe(200);
    }
    const { stdout } = await server.interrupt();
    expect(requestsIn(stdout)).toHaveLength(3);
  });

  it('who reads its output stops -> it ends, without a crash', async () => {
    const cwd = workplace();
    const port = await freePort();
    await run(['build', ...API], { cwd });
    const server = await serving(['preview', '--port', String(port)], cwd);
    await server.said('first_ascent');
    server.stopReading();
    await fetch(`http://127.0.0.1:${port}/api/`).catch(() => {});
    const { code, stderr } = await server.ended;
    expect(stderr).not.toMatch(STACK);
    expect(code).toBe(0);
  });
});
