import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { AuthoringLoop, type DefinitionSource } from '../../../src/server/dev.ts';
import type { ServeOptions } from '../../../src/server/handler.ts';
import { ContentError } from '../../../src/util/problem.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { sendRequest } from '../../support/http.ts';
import { servedSite } from '../../support/served.ts';
import { filesOf } from '../../support/site-files.ts';

const town = z.object({ name: z.string(), hidden: z.boolean().default(false) });
const api = apiOf(
  defineCollection({
    ...titled('towns'),
    schema: town,
    key: 'name',
    isPublic: ({ hidden }) => !hidden,
    published: town.pick({ name: true }),
    publish: ({ name }) => ({ name }),
    create: { schema: town, record: (body) => body, file: ({ name }) => [name] },
  }),
);

const noop = () => {};

/** A definition that does not change; the file is any that exists. */
const DEFINITION: DefinitionSource = { file: 'package.json', load: async () => api };

/** An authoring loop over a content folder, watched and served until the test has finished. */
async function startLoop(
  options: {
    readonly content: string;
    readonly definition?: DefinitionSource;
  },
  errors: unknown[] = [],
  serveOptions: ServeOptions = {},
) {
  const loop = new AuthoringLoop(
    { definition: DEFINITION, ...options, base: 'http://localhost:8080' },
    { onBuilt: noop, onAdded: noop, onFailed: (e) => errors.push(e), onUnwatched: noop },
  );
  onTestFinished(() => loop.close());
  await loop.watch();
  await loop.build();
  const server = await serveLoop(loop, serveOptions);
  const request = async (url: string, options: RequestInit = {}) => {
    const response = await fetch(url, options);
    const location = response.headers.get('location');
    return { status: response.status, location, value: JSON.parse(await response.text()) };
  };
  const postTo = (url: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  return { loop, server, base: `http://127.0.0.1:${server.port}/api`, request, postTo };
}

async function serveLoop(loop: AuthoringLoop, options: ServeOptions) {
  const served = { ...options, creator: loop, changes: loop.changes };
  return servedSite(loop, served);
}

/** A loop over two towns. */
async function openLoop(options: ServeOptions = {}) {
  const folder = temporaryFolder();
  const content = path.join(folder, 'content');
  const write = (name: string, text: string) => writeFiles(content, { [`towns/${name}`]: text });
  write('a.yaml', 'name: Aspen\n');
  write('b.yaml', 'name: Boulder\n');
  const errors: unknown[] = [];
  const { loop, server, base, request, postTo } = await startLoop({ content }, errors, options);
  const address = `${base}/towns/`;
  const names = async (): Promise<string> => {
    const { value } = await request(address);
    const found: string[] = value.map(({ name }: { name: string }) => name);
    return found.sort().join();
  };
  const served = (expected: string) =>
    vi.waitFor(async () => expect(await names()).toBe(expected), { timeout: 25_000, interval: 10 });
  const post = (name: string) => postTo(address, { name });
  const from = { loop, server, folder, content, errors, address };
  return { ...from, write, request, names, served, post };
}

it('every change of the content is served', async () => {
  const { content, write, served } = await openLoop();
  write('a.yaml', 'name: Alma\n');
  await served('Alma,Boulder');
  write('US/c.yaml', 'name: Craig\n');
  await served('Alma,Boulder,Craig');
  rmSync(path.join(content, 'towns/b.yaml'));
  await served('Alma,Craig');
  renameSync(path.join(content, 'towns/a.yaml'), path.join(content, 'towns/d.yaml'));
  write('d.yaml', 'name: Delta\nhidden: true\n');
  await served('Craig');
});

it('a broken file -> an error with its position and the last good site, until it is fixed', async () => {
  const { write, errors, served, names } = await openLoop();
  write('a.yaml', 'name: [');
  await vi.waitFor(() => expect(errors).not.toEqual([]), { timeout: 25_000 });
  expect(errors[0]).toBeInstanceOf(ContentError);
  expect((errors[0] as ContentError).problems[0]?.location).toMatchObject({ line: 1 });
  expect(await names()).toBe('Aspen,Boulder');
  write('a.yaml', 'name: Alma\n');
  await served('Alma,Boulder');
});

it('an open page is told of each new site, not of a broken one, until the server closes', async () => {
  const { server, address, write, errors } = await openLoop();
  const page = await fetch(new URL('/', address));
  expect(await page.text()).toContain('"changes":"changes"');
  const response = await fetch(new URL('/changes', address));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  const first = await next();
  expect(first).toMatch(/^data: \d+\n\n$/);
  write('a.yaml', 'name: [');
  await vi.waitFor(() => expect(errors).not.toEqual([]), { timeout: 25_000 });
  write('a.yaml', 'name: Alma\n');
  const second = await next();
  expect(Number(second?.slice(6))).toBe(Number(first?.slice(6)) + 1);
  const closed = expect(next()).rejects.toThrow();
  await server.close();
  await closed;
});

describe('who may read the answers', () => {
  const REQUESTS: readonly [method: string, target: string][] = [
    ['GET', '/api/'],
    ['GET', '/api/towns/'],
    ['OPTIONS', '/api/towns/'],
    ['POST', '/api/towns/'],
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/changes'],
  ];
  const OWN = { loopbackOnly: true };

  /** The statuses of answers, and the headers that say who may read them. */
  async function accessOf(port: number, headers: Readonly<Record<string, string>>) {
    const answers = [];
    for (const [method, path] of REQUESTS) {
      const request = http.request({ port, method, path, headers, agent: false }).end();
      const [{ statusCode, headers: received }] = await once(request, 'response');
      request.destroy();
      const { 'access-control-allow-origin': origin, vary = '' } = received;
      answers.push({ statusCode, origin, isVaried: vary.split(', ').includes('Origin') });
    }
    return answers;
  }

  it('pages of this machine alone, and with --cors those of any site', async () => {
    const own = await openLoop(OWN);
    const { port } = await serveLoop(own.loop, {});
    for (const [server, origin, expected] of [
      [own.server.port, 'http://localhost:5173', 'http://localhost:5173'],
      [own.server.port, 'https://evil.example', undefined],
      [port, 'https://evil.example', '*'],
    ] as const) {
      const isVaried = server !== port;
      expect(await accessOf(server, { origin })).toEqual(
        REQUESTS.map(() => ({ statusCode: expect.any(Number), origin: expected, isVaried })),
      );
    }
  });

  it('a Host of another site -> 403 that says what to do, to every request', async () => {
    const { port } = (await openLoop(OWN)).server;
    const host = 'evil.example:8080';
    const access = await accessOf(port, { host });
    expect(access.map(({ statusCode }) => statusCode)).toEqual(REQUESTS.map(() => 403));
    const { body } = await sendRequest(port, '/api/', { headers: { host } });
    expect(JSON.parse(`${body}`).detail).toMatch(/^The Host header does not name .* --cors\.$/);
  });
});

it('a changed definition is loaded and served; a broken one -> its error and the last site', async () => {
  const folder = temporaryFolder();
  const content = path.join(folder, 'content');
  const file = path.join(folder, 'api.json');
  /** Saves as editors do: under another name first. */
  const save = (changes: object) => {
    writeFiles(folder, { 'api.json.tmp': JSON.stringify(changes) });
    renameSync(`${file}.tmp`, file);
  };
  const load = async () => {
    const [first] = api.collections;
    const changed = { ...first, ...JSON.parse(readFileSync(file, 'utf8')) };
    return defineApi({ ...api, collections: [changed] });
  };
  writeFiles(content, { 'towns/a.csv': 'name\nAspen\n' });
  save({});
  const errors: unknown[] = [];
  const options = { content, definition: { file, load } };
  const { base, request, postTo } = await startLoop(options, errors);
  const served = (name: string, expected: object) =>
    vi.waitFor(async () => expect(await request(`${base}/${name}/`)).toMatchObject(expected), {
      timeout: 25_000,
      interval: 20,
    });
  await served('towns', { value: [{ name: 'Aspen' }] });
  save({ pagination: { limits: [1], default: 1 } });
  await served('towns', { value: { count: 1, results: [{ name: 'Aspen' }] } });
  save({ pagination: 1 });
  await vi.waitFor(() => expect(errors).not.toEqual([]), { timeout: 25_000 });
  expect(String(errors[0])).toContain('pagination: must be an object');
  await served('towns', { value: { count: 1 } });
  expect((await postTo(`${base}/towns/`, { name: 'Boulder' })).status).toBe(503);
  // All records of the collection with the old name are gone.
  writeFiles(content, { 'cities/a.csv': 'name\nCraig\n' });
  rmSync(path.join(content, 'towns'), { recursive: true });
  save({ name: 'cities' });
  await served('cities', { value: [{ name: 'Craig' }] });
  expect((await postTo(`${base}/cities/`, { name: 'Boulder' })).status).toBe(201);
});

it('builds that are requested during a build -> one more, which has the content of then', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'towns/a.yaml': 'name: Aspen\n' });
  const { loop } = await startLoop({ content: folder });
  const first = loop.build();
  await vi.waitFor(() => expect(loop.build()).not.toBe(first));
  writeFiles(folder, { 'towns/b.yaml': 'name: Boulder\n' });
  const [second, third] = [loop.build(), loop.build()];
  expect(third).toBe(second);
  expect((await second).records).toBe(2);
});

it('a definition that hangs -> `close` ends its load, which reports nothing', async () => {
  const [folder, errors] = [temporaryFolder(), []];
  writeFiles(folder, { 'api.mjs': '', 'content/towns/a.csv': 'name\nAspen\n' });
  const load = vi.fn(async () => api);
  const definition = { file: path.join(folder, 'api.mjs'), load };
  const { loop } = await startLoop({ content: path.join(folder, 'content'), definition }, errors);
  load.mockReturnValue(new Promise(noop));
  writeFiles(folder, { 'api.mjs': 'changed' });
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), 9e3);
  await loop.close();
  expect(errors).toEqual([]);
});

describe('POST', () => {
  it('a record -> 201 when it is served, and a file in the content only', async () => {
    const { loop, folder, content, address, request, names, post } = await openLoop();
    const { status, location, value } = await post('Craig');
    expect({ status, value }).toEqual({ status: 201, value: { name: 'Craig' } });
    expect(location).toBe(`${address}Craig/`);
    expect((await request(`${address}Craig/`)).value).toEqual(value);
    const options = await request(address, { method: 'OPTIONS' });
    expect(options.value.parses).toEqual(['application/json']);
    expect(await names()).toBe('Aspen,Boulder,Craig');
    expect(readFileSync(path.join(content, 'towns/Craig.yaml'), 'utf8')).toMatch(/^name: Craig\n/);
    await loop.close();
    expect(readdirSync(folder)).toEqual(['content']);
  });

  it('many at once, two of them the same -> all but the second of these are served', async () => {
    const { names, post } = await openLoop();
    const posted = ['Craig', 'Delta', 'Eagle', 'Frisco', 'Eagle'].map(post);
    const statuses = (await Promise.all(posted)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 201, 201, 409]);
    expect(await names()).toBe('Aspen,Boulder,Craig,Delta,Eagle,Frisco');
  });

  it('a build that fails with the record -> 503, and no file', async () => {
    const { folder, content, errors, post } = await openLoop();
    writeFiles(folder, { 'public/feed.xml': '' });
    const { status, value } = await post('Craig');
    expect(status).toBe(503);
    expect(value.detail).toContain('could not be added');
    expect(String(errors[0])).toContain('public/feed.xml can’t be part of the site');
    expect(filesOf(content)).toEqual(['towns/a.yaml', 'towns/b.yaml']);
  });
});

it('public/ beside the content -> its files as they are now, and never in place of the API', async () => {
  const folder = temporaryFolder();
  const content = path.join(folder, 'content');
  writeFiles(content, { 'towns/a.json': '{"name":"a"}' });
  const { server } = await startLoop({ content });
  const get = async (target: string) => {
    const { status, body } = await sendRequest(server.port, target);
    return [status, String(body)];
  };
  expect((await get('/a%20b.txt'))[0]).toBe(404);
  writeFiles(path.join(folder, 'public'), { 'a b.txt': '1', 'api/x.txt': '1', 'index.html': '1' });
  expect(await get('/a%20b.txt')).toEqual([200, '1']);
  writeFiles(path.join(folder, 'public'), { 'a b.txt': '2' });
  expect(await get('/a%20b.txt')).toEqual([200, '2']);
  expect((await get('/api/x.txt'))[0]).toBe(404);
  expect((await get('/'))[1]).toContain('<!doctype html>');
  expect((await get('/..%2fcontent/towns/a.json'))[0]).toBe(404);
  rmSync(path.join(folder, 'public'), { recursive: true });
  expect((await get('/a%20b.txt'))[0]).toBe(404);
});
