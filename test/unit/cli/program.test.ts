import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { COMMANDS, commandNames } from '../../../src/cli/commands.ts';
import { DESCRIBED_FILES } from '../../../src/describe/files.ts';
import { build } from '../../../src/publish/build.ts';
import { temporaryPath } from '../../../src/publish/lock.ts';
import { listen } from '../../../src/server/listen.ts';
import { VERSION } from '../../../src/util/package.ts';
import { type Ended, InProcessCli, runInProcess } from '../../support/cli.ts';
import {
  argumentsOf,
  EXAMPLE,
  exampleFolder,
  fill,
  PEAK,
  suggestedRequests,
} from '../../support/example-project.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { sendRequest } from '../../support/http.ts';
import { startLiveApi, towns } from '../../support/live-api.ts';
import { fingerprint } from '../../support/site-files.ts';
import { rowsOf } from '../../support/table.ts';

/** A folder with the example and its site, built for another address, which the tests of this file share. */
let shared: string;
const BASE = 'https://example.org/x';
beforeAll(async () => {
  shared = fill(temporaryFolder());
  const { default: api } = await import(path.join(EXAMPLE, 'api.mjs'));
  const [content, out] = [path.join(shared, 'content'), path.join(shared, 'dist')];
  await build({ api: async () => api, content, out, base: BASE });
  cpSync(out, path.join(shared, 'damaged'), { recursive: true, preserveTimestamps: true });
  rmSync(path.join(shared, 'damaged/api/peaks/1.json'));
});

/** Runs a command in this process, on the API of the example. */
const runExample = (cwd: string, command: string, options = '', env = {}): Promise<Ended> =>
  runInProcess([command, ...options.split(' ').filter(Boolean)], { cwd, env });

/** What a command prints after its first line, which says what it reads. */
const results = (stdout: string): string => stdout.replace(/^Definition: .*\n/, '');

/** The stack of an error, which no command line may print. */
const STACK = /\n\s+at /;

describe('a command line that writes nothing', () => {
  it.each(
    rowsOf(`
      -- -> A command is missing. Choose: init, dev, build, preview, verify, snapshot, validate, pull. See staticrest --help.
      --bogus -> Unknown argument: bogus. See staticrest --help.
      --versoin -> Unknown argument: versoin. Did you mean --version?
      preview --adress dist -> Unknown argument: adress. Did you mean --address?
      --plain preview -> Unknown argument: plain. See staticrest --help.
      bild -> Did you mean build?
      preview a b -> Unknown argument: b. See staticrest preview --help.
      build --bas-url x -> Unknown argument: bas-url. Did you mean --base-url?
      build -x -> Unknown argument: x. See staticrest build --help.
      build --content --out x -> Not enough arguments following: content. See staticrest build
      build --json=maybe -> --json takes no value.
      dev --cors= -> --cors takes no value.
      dev -                       -> dev watches a file. Save standard input to a file, or use init --from -.
      preview nowhere --plain=true -> There is no complete site in nowhere.
      init new --encoding utf-8 -> Unknown encoding "utf-8". Choose: windows-1252. UTF-8 and UTF-16 need no option.
      validate --content '' -> --content needs a value.
      build --out a --out b -> --out is given more than once.
      build --host xyzzy -> Unknown host "xyzzy". Choose: netlify, cloudflare, node, nginx, apache, caddy, github-pages, files. For any other static host, such as S3, GitLab Pages and Cloudflare Pages, choose files.
      build --host nginz -> Unknown host "nginz". Did you mean nginx? Choose: netlify,
      dev --host 0.0.0.0 -> Unknown argument: host. Did you mean --address?
      init late.mjs -> api.mjs already exists; nothing was written.
      init late.mjs --from a.csv -> late.mjs is data too: leave out a.csv, or name a folder.
      init nowhere.csv -> api.mjs already exists; nothing was written.
      dev https://a.example/ --api api.mjs -> https://a.example/ is served without a project. Leave out --api and --content.
      dev a.csv --content mine -> a.csv is served without a project.
      build --out mine -> mine contains notes.txt, which is not in the manifest.json of a build.
      build --content nowhere -> There is no content folder nowhere. Create it with a folder for each collection, such as nowhere/ranges/, or choose another with --content.
      dev --port http -> --port is "http". It must be a number from 0 to 65535.
      preview -- nowhere -> There is no complete site in nowhere.
      preview nowhere -> There is no complete site in nowhere. Create one with \`staticrest build\`.
      validate --content two/content -> two/api.mjs
      validate --content half/content -> half/api.js:
      validate --api apis/nothing.mjs -> There is no file apis/nothing.mjs.
      validate --api apis/none.mjs -> The default export of apis/none.mjs must be the result of defineApi: write \`export default defineApi({ … })\`.
      validate --api apis/throws-text.mjs -> Can’t load apis/throws-text.mjs: no luck
      validate --api apis/imports.mjs -> Can’t load apis/imports.mjs: Cannot find package 'not-a-package'. Run \`npm install\` in the folder of its package.json.`),
  )('%s -> %s (exit code 2)', async (line, message) => {
    const { code, stdout, stderr } = await runInProcess(argumentsOf(line), { cwd: shared });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(STACK);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect({ code, results: results(stdout) }).toEqual({ code: 2, results: '' });
  });

  it('a callback that throws an error -> the positions of the record and of the callback', async () => {
    const { code, stderr } = await runExample(shared, 'validate', '--api apis/fails.mjs');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^content\/ranges\/\S+:\d+ {2}callback\n.*\n +\| +\^+\n.*record himalaya.*publish threw an error\. Cannot read properties .*apis\/fails\.mjs:3:\d+\)\n/m,
    );
  });

  it.each(
    rowsOf(`
      validate -> api.mjs; content: content/
      validate --content alone/content --api apis/ranges.mjs -> apis/ranges.mjs; content: alone/content/
      validate --content alone/content -> api.mjs; content: alone/content/
      validate --content half/content -> half/api.js; content: half/content/`),
  )('%s -> Definition: %s', async (line, used) => {
    const { stdout } = await runInProcess(argumentsOf(line), { cwd: shared });
    expect(stdout.split('\n')[0]).toBe(`Definition: ${used}`);
  });

  it('no definition -> what to do', async () => {
    const { code, stderr } = await runInProcess(['build'], { cwd: temporaryFolder() });
    expect(stderr).toBe(
      'There is no definition (api.mjs, api.js, api.ts) next to content or in the current folder. ' +
        'Create a project with `staticrest init`, or choose a definition with --api.\n',
    );
    expect(code).toBe(2);
  });

  it.each(['', ...commandNames])(
    '%s --help -> everything in at most 24 lines of 80 columns, with one example',
    async (name) => {
      const args = [name, '--help'].filter(Boolean);
      const { code, stdout, stderr } = await runInProcess(args, { cwd: shared });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
      const examples = stdout.slice(stdout.indexOf('Examples:')).match(/^ +staticrest .*/gm);
      expect(examples).toEqual([expect.stringContaining(`  staticrest ${name}`)]);
      const own = commandNames.find((one) => one === name);
      for (const one of own ? [own] : commandNames)
        expect(stdout.replace(/\s+/g, ' ')).toContain(COMMANDS[one].describe);
      if (!own) return;
      const shown = new Set([...stdout.matchAll(/--([a-z-]+)/g)].map(([, option]) => option));
      expect(shown).toEqual(new Set([...Object.keys(COMMANDS[own].options), 'help', 'version']));
    },
  );

  it('--version -> the name, and the version as its second word', async () => {
    const stdout = `staticrest ${VERSION} (Node ${process.versions.node})\n`;
    expect(await runInProcess(['--version'], { cwd: shared })).toMatchObject({ code: 0, stdout });
  });
});

describe('build', () => {
  it('a site -> its size, whether it fits each host, and what to do with it', async () => {
    const cwd = exampleFolder();
    const { code, stdout, stderr } = await runExample(cwd, 'build');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(
      results(stdout).replace(/\d{3}(?= files)|\d{3}(?= KB)|\d+\.\d(?= s\n)/g, '#'),
    ).toBe(`16 records → dist: # files, # KB, in # s
Fits netlify, cloudflare, node, nginx, apache, caddy
dist/_hosts/<host>/README.md explains how to deploy.
Links point to http://localhost:8080 (works only on this machine). Before you publish the site, build it with --base-url and its public address.
`);
    const env = { NETLIFY: 'true', CI: 'true', DEPLOY_PRIME_URL: 'https://a.org' };
    const published = await runExample(cwd, 'build', '', env);
    const line = '\nLinks point to https://a.org (publish the folder at this address).\n';
    expect(published.stdout).toContain(line);
    const { grid } = JSON.parse(readFileSync(path.join(cwd, 'dist/manifest.json'), 'utf8'));
    expect(grid.base).toBe('https://a.org');
  });

  it.each(
    rowsOf(`
      netlify https://b.org/ -> _redirects _headers 404.html
      node https://b.org/x -> server.mjs
      nginx https://b.org -> none
      github-pages https://b.org/x -> 404.html .nojekyll`),
  )('--host %s -> %s', async (hostAndBase, files = '') => {
    const cwd = exampleFolder();
    const [host = '', base] = hostAndBase.split(' ');
    const { stdout } = await runExample(cwd, 'build', `--host ${host} --base-url ${base}`);
    const readme = `dist/_hosts/${host}/README.md`;
    expect(stdout).toContain(`\n${readme} explains how to deploy.\n`);
    expect(stdout).toContain(`\nLinks point to ${base?.replace(/\/$/, '')} (publish`);
    const described = [...DESCRIBED_FILES].map((file) => file.replace(/\/.*/, ''));
    const always = ['_hosts', 'api', 'data', 'downloads', 'manifest.json', ...described];
    const added = readdirSync(path.join(cwd, 'dist')).filter((name) => !always.includes(name));
    expect(added.sort()).toEqual(files === 'none' ? [] : expect.arrayContaining(files.split(' ')));
    expect(readdirSync(path.join(cwd, 'dist/_hosts'))).toEqual([host]);
  });

  it.each(
    rowsOf(`
      none -> an error
      --host nginx -> an error
      --host github-pages -> an error
      --host cloudflare -> http://localhost:8080
      --base-url https://b.org -> https://b.org
      --base-url http://localhost:9 -> http://localhost:9`),
  )('in CI with %s -> %s', async (options, expected) => {
    const args = ['--json', '--out', 'addressed', options.replace('none', '')].join(' ');
    const { code, stdout } = await runExample(shared, 'build', args, { CI: 'true' });
    const { base = 'an error', warnings = [] } = JSON.parse(stdout);
    expect({ base, code }).toEqual({ base: expected, code: expected === 'an error' ? 2 : 0 });
    const local = `Links point to ${base} (works only on this machine). Before `;
    expect(warnings).toEqual(base.includes('//l') ? [expect.stringContaining(local)] : []);
  });

  it.each(
    rowsOf(`
      {"name":"@me/My_App"} -> my-app
      {"name":""} -> eight-thousanders
      {"name":1} -> eight-thousanders
      none -> eight-thousanders`),
  )('--host cloudflare, package.json %s -> the Worker %s', async (manifest, name) => {
    const cwd = exampleFolder();
    if (manifest !== 'none') writeFiles(cwd, { 'package.json': manifest });
    for (const base of ['https://bna.me.workers.dev', 'https://preview-bna.me.workers.dev']) {
      const options = `--host cloudflare --base-url ${base}`;
      await runExample(cwd, 'build', options);
      const configuration = readFileSync(path.join(cwd, 'dist/wrangler.jsonc'), 'utf8');
      expect(configuration).toContain(`"name": "${name}"`);
    }
  });

  it('a site that replaces another -> what changed, and how much to upload', async () => {
    const cwd = exampleFolder();
    const changes = async (options = '') =>
      (await runExample(cwd, 'build', options)).stdout.split('\n')[2];
    expect(await changes()).toMatch(/^Fits /);
    expect(await changes()).toMatch(/^ {2}\d+ unchanged; 0 KB to upload$/);
    writeFiles(cwd, { 'content/ranges/karakoram.yaml': 'slug: karakoram\nname: Karakorum\n' });
    // The name is a prerendered value of a filter, which names a folder.
    const renamed = /^ {2}\d+ added, \d+ changed, \d+ removed, \d+ unchanged; \d+ KB to upload$/;
    expect(await changes()).toMatch(renamed);
    writeFiles(cwd, { 'content/peaks/peaks.json': '[]' });
    // What the store has is named by its content.
    const removed = /^ {2}1 added, \d+ changed, \d+ removed, \d+ unchanged; \d+ KB to upload$/;
    expect(await changes('--allow-removal')).toMatch(removed);
  });

  it('25 problems -> prints 20 of them, and all with --json', async () => {
    const cwd = exampleFolder();
    const peak = { name: 'Peak', range: 'alps', first_ascent: '1950-06-03' };
    const records = Array.from({ length: 25 }, (_, id) => ({ ...peak, id, elevation: '8000' }));
    const files = { 'many/peaks/many.json': JSON.stringify(records), 'many/ranges/.gitkeep': '' };
    writeFiles(cwd, files);
    const { code, stdout, stderr } = await runExample(cwd, 'validate', '--content many --json');
    expect({ code, shown: stderr.split('  → ').length - 1 }).toEqual({ code: 1, shown: 20 });
    expect(stderr).toContain(
      '\nOnly the first 20 are shown. With --json, `build` and `validate` print all.\n',
    );
    expect(JSON.parse(stdout).problems).toHaveLength(25);
  });

  it('broken content -> exit code 1, every problem with its position, the site untouched', async () => {
    const before = fingerprint(shared);
    const { code, stdout, stderr } = await runExample(shared, 'build', '--content broken');
    expect({ code, results: results(stdout) }).toEqual({ code: 1, results: '' });
    const column = PEAK.indexOf('"high"') + 1;
    expect(stderr).toContain(`broken/peaks/new.json:1:${column}  wrong-type\n  1 | ${PEAK}\n`);
    expect(stderr).toContain('missing-field');
    expect(stderr).toMatch(/\n\d problems in 1 file\.\n$/);
    expect(fingerprint(shared)).toEqual(before);
  });

  it('a folder that cannot be written -> exit code 1 and the system error', async () => {
    const { code, stderr } = await runExample(exampleFolder(), 'build', '--out api.mjs/dist');
    expect(stderr).toMatch(/^System error: ENOTDIR.*\.\n$/);
    expect(code).toBe(1);
  });

  it('another build is under way -> the definition is loaded when that has ended', async () => {
    const cwd = exampleFolder();
    const other = temporaryPath(path.join(cwd, 'dist'), 'staging');
    mkdirSync(other);
    const building = new InProcessCli(['build'], { cwd });
    await vi.waitFor(() =>
      expect(building.stderr).toContain('Waiting for another command that works on '),
    );
    writeFiles(cwd, { 'api.mjs': 'export default null;' });
    rmdirSync(other);
    expect(await building.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The default export of api.mjs must be'),
    });
  });
});

it('a collection without published records -> a warning', async () => {
  const cwd = exampleFolder();
  writeFiles(cwd, { 'some/ranges/a.json': '{"slug":"a","name":"A"}', 'some/peaks/b.json': '[]' });
  const warning = 'The collection peaks is empty: it has no published record.';
  for (const command of ['build', 'validate']) {
    const { code, stdout, stderr } = await runExample(cwd, command, '--content some --json');
    expect(stderr.split('\n')[1]).toBe(warning);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      records: 1,
      warnings: expect.arrayContaining([warning]),
    });
  }
});

it('no records at all -> `build` refuses, and all but it warn', async () => {
  const cwd = exampleFolder();
  writeFiles(cwd, { 'no/ranges/a.json': '[]', 'no/peaks/b.json': '[]' });
  const { code, stderr } = await runExample(cwd, 'build', '--content no');
  expect(stderr).toMatch(
    /^There is no published record in no\. Nothing was changed\. .* --allow-removal\.\n$/,
  );
  expect([code, existsSync(path.join(cwd, 'dist'))]).toEqual([2, false]);
  for (const [command, options] of [['validate'], ['build', '--allow-removal']]) {
    const ended = await runExample(cwd, `${command}`, `--content no ${options ?? ''}`);
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('peaks is empty') });
  }
});

describe('--json', () => {
  const message = '`elevation` must be a number, but this is "high".';
  const wrongType = {
    ...{ code: 'wrong-type', message, help: 'Correct the value.' },
    ...{ file: 'broken/peaks/new.json', line: 1, column: PEAK.indexOf('"high"') + 1 },
  };
  const error = '2 problems in 1 file.';
  const problems = { error, problems: expect.arrayContaining([wrongType]) };
  const changes = { added: 0, changed: 0, removed: 0, uploadBytes: 0 };
  const built = { definition: 'api.mjs', records: 16, changes };
  const missing = { code: 'missing', path: 'api/peaks/1.json', message: 'is missing' };
  const failure = (error: string) => ({ error: expect.stringContaining(error), problems: [] });

  it.each<[line: string, code: number, stderr: string, result: object]>([
    [`build --base-url ${BASE}`, 0, '16 records → dist: ', built],
    [
      'validate',
      0,
      '16 public records in content',
      { content: 'content', records: 16, warnings: [] },
    ],
    ['verify', 0, 'dist is intact', { target: 'dist', faults: [] }],
    ['verify damaged', 1, '1 fault in damaged.', { target: 'damaged', faults: [missing] }],
    ['validate --content broken', 1, 'broken/peaks/new.json:1:', problems],
    ['build --host ngnix', 2, 'Unknown host', failure('Unknown host')],
  ])('%s --json -> exit code %d, messages, and one object', async (line, code, message, result) => {
    const ended = await runInProcess([...argumentsOf(line), '--json'], { cwd: shared });
    expect(ended.stderr).toContain(message);
    expect(ended.stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(ended.stdout)).toMatchObject({ ok: code === 0, ...result });
    expect(ended.code).toBe(code);
  });

  it('control characters in an error of a definition -> none on the terminal', async () => {
    writeFiles(shared, { 'own.mjs': "throw new Error('\\u001b[31m');" });
    const { stderr } = await runInProcess(['validate', '--api', 'own.mjs'], { cwd: shared });
    expect(stderr).toContain('Can’t load own.mjs: \ufffd[31m (');
  });
});

/** Starts a server in this process, and waits until it shows its address. */
async function startServer(line: string, cwd: string) {
  const cli = new InProcessCli([...argumentsOf(line), '--port', '0'], { cwd });
  await cli.waitFor('Press Ctrl-C');
  return { cli, base: /http:\/\/localhost:\d+/.exec(cli.stdout)?.[0] ?? '' };
}

describe('dev', () => {
  it('serves the content from memory, and logs each request', async () => {
    const cwd = exampleFolder();
    const before = fingerprint(cwd);
    const { cli, base } = await startServer('dev', cwd);
    const page = `${base}/api/peaks/?limit=5&offset=0&ordering=-first_ascent`;
    const suggested = [`${base}/api/`, `${base}/api/ranges/`];
    for (const address of [...suggested, page]) expect((await fetch(address)).status).toBe(200);
    await fetch(`${base}/api/peaks/?limit=3&offset=4`, { method: 'HEAD' });
    const long = `/api/peaks/?limit=0&x=${'x'.repeat(300)}`;
    await fetch(base + long);
    await cli.waitFor('→ data/errors');
    const { code, stdout, stderr } = await cli.interrupt();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.replace(/\d+\.\d s$|\d+ ms$/gm, (time) => time.replace(/[\d.]+/, 'n'));
    expect(lines.split('\n')).toEqual([
      'Definition: api.mjs; content: content/',
      'Built 16 records of content in n s',
      '',
      `Serving content at ${base}/`,
      'Open this address in a browser, or try:',
      ...suggested.map((address) => `  curl '${address}'`),
      '',
      'Watching content, api.mjs and its imports. Every change is served immediately.',
      'If changes are not seen (Docker, WSL, network disks), set CHOKIDAR_USEPOLLING=1.',
      'Press Ctrl-C to stop.',
      '',
      '200 /api/ → api/index.json  n ms',
      '200 /api/ranges/ → api/ranges.json  n ms',
      '200 /api/peaks/?limit=5&offset=0&ordering=-first_ascent → api/peaks/ordering/-first_ascent/limit/5.json  n ms',
      '200 HEAD /api/peaks/?limit=3&offset=4 → composed of 2 files  n ms',
      `400 ${long.slice(0, 300)}… → data/errors/peaks/limit.json  n ms`,
      '',
    ]);
    expect(fingerprint(cwd)).toEqual(before);
  });

  it('an address -> its records, which are read once', async () => {
    const { address, requests } = await startLiveApi(() => ({ body: towns(3) }));
    const cwd = exampleFolder();
    const { cli, base } = await startServer(`dev ${address}towns --count 3 --header a:b`, cwd);
    await cli.waitFor(`To keep it: npx staticrest init --from "${address}towns" --count 3`);
    expect(cli.stdout).toContain('The data is read once: start dev again to read it again.');
    expect(await (await fetch(`${base}/api/towns/2/`)).json()).toEqual(towns(3)[2]);
    expect(requests.map(({ headers }) => headers.a)).toEqual(['b']);
  });

  it('a folder of data, and a project in the current folder -> only the data is served', async () => {
    const cwd = exampleFolder();
    writeFiles(cwd, { 'public/x.txt': 'x', 'posts/a.md': '# A\n', 'posts/public/x.txt': 'x' });
    const { cli, base } = await startServer('dev posts', cwd);
    expect(cli.stdout).toContain('\nWatching posts. Every change is served immediately.\n');
    expect((await fetch(`${base}/x.txt`)).status).toBe(404);
    writeFiles(cwd, { 'posts/b/index.md': '---\ndraft: false\n---\nB' });
    const body = await vi.waitFor(async () => {
      const answer = await fetch(`${base}/api/posts/b/`);
      expect(answer.status).toBe(200);
      return answer.json();
    }, 10_000);
    expect(body).toEqual({ slug: 'b', draft: false, body: 'B' });
    writeFiles(cwd, { 'posts/b/index.md': '---\ndraft: true\n---\nB' });
    await cli.waitFor('\nNot published: records with `draft: true`.\n');
    await vi.waitFor(
      () => expect(cli.stdout.match(/^Built 1 record of/gm)).toHaveLength(2),
      10_000,
    );
    expect((await fetch(`${base}/api/posts/b/`)).status).toBe(404);
  });

  it('Ctrl-C during the start -> exit code 130', async () => {
    const cli = new InProcessCli(['dev', '--port', '0'], { cwd: exampleFolder() });
    await cli.waitFor('Definition');
    const interrupting = setInterval(() => process.emit('SIGINT'));
    const { code, stderr } = await cli.ended.finally(() => clearInterval(interrupting));
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'Stopped; nothing was changed.\n' });
  });

  it('a port that is in use -> exit code 2 before anything is built', async () => {
    const { port, close } = await listen(() => {}, 0, '127.0.0.1');
    onTestFinished(close);
    const stderr = expect.stringContaining(
      `address already in use 127.0.0.1:${port}. Choose another `,
    );
    const result = await runExample(exampleFolder(), 'dev', `--port ${port}`);
    expect(result).toEqual({ code: 2, stdout: 'Definition: api.mjs; content: content/\n', stderr });
  });

  it('broken content -> its problems, and a site once they are fixed', async () => {
    const cwd = exampleFolder();
    const { cli, base } = await startServer('dev --content broken', cwd);
    expect(cli.stdout).toContain(`Serving broken at ${base}/ after you fix the problems.`);
    expect((await fetch(`${base}/api/`)).status).toBe(503);
    await cli.waitFor('503 /api/ → No site has been built yet.');
    const range = '{"slug":"a","name":"A"}';
    writeFiles(cwd, { 'broken/ranges/a.json': range, 'broken/peaks/new.json': '[]' });
    await cli.waitFor('Built 1 record of broken');
    expect((await fetch(`${base}/api/`)).status).toBe(200);
    const { code, stderr } = await cli.interrupt();
    expect(code).toBe(0);
    expect(stderr).toMatch(/\d problems? in \d files?\./);
  });

  it.each(
    rowsOf(`
      --address 127.0.0.1 -> POST adds records to ranges.
      --address 0.0.0.0 -> POST is off, as the address is open to the network.`),
  )('%s -> %s', async (options, message) => {
    const cwd = exampleFolder();
    rmSync(path.join(cwd, 'content/peaks'), { recursive: true });
    const { cli, base } = await startServer(`dev --api apis/create.mjs ${options}`, cwd);
    expect(cli.stdout).toContain(`\n${message}\n`);
    const headers = { 'content-type': 'application/json' };
    const body = '{"slug":"a","name":"A"}';
    const { status } = await fetch(`${base}/api/ranges/`, { method: 'POST', headers, body });
    expect(status).toBe(message.startsWith('POST adds') ? 201 : 405);
    expect(cli.stdout.includes('Added ')).toBe(status === 201);
  });

  it.each<[options: string, status: number, origin: string | undefined]>([
    ['', 403, undefined],
    ['--cors', 200, '*'],
  ])('%s, a request from another site to a host of that site -> %d, origin %s', async (...row) => {
    const [options, status, origin] = row;
    const { base } = await startServer(`dev ${options}`.trim(), exampleFolder());
    const headers = { host: 'evil.example', origin: 'http://evil.example' };
    const answer = await sendRequest(Number(new URL(base).port), '/api/', { headers });
    const allowed = answer.headers['access-control-allow-origin']?.[0];
    expect([answer.status, allowed]).toEqual([status, origin]);
  });
});

describe('preview', () => {
  it('a site for another address -> links to this server', async () => {
    const { cli, base } = await startServer('preview', shared);
    const home = `${base}/x`;
    const index = await fetch(`${home}/api/`);
    expect(await index.json()).toMatchObject({ peaks: `${home}/api/peaks/` });
    expect(cli.stdout).toContain(`\nServing dist at ${home}/\n`);
    expect(suggestedRequests(cli.stdout)[0]).toBe(`${home}/api/`);
    expect(await cli.interrupt()).toMatchObject({ code: 0, stderr: '' });
  });

  it('without --port, port 8080 is in use -> the next free one', async () => {
    // Another process may use the ports.
    const first = await listen(() => {}, 8080, '127.0.0.1').catch(() => null);
    if (first) onTestFinished(first.close);
    for (const command of ['preview', 'dev']) {
      const cli = new InProcessCli([command], { cwd: shared });
      await cli.waitFor('Press Ctrl-C');
      const [, port] = / at http:\/\/localhost:(\d+)\//.exec(cli.stdout) ?? [];
      expect(port).toMatch(/^80(?:8[1-9]|9\d)$/);
      await cli.interrupt();
    }
  });
});
