import { cpSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HostKind } from '../../../../src/core/grid.ts';
import type * as client from '../../../../src/hosts/edge/client.d.ts';
import { temporaryFolder, writeFiles } from '../../../support/folder.ts';
import { renderedSite, SMALL_BASE } from '../../../support/rendered-site.ts';
import { smallApi, smallRecords } from '../../../support/small-site.ts';
import { staticHost } from '../../../support/static-host.ts';
import { rowsOf } from '../../../support/table.ts';

/** The compiled module that is published with every site. */
const BUNDLE = path.resolve('lib/client.bundle.js');
const { ApiError, connect, NetworkError }: typeof client = await import(BUNDLE);

const rendered = renderedSite(smallApi, smallRecords());

/** Has sites of the small API: one for plain hosts, one without pages, and one of these in which a city is missing. */
const sites = temporaryFolder();
const folderOf = (name: string) => path.join(sites, name, 'small');
const address = (host: { origin: string }, name = 'store') => `${host.origin}/${name}/small/`;
const startHost = () => staticHost(sites, { notFound: '404.html' });
let host: Awaited<ReturnType<typeof startHost>>;

beforeAll(async () => {
  const write = (name: string, hostKind: HostKind, cities?: string) => {
    const { files } = renderedSite(smallApi, smallRecords(cities), hostKind);
    writeFiles(folderOf(name), Object.fromEntries(files));
  };
  write('paths', 'plain');
  write('store', 'code');
  write('newer', 'code', 'abcd');
  writeFiles(sites, { '404.html': 'Not found' });
  host = await startHost();
});
afterAll(() => host.close());

/**
 * The body of an answer, with links to the site that is read.
 * @param file below `data/`, if it begins with `errors/` or `options/`, else below `api/`
 */
const textOf = (file: string, site: string | URL): string =>
  rendered
    .text(`${/^(?:errors|options)\//.test(file) ? 'data' : 'api'}/${file}.json`)
    .replaceAll(SMALL_BASE, baseOf(site));

/** The base address of the links of a site. */
const baseOf = (site: string | URL) =>
  `${site}`.startsWith('file:') ? SMALL_BASE : `${site}`.replace(/\/$/, '');

describe.each<[string, boolean, () => string | URL]>([
  ['a plain host', true, () => address(host, 'paths')],
  ['a folder without pages', false, () => pathToFileURL(folderOf('store'))],
])('%s', (_, hasPages, site) => {
  let api: client.Api;
  beforeAll(async () => {
    api = await connect(site());
  });

  it.each(
    rowsOf(`
      from the root     -> /api/cities/?limit=2         -> cities/limit/2
      relative          -> api/cities/?limit=2          -> cities/limit/2
      without its slash -> /api/cities?limit=2          -> cities/limit/2
      a link            -> ${SMALL_BASE}/api/cities/?offset=2 -> cities/limit/2/offset/2
      with a fragment   -> /api/cities/?limit=2#a?b     -> cities/limit/2
      a list            -> /api/countries/              -> countries
      a record          -> /api/cities/a/               -> cities/a
      an unusual key    -> /api/words/g++/              -> words/--g.2b.2b
      limit 0           -> /api/cities/?limit=0         -> errors/cities/limit             -> 400
      an unknown record -> /api/cities/zz/              -> errors/cities/key               -> 404
      unknown, no slash -> api/cities/zz                -> errors/cities/key               -> 404
      an unknown path   -> ${SMALL_BASE}/api/nothing/   -> errors/path                     -> 404
      a page by path    -> /api/cities/limit/2/offset/2.json -> cities/limit/2/offset/2
      another by path   -> api/words/---a.json          -> words/---a
      the base twice    -> /small/api/cities/           -> errors/path                     -> 404
      a file            -> /openapi.json                -> errors/path                     -> 404
    `),
  )('get: %s: %s', async (_, given = '', file = '', status) => {
    const body = JSON.parse(textOf(file, site()));
    const got = api.get(given);
    if (status === undefined) return expect(await got).toEqual(body);
    const error = await got.catch((one: Error) => one);
    const { detail, parameter = '', supported = [] } = body;
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: Number(status), detail, parameter, supported });
    expect(String(error)).toBe(`ApiError: The API answered with status ${status}: ${detail}`);
  });

  it('get: next, until there is none -> every record once', async () => {
    const found: unknown[] = [];
    let next: string | null = '/api/cities/?ordering=-name&limit=2';
    while (next !== null) {
      const page: { next: string | null; results: { name: string }[] } = await api.get(next);
      found.push(...page.results.map((one) => one.name));
      next = page.next;
    }
    expect(found).toEqual([...'edcba']);
  });

  it.each<[string, Parameters<client.Api['list']>, string]>([
    ['one parameter', ['cities', { limit: 2 }], 'cities/?limit=2'],
    ['a list of values', ['cities', { name__in: ['a', 'c'] }], 'cities/?name__in=a,c'],
    ['an absent value', ['cities', { size__gte: 1, limit: undefined }], 'cities/?size__gte=1'],
    ['a value to encode', ['words', { kind: 'a&b=c' }], 'words/?kind=a%26b%3Dc'],
    ['no parameters', ['countries'], 'countries/'],
  ])('list: %s', async (_, request, target) => {
    const found = await api.list(...request);
    expect(found).toEqual(await api.get(`/api/${target}`));
    expect([found.results ?? found].flat().length).toBeGreaterThan(0);
  });

  it.each([
    ['without values', []],
    ['with an empty value', ['a', '']],
    ['with white space', [' ']],
    ['without one of its values', ['a', undefined]],
    ['with a comma', ['a', 'b,c']],
  ])('list: a list %s -> a TypeError', async (_, name__in) => {
    await expect(api.list('cities', { name__in })).rejects.toThrow(TypeError);
  });

  it('get: a URL', async () => {
    expect(await api.get(new URL(`${SMALL_BASE}/api/cities/a/`))).toMatchObject({ name: 'a' });
  });

  it.each(
    rowsOf(`
      an address elsewhere        -> https://elsewhere.example/api/cities/
      one without its protocol    -> //me.github.io/small/api/
      another site of the host    -> https://me.github.io/api/
      a site of a similar address -> https://me.github.io/smaller/api/
      no address of a host        -> data:application/json,1
    `),
  )('%s: %s -> a TypeError', async (_, given = '') => {
    const message = `${given} is no path, and does not begin with ${baseOf(site())}/api/.`;
    for (const refused of [api.get(given), api.response(given)]) {
      await expect(refused).rejects.toThrow(new TypeError(message));
    }
  });

  it.each(
    rowsOf(`
      GET     -> api/cities/          -> 200 -> cities/limit/2
      get     -> api/cities/          -> 200 -> cities/limit/2
      HEAD    -> api/cities/          -> 200
      OPTIONS -> api/cities/?limit=0  -> 200 -> options/cities
      POST    -> api/cities/          -> 405 -> errors/method
      GET     -> api/cities/?limit=x  -> 400 -> errors/cities/limit
      GET     -> api/cities?limit=2   -> 301
    `),
  )('response: %s %s -> %s', async (method, given = '', status, file) => {
    const response = await api.response(given, { method });
    expect([response.status, await response.text()]).toEqual([
      Number(status),
      file ? textOf(file, site()) : '',
    ]);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const location =
      status === '301' ? `${new URL(baseOf(site())).pathname}/api/cities/?limit=2` : null;
    expect(response.headers.get('Location')).toBe(location);
  });

  it.each(
    rowsOf(`
      a prerendered page           -> api/cities/?limit=3     -> api/cities/limit/3.json
      a record                     -> /api/cities/a/          -> api/cities/a.json
      an unusual key               -> api/words/a%2Fb/        -> api/words/--a.2fb.json
      a prerendered filter         -> api/cities/?area=n      -> api/cities/area/n/limit/2.json
      a limit that is never        -> api/cities/?limit=1     -> none
      a filter that is never       -> api/cities/?name=a      -> none
      an error                     -> api/cities/?limit=0     -> none
      the index                    -> api/                    -> api/index.json
      a page by path               -> api/cities/limit/2.json -> api/cities/limit/2.json
    `),
  )('findFile: %s: %s', async (_, given = '', file = '') => {
    const isPrinted = hasPages || file === 'api/index.json';
    expect(await api.findFile(given)).toBe(file !== 'none' && isPrinted ? file : null);
  });

  it('response: a tag that the client knows -> 304', async () => {
    const tag = (await api.response('api/cities/')).headers.get('ETag') ?? '';
    const headers = { 'if-none-match': tag };
    expect((await api.response('api/cities/', { headers })).status).toBe(304);
  });

  it('a signal that is aborted -> its reason, though no file is left to read', async () => {
    await api.get('api/cities/');
    const signal = AbortSignal.abort(new Error('too late'));
    for (const aborted of [
      api.get('api/cities/', { signal }),
      api.response('api/cities/', { signal }),
      connect(site(), { signal }),
    ]) {
      await expect(aborted).rejects.toThrow('too late');
    }
  });
});

describe('the address of a site', () => {
  it.each<[string, (site: string) => string | URL]>([
    ['with a slash at its end', (site) => site],
    ['without it', (site) => site.slice(0, -1)],
    ['with a query and a fragment', (site) => `${site.slice(0, -1)}?a=/b#c`],
    ['that is a URL', (site) => new URL(site)],
  ])('%s -> the site', async (_, change) => {
    const api = await connect(change(address(host)));
    expect(await api.get('api/cities/a/')).toMatchObject({ name: 'a' });
  });

  it.each<[string, () => string | URL, string | RegExp]>([
    ['is not absolute', () => 'small/', 'Invalid URL'],
    [
      'has no site',
      () => `${host.origin}/nothing`,
      /\/nothing\/ has no site that .* copy it from the site again\.$/,
    ],
    ['is an empty folder', () => pathToFileURL(os.tmpdir()), /^file:.* has no site/],
    ['is a file', () => pathToFileURL(BUNDLE), /^file:.* has no site/],
    ['is closed', () => 'http://127.0.0.1:1/', 'http://127.0.0.1:1/data/root.json can’t be'],
  ])('%s -> an Error that says so', async (_, site, message) => {
    const error = await connect(site()).catch((one: Error) => one);
    expect(() => {
      throw error;
    }).toThrow(message);
    expect(error).toBeInstanceOf(site() === 'small/' ? TypeError : NetworkError);
  });
});

it('100 searches at once -> each file is read once; one that is aborted fails alone', async () => {
  const api = await connect(address(host));
  const read = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => void vi.restoreAllMocks());
  const abort = new AbortController();
  const aborted = api.get('api/cities/?name=a', abort);
  const searches = Array.from({ length: 100 }, (_, at) =>
    api.get(`api/cities/?name=a&limit=${at + 1}`),
  );
  abort.abort(new Error('too late'));
  await expect(aborted).rejects.toThrow('too late');
  for (const page of await Promise.all(searches)) expect(page).toMatchObject({ count: 1 });
  const files = read.mock.calls.flatMap(([url, init]) => (init?.signal ? [] : String(url)));
  expect(files).toEqual([expect.stringContaining('/data/store/')]);
});

describe('a host that fails', () => {
  const UNREACHABLE = /^http:.*\/data\/store\/.* can’t be reached\.$/;
  const HTML = { 'Content-Type': 'text/html' };

  /** The file with the cities. */
  function packFile() {
    const root = JSON.parse(readFileSync(path.join(folderOf('store'), 'data/root.json'), 'utf8'));
    return path.join(folderOf('store'), 'data/store', root.collections.cities.pack);
  }
  const pack = () => readFileSync(packFile());

  /** A client of a host that answers the request for that file by a function. */
  async function connectedTo(respond: (response: ServerResponse) => void) {
    const files = await startHost();
    onTestFinished(() => files.close());
    const setPack = (answer: typeof respond) =>
      files.setResponse(`/${path.relative(sites, packFile())}`, answer);
    setPack(respond);
    return { api: await connect(address(files)), setPack };
  }

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['busy', (sent) => sent.writeHead(503).end(), /^http:.*\/data\/store\/.* has status 503\.$/],
    ['closes the connection', (sent) => sent.destroy(), UNREACHABLE],
    [
      'closes it early',
      (sent) => sent.writeHead(200, { 'Content-Length': 9 }).write('x', () => sent.destroy()),
      UNREACHABLE,
    ],
    [
      'sends a page',
      (sent) => sent.writeHead(200, HTML).end(),
      /^http:.*\/small\/ has no site that this client\.js can read\. The site lacks data\/store/,
    ],
    ['sends other bytes', (sent) => sent.end(pack().subarray(1)), /The site lacks/],
  ])('%s -> an Error that says so; later the answer', async (_, respond, message) => {
    const { api, setPack } = await connectedTo(respond);
    await expect(api.get('api/cities/')).rejects.toThrow(message);
    setPack((response) => response.end(pack()));
    expect(await api.get('api/cities/')).toMatchObject({ count: 5 });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['busy', (sent) => sent.writeHead(503).end()],
    ['closes the connection', (sent) => sent.destroy()],
  ])('%s once -> the answer; aborted meanwhile -> the reason', async (_, fail) => {
    const { api, setPack } = await connectedTo(() => {});
    const failOnce = () =>
      setPack((first) => {
        fail(first);
        setPack((response) => response.end(pack()));
      });
    failOnce();
    const signal = AbortSignal.timeout(200);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const aborted = api.get('api/cities/', { signal }).finally(() => vi.useRealTimers());
    await expect(aborted).rejects.toThrow('aborted due to timeout');
    failOnce();
    expect(await api.get('api/cities/')).toMatchObject({ count: 5 });
  });

  it('has status 401 -> an Error at once', async () => {
    let requests = 0;
    const { api } = await connectedTo((sent) => sent.writeHead(401, `${++requests}`).end());
    await expect(api.get('api/cities/')).rejects.toMatchObject({ status: 401 });
    expect(requests).toBe(1);
  });

  it('can’t be reached after a minute -> the answer from what is loaded, which says when', async () => {
    const files = await startHost();
    const api = await connect(address(files));
    const page = await api.get('api/cities/');
    await files.close();
    const { updated } = api;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await api.get('api/cities/')).toEqual(page);
    const read = vi.spyOn(globalThis, 'fetch');
    expect(await api.get('api/cities/?limit=2')).toMatchObject({ count: 5 });
    expect(read).not.toHaveBeenCalled();
    expect(api.updated).toEqual(updated);
    now.mockReturnValue(Date.now() + 60_000);
    const signal = AbortSignal.timeout(100);
    await expect(api.get('api/cities/', { signal })).rejects.toThrow('aborted due to timeout');
  });

  it('is silent, and the signal is aborted -> its reason; another collection is answered', async () => {
    const { api } = await connectedTo(() => {});
    const signal = AbortSignal.timeout(50);
    await expect(api.get('api/cities/', { signal })).rejects.toThrow('aborted due to timeout');
    expect(await api.get('api/rivers/')).toMatchObject({ count: 3 });
  });
});

describe('a site that is replaced', () => {
  /** A copy of the site, a client that has read a part of it, and what replaces it. */
  async function replaceable() {
    const root = temporaryFolder();
    const folder = path.join(root, 'small');
    cpSync(folderOf('store'), folder, { recursive: true });
    const files = await staticHost(root, { notFound: '' });
    onTestFinished(() => files.close());
    const api = await connect(`${files.origin}/small/`);
    await api.get('api/words/a/');
    const deploy = () => cpSync(folderOf('newer'), folder, { recursive: true });
    return { api, deploy, folder };
  }
  const QUERIES = ['', '?limit=1', '?ordering=-name&limit=3', '?name=a', 'a/'];

  it('and the old files are gone -> the new records', async () => {
    for (const query of QUERIES) {
      const { api, deploy, folder } = await replaceable();
      rmSync(folder, { recursive: true });
      deploy();
      const fresh = await connect(address(host, 'newer'));
      const texts = [api, fresh].map(async (one) =>
        JSON.stringify(await one.get(`api/cities/${query}`)).replaceAll(/http:[^"]*\/small\//g, ''),
      );
      expect(await texts[0]).toBe(await texts[1]);
    }
  });

  it('and the old files are kept -> the old records, after a minute the new ones', async () => {
    const { api, deploy } = await replaceable();
    deploy();
    const counts = async () => {
      const pages = QUERIES.slice(0, 3).map((query) =>
        api.get<{ count: number }>(`api/cities/${query}`),
      );
      return (await Promise.all(pages)).map(({ count }) => count);
    };
    expect(await counts()).toEqual([5, 5, 5]);
    const now = Date.now() + 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await counts()).toEqual([4, 4, 4]);
  });
});

describe('the published module', () => {
  const text = readFileSync(BUNDLE, 'utf8');

  it('is at most 12.9 KB, compressed', () => {
    expect(gzipSync(text).length).toBeLessThanOrEqual(12_920);
  });

  it('imports nothing but the file system, for a folder', () => {
    expect(text.match(/\bimport\b[^.]|\brequire\b/g)).toEqual(['import(']);
    expect(text.match(/"node:[^"]*"/g)).toEqual(['"node:fs/promises"']);
  });

  it('names nothing else that only Node has', () => {
    const foreign = /\b(?:process|Buffer|global|setImmediate|__dirname)\b/g;
    expect(text.match(foreign)).toBe(null);
  });

  it('exports what its types say', () => {
    const types = readFileSync('src/hosts/edge/client.d.ts', 'utf8');
    const declared = types.match(/(?<=export declare (?:class|function) )\w+/g);
    const exported = /export\{([^}]*)\}/.exec(text)?.[1]?.match(/(?<= as )\w+/g);
    expect(exported?.sort()).toEqual(declared?.sort());
  });
});
