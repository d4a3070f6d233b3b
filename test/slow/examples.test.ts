import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Api, Collection } from '../../src/api/definition.ts';
import { importApi } from '../../src/cli/api.ts';
import { encodeKey } from '../../src/core/endpoint.ts';
import { keyOf } from '../../src/core/key.ts';
import type { HostName } from '../../src/hosts/host.ts';
import { parseHash } from '../../src/page/view/request-target.ts';
import { build } from '../../src/publish/build.ts';
import { temporaryFolder } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';

const BASE = 'https://example.org';

/** Some requests of each example, and what a record has, or the names or codes in a listing. */
const REQUESTS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'end-of-life': {
    'products/?category=os': ['alpine-linux', 'debian', 'ubuntu'],
    'products/?tag=google': ['angular', 'go'],
    'products/?search=linux+alp': ['alpine-linux'],
    'products/k8s/': { name: 'kubernetes', aliases: ['k8s'] },
    'releases/?product=nodejs&lts=true': ['24', '22', '20', '18', '16', '14'],
    'releases/?product=pci-dss&ordering=released': ['3.1', '3.2', '3.2.1', '4.0', '4.0.1'],
    'releases/?eol__gte=2028-12-01&eol__lt=2029-10-31': ['8.4', '24.04'],
    'releases/nodejs-latest/': { product: 'nodejs', name: '24', is_newest: true },
    'tags/google/': { name: 'google', products: 2 },
    'meta/': { products: 20, releases: 224 },
  },
  countries: {
    'countries/FR/': { cca3: 'FRA', borders: expect.arrayContaining(['CHE']) },
    'countries/?search=guinea+spa': ['GNQ'],
    'countries/SJ/': { area: null, flag: 'https://example.org/flags/sjm.svg' },
    'countries/?region=Antarctic': ['ATA', 'BVT', 'ATF', 'HMD', 'SGS'],
    'regions/Oceania/': { countries: 27 },
    'languages/fra/': { name: 'French', countries: 46 },
  },
};

/** The content folder of an example. That of countries is made from a package, as its README tells. */
function contentOf(example: string): string {
  if (example !== 'countries') return path.resolve('examples', example, 'content');
  const source = fileURLToPath(import.meta.resolve('world-countries/countries.json'));
  const folder = temporaryFolder();
  cpSync(source, path.join(folder, 'content/countries/countries.json'));
  const onlyFlags = { recursive: true, filter: (file: string) => /data$|svg$/.test(file) };
  cpSync(path.join(source, '../data'), path.join(folder, 'public/flags'), onlyFlags);
  return path.join(folder, 'content');
}

/** The keys of the examples need no encoding. */
const targetOf = (name: string, key: unknown) => `/api/${name}/${key}/`;

/** The targets in an answer: its links, and its records with those that they refer to. */
function* targetsIn(body: unknown, collection?: Collection): Generator<string> {
  for (const [, link = ''] of JSON.stringify(body).matchAll(/"https:\/\/example\.org(\/.+?)"/g))
    yield link;
  if (!collection || collection.single) return;
  const { name, key, references = {} } = collection;
  for (const record of Object(body).results ?? [body].flat()) {
    yield targetOf(name, keyOf(key, record));
    for (const [field, other = ''] of Object.entries(references))
      for (const value of [record[field] ?? []].flat()) yield targetOf(other, value);
  }
}

/** Requests all pages and records, also by their aliases, and every address in them, each once. */
async function walk({ collections }: Api, get: (target: string) => Promise<unknown>) {
  const targets = new Set(['/api/']);
  for (const target of targets) {
    const body = await get(target);
    const one = collections.find(({ name }) => name === target.split(/[/.?]/)[2]);
    for (const other of targetsIn(body, one)) targets.add(other);
    if (!one?.aliases || target !== targetOf(one.name, keyOf(one.key, body))) continue;
    for (const alias of one.aliases(Object(body)))
      expect(await get(targetOf(one.name, alias))).toEqual(body);
  }
  return targets;
}

async function builtExample(name: string, host: HostName | undefined) {
  const api = await importApi(path.resolve(`examples/${name}/api.mjs`), (file) => import(file));
  const out = path.join(temporaryFolder(), 'dist');
  const { notes } = await build({ api, content: contentOf(name), out, base: BASE, host });
  expect(notes).toEqual([]);
  return { api, out };
}

describe.each(Object.entries(REQUESTS))('the example %s: every address answers', (name, wanted) => {
  it.each([undefined, 'node', 'files'] as const)('for the host %s', async (host) => {
    const { api, out } = await builtExample(name, host);
    const plain = host === 'files';
    const { send } = await servedSite(out, { plain, asBuilt: true });
    const get = async (target: string) => {
      const file = target.replace(/^\/api\/$/, '$&index/').replace(/\/$/, '.json');
      const { status, body } = await send(plain ? file : target);
      expect(status, target).toBe(200);
      return JSON.parse(target.endsWith('.svg') ? '""' : `${body}`);
    };
    expect((await walk(api, get)).size).toBeGreaterThan(260);
    for (const [target, expected] of Object.entries(wanted)) {
      if (plain && target.includes('?')) continue;
      const { results, ...record } = await get(`/api/${target}`);
      const names = results?.map((one: { cca3?: string; name: string }) => one.cca3 ?? one.name);
      expect(names ?? record, target).toMatchObject(expected);
    }
  });
});

const LIST = '/api/languages/';
const NAMES = ['C', 'C#', 'C++', 'F#', 'Lua', 'Modula-2', 'Pascal', 'なでしこ'];
const ON_A_MAP = NAMES.slice(0, -1);
/** The first page. */
const IN_PAGE = ['C', 'C#', 'C++', 'F#', 'Lua'];

/** Every text that the group of an expression matches. */
const allIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

it.each(['nginx', 'cloudflare', 'files'] as const)(
  'the example of programming languages, for %s: every address of a record leads to it',
  async (host) => {
    const { out } = await builtExample('programming-languages', host);
    const text = (file: string) => readFileSync(path.join(out, file), 'utf8');
    const { send } = await servedSite(out);
    const get = async (target: string) => {
      const { status, body } = await send(target);
      return { status, ...JSON.parse(String(body)) };
    };
    /** The names of the records at some addresses. */
    const namesAt = async (addresses: readonly string[]) => {
      const records = addresses.map((one) => get(new URL(one, `${BASE}/`).pathname));
      return new Set((await Promise.all(records)).map(({ name }) => name).sort());
    };
    const namesOf = (keys: readonly string[]) =>
      namesAt(keys.map((key) => `${LIST}${encodeKey(key)}/`));

    const feed = text('feed.xml');
    const links = allIn(feed, /"text\/html" href="https:\/\/example.org\/(#.*?)"/g);
    expect(await namesAt(links.map((hash) => `${parseHash('api/', hash)}`))).toEqual(
      new Set(NAMES),
    );
    const page = allIn(text('index.html'), /href="#?\/?(api\/languages\/[^"?/]+\/?)"/g);
    expect(await namesAt(page)).toEqual(new Set(IN_PAGE));
    const { paths, components } = JSON.parse(text('openapi.json'));
    const item = `/api/languages/{name}${host === 'files' ? '.json' : '/'}`;
    const [{ $ref }] = paths[item].get.parameters;
    const { example } = components.parameters[$ref.replace(/.*\//, '')];
    expect(await namesAt([item.replace('{name}', encodeKey(example))])).toEqual(new Set(['C']));
    for (const points of [
      await get('/api/languages_geojson/'),
      JSON.parse(text('downloads/languages.geojson')),
    ]) {
      expect(await namesOf(points.features.map(({ id }: { id: string }) => id))).toEqual(
        new Set(ON_A_MAP),
      );
    }
    const lines = text('downloads/languages.jsonl').trim().split('\n');
    expect(await namesOf(lines.map((line) => JSON.parse(line).name))).toEqual(new Set(NAMES));
    expect(await namesOf(allIn(text('downloads/languages.csv'), /^([^,]+),\d/gm))).toEqual(
      new Set(NAMES),
    );

    for (const [query, names] of [
      ['place=Z%C3%BCrich', ['Modula-2', 'Pascal']],
      ['place=Rio+de+Janeiro&limit=20', ['Lua']],
      ['place=Murray%20Hill', ['C', 'C++']],
      ['place__in=Murray+Hill,Z%C3%BCrich&year__lt=1980', ['C', 'Modula-2', 'Pascal']],
      ['year__gte=1985.0&paradigm=functional', ['C#', 'F#', 'Lua']],
    ] as const) {
      const { results } = await get(`${LIST}?${query}`);
      expect(results.map(({ name }: { name: string }) => name)).toEqual(names);
    }
    expect(await get(`${LIST}?plaec=Japan`)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('Parameters: '),
    });
  },
);
