import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, hrefOf, isListing, OPENAPI } from '../../src/core/address.ts';
import { encodeKey, hrefAt } from '../../src/core/endpoint.ts';
import { apiFolder, basePath, findCollection, type Grid } from '../../src/core/grid.ts';
import { HEADERS, PREFLIGHT_HEADERS, REDIRECT_HEADERS } from '../../src/core/header.ts';
import { addressOf } from '../../src/core/path.ts';
import { reply } from '../../src/core/reply.ts';
import { isApiPath, resolve, splitTarget } from '../../src/core/resolve.ts';
import type { Host, HostName } from '../../src/hosts/host.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { openSiteFolder } from '../../src/server/site-folder.ts';
import { DescribedAnswers } from '../support/described-answers.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { Answer, RequestOptions } from '../support/http.ts';
import { linksIn } from '../support/page-text.ts';
import { neighborhoodsPage } from '../support/plain-api.ts';
import { anyNeighborhoodsPage, anyPath, anyQuery } from '../support/random-requests.ts';
import { resolveByRules } from '../support/rules.ts';
import { buildShippedSite, shippedManifest, shippedSite } from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';
import { KINDS, smallSite, versionedSite, WORDS } from '../support/small-site.ts';
import { rowsOf, valuesOf } from '../support/table.ts';
import { BOOK_LISTINGS, testBookCases } from './books.ts';
import { CASES, type Expected, type FileAnswer } from './cases.ts';
import { type Built, type Deployed, deployed } from './deployed.ts';
import { DIFFERENCES, type HostExpected, STATUSES } from './differences.ts';
import { COMPRESSING, GZIP, listed, testFiles, testPublicFiles } from './files.ts';
import { type Answering, testListings } from './listings.ts';
import { NUMBERED_PAGES } from './page-numbers.ts';

/** A host's real engine, running with a site on this machine. */
export interface Engine {
  send(target: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts an engine that serves what is deployed. */
export type Start = (site: Deployed) => Promise<Engine>;

/** The parts of an answer that the contract specifies. */
interface ContractAnswer {
  readonly status: number;
  /** A header of the contract, with each of its values. */
  readonly headers: Answer['headers'];
  /** A string with a character for each byte, because long strings are compared faster than buffers. */
  readonly body: string;
}

/** The absolute address of a published body that is no error and no answer to OPTIONS. */
function hrefIn(grid: Grid, address: Exclude<Address, { kind: 'error' | 'options' }>): string {
  if (isListing(address)) return hrefOf(grid, address);
  if (address.kind === 'index') return hrefAt(grid, address);
  return hrefAt(grid, { ...address, collection: findCollection(grid, address) });
}

/** The headers that are compared. */
const NAMES = [
  ...Object.keys({ ...HEADERS, ...REDIRECT_HEADERS, ...PREFLIGHT_HEADERS }),
  ...['location', 'link', 'access-control-expose-headers'],
]
  .map((name) => name.toLowerCase())
  .filter((name) => name !== 'content-length');

function contractAnswer({ status, headers, body }: Answer): ContractAnswer {
  const compared = NAMES.flatMap((name) => {
    const { [name]: values } = headers;
    return values ? [[name, comparable(name, values)]] : [];
  });
  return { status, headers: Object.fromEntries(compared), body: decoded(headers, body) };
}

/** The values of a header, in the form in which they are compared. */
function comparable(name: string, values: readonly string[]): readonly string[] {
  // An address may have an origin or not.
  if (name === 'location') return values.map((one) => one.replace(/^https?:\/\/[^/]*/, ''));
  // A server that compresses adds the first, and Apache the second with MultiViews.
  if (name === 'vary')
    return listed(values).filter((one) => !/^Accept-Encoding$|^negotiate$/.test(one));
  return values;
}

/** A body without its compression. */
function decoded({ vary, 'content-encoding': encoding }: Answer['headers'], body: Buffer): string {
  if (!encoding || body.length === 0) return body.toString('latin1');
  expect(listed(vary)).toContain('Accept-Encoding');
  const decompress = encoding.includes('br') ? brotliDecompressSync : gunzipSync;
  return decompress(body).toString('latin1');
}

/** The answer to a request, as the tables of cases and differences state it. */
function expectedAnswer(
  name: HostName,
  method: string,
  expected: Expected | HostExpected,
  answer: ContractAnswer,
  built: Built,
): ContractAnswer {
  const host: Host = HOSTS[name];
  if ('own' in expected) return { ...answer, status: expected.status };
  if ('location' in expected) {
    const { status, location } = expected;
    const headers = { ...REDIRECT_HEADERS, ...EXPOSED, Location: location };
    return { status, headers: namedHeaders(headers, host), body: '' };
  }
  if ('hostFile' in expected) {
    return withBody(name, method, expected.status, hostText(host, built, expected.hostFile));
  }
  const text = ({ status, file }: FileAnswer) =>
    withBody(name, method, status, siteText(built, file));
  if ('file' in expected) return text(expected);
  if (host.kind !== 'code') return text(expected.rules);
  if ('code' in expected) return text(expected.code);
  if ('page' in expected) {
    const page = Buffer.from(neighborhoodsPage(expected.page)).toString('latin1');
    return withBody(name, method, 200, page);
  }
  const [parameter] = expected.refused.split(' ');
  const body = JSON.stringify({ detail: expected.refused, parameter });
  return withBody(name, method, 400, `${body}\n`);
}

function withBody(name: HostName, method: string, status: number, body: string): ContractAnswer {
  const isPreflight = method === 'OPTIONS' && status === 200;
  const Link = linksIn(body);
  const headers = {
    ...HEADERS,
    ...(isPreflight && PREFLIGHT_HEADERS),
    ...EXPOSED,
    ...(Link && { Link }),
  };
  return {
    status: STATUSES[name]?.[status] ?? status,
    headers: namedHeaders(headers, HOSTS[name]),
    body: method === 'HEAD' ? '' : body,
  };
}

/** What every answer of our code has besides. */
const EXPOSED = { 'Access-Control-Expose-Headers': 'Allow, ETag, Link, Location' };

/** Headers as an answer has them, without those that a host does not send. */
function namedHeaders(
  headers: Readonly<Record<string, string>>,
  { kind, deviations }: Host,
): ContractAnswer['headers'] {
  const ofCode = kind === 'rules' ? ['Link', ...Object.keys(EXPOSED)] : [];
  const unsupported = [...ofCode, ...('no-allow' in deviations ? ['Allow'] : [])];
  const sent = Object.entries(headers)
    .filter(([name]) => !unsupported.includes(name))
    .map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return Object.fromEntries(sent.filter(([name]) => NAMES.includes(name)));
}

/** The shipped site that is built once for all tests. It has pages. */
const shipped = (): Built => ({ folder: shippedSite(), grid: shippedManifest().grid });

/** A file of a site of the shipped content; a page with links by query. One without pages composes what is a file of the other one. */
function siteText({ folder, grid }: Built, file: string): string {
  const own = path.join(folder, file);
  const isOwn =
    existsSync(own) && !(grid.hostKind === 'plain' && addressOf(grid, file)?.kind === 'page');
  return readFileSync(isOwn ? own : path.join(shippedSite(), file), 'latin1');
}

const hostText = (host: Host, { grid }: Built, file: string): string =>
  Buffer.from(host.files(grid)[file] ?? '').toString('latin1');

/** The answer that a host's code or rules must give to a request. */
async function resolved(
  { folder, grid }: Built,
  host: Host,
  method: string,
  target: string,
): Promise<ContractAnswer> {
  const request = { method, ...splitTarget(target) };
  const resolution = (host.kind === 'code' ? resolve : resolveByRules)(grid, request);
  const { status, headers, body } = await reply(openSiteFolder(folder), resolution, { method });
  return {
    status,
    headers: namedHeaders(headers, host),
    body: Buffer.from(body ?? []).toString('latin1'),
  };
}

/** The same requests at every run; set SEED for others, and RUNS for more. */
const SEED = Number(process.env.SEED ?? 1);

/**
 * Tests the answers of an engine against the table of cases.
 * @param built the site that it serves, of the shipped content
 */
export function testCases(name: HostName, send: Engine['send'], built = shipped): void {
  const named = CASES.map((one) => {
    const { group, name: about, method, target } = one;
    return [`${group}: ${about}: ${method} ${target}`, one] as const;
  });
  it.each(named)('%s', async (_, { method, target, headers, expected }) => {
    const answer = contractAnswer(await send(target, { method, headers }));
    const own = DIFFERENCES[name][`${method} ${target}`] ?? expected;
    expect(answer).toEqual(expectedAnswer(name, method, own, answer, built()));
  });
}

/** Tests any pages that an engine composes of the shipped site against a plain filter, sort and slice. */
export function testComposedPages(send: Engine['send'], numRuns: number): void {
  it(`${numRuns} random pages -> the records that match, in order`, {
    timeout: 600_000,
  }, async () => {
    const property = fc.asyncProperty(anyNeighborhoodsPage, async (request) => {
      const given = Object.entries(request).filter(([, value]) => value !== '');
      const query = new URLSearchParams(
        given.map(([name, value]): [string, string] => [name, String(value)]),
      );
      const { status, body } = await send(`/api/neighborhoods/?${query}`);
      expect([status, String(body)]).toEqual([200, neighborhoodsPage(request)]);
    });
    await fc.assert(property, { numRuns, seed: SEED });
  });
}

/** Tests the answers of an engine with code against the document of the site that it serves. */
function testDescribed(send: Engine['send'], built: () => Built): void {
  it('requests made from openapi.json -> answers as it describes them', {
    timeout: 600_000,
  }, async () => {
    const { folder, grid } = built();
    const document = JSON.parse(readFileSync(path.join(folder, OPENAPI), 'utf8'));
    const answers = new DescribedAnswers(document);
    await answers.compareHost(async (target, options) => {
      const { status, headers, body } = await send(basePath(grid) + target, options);
      const pairs = Object.entries(headers).flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      );
      return { status, headers: new Headers(pairs), text: String(body) };
    });
    expect(answers.differences).toEqual([]);
  });
}

/**
 * Deploys a site before the tests of a group.
 * @param make builds it to an empty folder
 */
function useSite(name: HostName, make: (out: string) => Promise<Built>): () => Deployed {
  let site: Deployed;
  beforeAll(async () => {
    const folder = temporaryFolder();
    site = deployed(name, await make(path.join(folder, 'built/dist')), path.join(folder, 'root'));
  });
  return () => site;
}

/** Makes a site of the shipped content for a host, or that for all hosts. */
async function shippedSiteFor(host: HostName | undefined, out: string): Promise<Built> {
  if (host === undefined) return shipped();
  return { folder: out, ...(await buildShippedSite(out, host)) };
}

const builtOf = ({ site, grid }: Deployed): Built => ({ folder: site, grid });

/** The sites that a host serves: for code a site without pages too. */
const sitesFor = (name: HostName): (HostName | undefined)[] =>
  HOSTS[name].kind === 'code' ? [name, undefined] : [undefined];

/** Starts an engine before the tests of a group, and stops it after them. */
function useEngine(start: Start, site: () => Deployed): Engine['send'] {
  let engine: Engine;
  beforeAll(async () => {
    engine = await start(site());
  });
  afterAll(() => engine?.close());
  return (...request) => engine.send(...request);
}

/**
 * Runs the contract against a host's engine.
 * @param testMore more tests, with a small site below a path
 */
export function describeContract(
  name: HostName,
  start: Start,
  testMore: (send: Engine['send'], site: () => Deployed) => void = () => {},
): void {
  const host: Host = HOSTS[name];

  describe.each(sitesFor(name))(`${host.title}: the contract, with a site for %s`, (only) => {
    const site = useSite(name, (out) => shippedSiteFor(only, out));
    const send = useEngine(start, site);
    const built = () => builtOf(site());

    testCases(name, send, built);
    if (host.kind === 'code') testComposedPages(send, Number(process.env.RUNS ?? 100));
    if (name === 'node') testDescribed(send, built);

    const others = Object.entries(DIFFERENCES[name]).filter(
      ([request]) => !CASES.some(({ method, target }) => `${method} ${target}` === request),
    );

    it.each(others)('a difference: %s', async (request, expected) => {
      const [target = '', method = ''] = request.split(' ').reverse();
      const answer = contractAnswer(await send(target, { method }));
      expect(answer).toEqual(expectedAnswer(name, method, expected, answer, built()));
    });

    testFiles(name, send, built, 'shipped');

    it.runIf(COMPRESSING.includes(name))(
      'a client that accepts gzip -> compressed pages, and 304 for their tags',
      async () => {
        const target = '/api/neighborhoods/?limit=100';
        const plain = await send(target);
        const compressed = await send(target, { headers: GZIP });
        expect(plain.headers).not.toHaveProperty('content-encoding');
        expect(compressed.headers['content-encoding']).toEqual(['gzip']);
        expect(compressed.body.length).toBeLessThan(plain.body.length / 5);

        const head = await send(target, { method: 'HEAD', headers: GZIP });
        const { body } = head.headers['content-encoding'] ? compressed : plain;
        expect([undefined, [`${body.length}`]]).toContainEqual(head.headers['content-length']);

        const tagOf = ({ headers }: Answer) => headers.etag?.[0] ?? '';
        const other = await send('/api/neighborhoods/?limit=50', { headers: GZIP });
        for (const [tag, status] of [
          [tagOf(plain), 304],
          [tagOf(compressed), 304],
          [`"x-gzip", ${tagOf(compressed)}`, 304],
          [tagOf(other), 200],
          ['"-gzip"', 200],
        ] as const) {
          for (const encoding of [{}, GZIP]) {
            const headers = { ...encoding, 'If-None-Match': tag };
            const answer = await send(target, { headers });
            expect(answer.status, `${JSON.stringify(encoding)} ${tag}`).toBe(status);
            expect(listed(answer.headers.vary)).toEqual(['Accept', 'Accept-Encoding']);
          }
        }
      },
    );
  });

  describe.each(sitesFor(name))(`${host.title}: a small site for %s below a path`, (only) => {
    const site = useSite(name, (out) => smallSite({ out, ...(only && { host: only }) }));
    const send = useEngine(start, site);
    const small = () => builtOf(site());
    const badRequest = STATUSES[name]?.[400] ?? 400;

    testFiles(name, send, small, 'small');
    if (name === 'node') testDescribed(send, small);

    it('the address of each file that has a link -> the file, also where it is composed', async () => {
      const { folder, grid } = await smallSite();
      for (const file of filesOf(folder)) {
        const address = addressOf(grid, file);
        if (!address || address.kind === 'error' || address.kind === 'options') continue;
        const { pathname, search } = new URL(hrefIn(grid, address));
        const both = [pathname + search, `${basePath(grid)}/${file}`];
        // The next test is for keys, of which rules do not answer all.
        for (const target of both.slice(Number(address.kind === 'record'))) {
          const { status, body } = await send(target);
          const text = readFileSync(path.join(folder, file), 'utf8');
          expect([status, String(body)], target).toEqual([200, text]);
        }
      }
    });

    it('a key in any form that clients send -> its record, or a 4xx of rules', async () => {
      for (const word of WORDS) {
        const encoded = encodeKey(word);
        const lowerCase = encoded.replace(/%../g, (hex) => hex.toLowerCase());
        const unencoded = encoded.replace(/%(?:2[46BC]|3[ABD]|40)/g, decodeURIComponent);
        const double = encodeKey(encoded);
        for (const form of new Set([encoded, lowerCase, unencoded, double])) {
          const target = `/small/api/words/${form}/`;
          const { status, body } = await send(target);
          const isRefused = host.kind === 'rules' || form === double;
          if (isRefused && status >= 400 && status < 500) continue;
          const key = decodeURIComponent(form);
          expect([status, JSON.parse(String(body)).word], target).toEqual([200, key]);
        }
      }
    });

    it.each(FORMS)(
      'values of a filter such as Süd, Upper West and Côte d’Ivoire, as %s sends them -> their records',
      async (_, encode) => {
        for (const kind of KINDS) {
          const target = `/small/api/words/?kind=${encode(kind)}`;
          const { status, body } = await send(target);
          const own = WORDS.filter((_, index) => KINDS[index % KINDS.length] === kind);
          const words = JSON.parse(String(body)).map(({ word }: { word: string }) => word);
          expect([status, words.sort()], target).toEqual([200, own.sort()]);
        }
      },
    );

    const rightAnswer = rightAnswerOf(name, send, small);

    it.each(TRICKS)(
      'a trick with a key or a value: %s -> the right answer or a 4xx',
      async (target) => {
        const { status, body } = await rightAnswer('GET', `/small/api/words/${target}`);
        if (status === 200) expectNamed(target, body);
      },
    );

    const composes = host.kind === 'code';
    testSmallSite({ send, grid: () => site().grid, composes, badRequest });

    // Hosts with code differ only in what they do with a request before.
    const numRuns = Number(process.env.RUNS ?? (host.kind === 'code' ? 100 : 300));

    it(`${numRuns} random requests -> the right answer or a 4xx`, {
      timeout: 600_000,
    }, async () => {
      let pages = 0;
      const property = fc.asyncProperty(anyMethodAt(name), anyTarget, async (method, target) => {
        const { status } = await rightAnswer(method, target);
        if (status >= 400) return;
        pages++;
      });
      await fc.assert(property, { numRuns, seed: SEED });
      // Most requests are wrong in some way, but not all of them.
      expect(pages).toBeGreaterThan(numRuns / 10);
    });

    it.runIf(['nginx', 'apache', 'caddy', 'cloudflare', 'node'].includes(name))(
      'a tag that the client knows -> 304 for a page, never for an error',
      async () => {
        for (const [request, status] of [
          ['GET ', 304],
          ['GET ?limit=0', 400],
          ['OPTIONS ', 200],
          ['POST ', 405],
        ] as const) {
          const [method = '', query] = request.split(' ');
          const target = `/small/api/cities/${query}`;
          const first = await send(target, { method });
          const headers = {
            'If-None-Match': first.headers.etag?.[0] ?? '*',
            ...(status !== 304 && { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
          };
          const second = await send(target, { method, headers });
          expect(second.status, request).toBe(status);
          expect(contractAnswer(second).headers.vary, request).toEqual(['Accept']);
          expect(String(second.body), request).toBe(status === 304 ? '' : String(first.body));
        }
      },
    );

    testMore(send, site);
  });

  describe(`${host.title}: a small site with another prefix, and without some parts`, () => {
    const site = useSite(name, (out) => versionedSite({ out, host: name }));
    const send = useEngine(start, site);
    const built = () => builtOf(site());
    const rightAnswer = rightAnswerOf(name, send, built);

    testPublicFiles(name, send, built);

    it.each(
      rowsOf(`
        the index -> /api/v2/ -> 200
        a page -> /api/v2/bike-shops/?offset=2&ordering=-name -> 200
        a filter -> /api/v2/bike-shops/?area=n&limit=3 -> 200
        a filter with a capital -> /api/v2/bike-shops/?areaValue=S.2&limit=3 -> 200
        both -> /api/v2/bike-shops/?areaValue=S.2&area=S.2&ordering=-shopSize -> 200
        an ordering with a capital -> /api/v2/bike-shops/?ordering=shopSize&offset=2 -> 200
        the path of both -> /api/v2/bike-shops/areaValue/n/ordering/-shopSize/limit/2.json -> 200
        a name in another case, which is unknown -> /api/v2/bike-shops/?areavalue=S.2 -> 400
        an unknown name beside others -> /api/v2/bike-shops/?limit=3&has_elevation&ordering=-name -> 400
        the beginning of a name -> /api/v2/bike-shops/?are=n -> 400
        more than a name -> /api/v2/bike-shops/?area_=n -> 400
        an empty name -> /api/v2/bike-shops/?=x -> 400
        empty pairs, and a name without a value -> /api/v2/bike-shops/?&&limit&area=n& -> 200
        of another collection -> /api/v2/bike-shops-closed/?area=n -> 400
        unknown at the index -> /api/v2/?utm_source=x -> 400
        unknown at the points -> /api/v2/bike-shops_geojson/?area=n -> 400
        unknown at a record -> /api/v2/bike/no-1980/?utm_source=x -> ${host.kind === 'code' ? 400 : 200}
        unknown after a path -> /api/v2/bike-shops.json?utm_source=x -> 400
        an ordering in another case -> /api/v2/bike-shops/?ordering=shopsize -> 400
        a filter with a capital that has no pages -> /api/v2/bike-shops/?shopName__in=a -> ${host.kind === 'code' ? 200 : 400}
        a filter with a capital twice -> /api/v2/bike-shops/?areaValue=n&areaValue=n -> 400
        a path with a name in another case -> /api/v2/bike-shops/areavalue/n/limit/2.json -> 404
        the points -> /api/v2/bike-shops_geojson/ -> 200
        a collection whose name begins as another -> /api/v2/bike-shops-closed/?limit=all -> 200
        a record by two fields -> /api/v2/bike/no-1980/ -> 200
        pages without orderings -> /api/v2/bike-shops-closed/?ordering=&limit=2 -> 200
        an ordering of such pages -> /api/v2/bike-shops-closed/?ordering=-name -> 400
        all records where they are left out -> /api/v2/bike-shops/?limit=all -> 400
        a record where they are left out -> /api/v2/bike-shops/a/ -> 404
        the usual prefix -> /api/bike/ -> 404
        another prefix -> /api/v3/bike/ -> 404
      `),
    )('%s: %s -> %i', async (_, target = '', status) => {
      const sent = contractAnswer(await send(`/small${target}`));
      expect(sent.status).toBe(status === '400' ? (STATUSES[name]?.[400] ?? 400) : Number(status));
      if (!target.startsWith('/api/v2/')) return;
      const expected = await resolved(built(), host, 'GET', `/small${target}`);
      expect(sent).toEqual({ ...expected, status: sent.status });
    });

    it('100 random requests -> the right answer or a 4xx', { timeout: 600_000 }, async () => {
      const targets = fc
        .tuple(fc.constantFrom(...VERSIONED_PATHS), anyQuery)
        .map(([target, query]) => `/small/${target}?${query}`);
      const property = fc.asyncProperty(anyMethodAt(name), targets, async (method, target) => {
        await rightAnswer(method, target);
      });
      await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 100), seed: SEED });
    });
  });
}

/** Paths of a site with the prefix `api/v2`, and others. */
const VERSIONED_PATHS = valuesOf(`
  api/v2/bike-shops/ | api/v2/bike-shops/ | api/v2/bike-shops/ | api/v2/bike-shops | api/v2/bike%2Dshops/ | api/v2/bike-shops/a/
  api/v2/bike-shops_geojson/ | api/v2/bike/ | api/v2/bike/no-1980/ | api/v2/bike/no-1980 | api/v2/bike-shops-closed/ | api/v2/ | api/v2
  api/ | api/bike/ | api%2Fv2/bike/ | api/v2%2Fbike/ | api/v%32/bike/ | api/v2/v2/ | api/v2x/ | %61pi/v2/ | api//v2/bike/
`);

/** Tests the tables of requests for the small site. */
function testSmallSite(answering: Answering): void {
  testBookCases(answering);
  for (const one of [NUMBERED_PAGES, BOOK_LISTINGS]) testListings(answering, one);
}

/** Requires the right answer of an engine to a request, or a 4xx. Returns the answer. */
const rightAnswerOf =
  (name: HostName, send: Engine['send'], built: () => Built) =>
  async (method: string, target: string): Promise<ContractAnswer> => {
    const host: Host = HOSTS[name];
    const answer = contractAnswer(await send(target, { method }));
    if (answer.status >= 400 && answer.status < 500) return answer;
    const targets = [target, ...(EQUIVALENTS[name]?.(target) ?? [])];
    // A server may merge slashes before it resolves dots.
    const files = [target, target.replace(/\/+/g, '/')].flatMap((one) =>
      fileAnswers(built(), answer, one),
    );
    const right = targets.map((one) => resolved(built(), host, method, one));
    expect([...(await Promise.all(right)), ...files], target).toContainEqual(answer);
    return answer;
  };

/** The forms of a text in a query, by who sends them. */
const FORMS: [string, (text: string) => string][] = [
  ['a form', (text) => `${new URLSearchParams([['', text]])}`.slice(1)],
  ['`curl --data-urlencode`', encodeEach],
  [
    'a client with lower-case hex',
    (text) => encodeEach(text).replace(/%../g, (hex) => hex.toLowerCase()),
  ],
];

/** A text with every character but the unreserved ones percent-encoded. */
function encodeEach(text: string): string {
  const others = /[!'()*]/g;
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(others, hex);
}

/** Keys and values of words that have another meaning in a path, a file system or a configuration. */
const TRICKS = valuesOf(`
  ..%2fa/ | ..%2Fa | .%2e%2fa/ | %2e%2e/words/a/ | %2e/a/ | a%2f..%2fa/ | ..%5Ca/ | ../words/a/ | a/../aa/
  %252e%252e%252fa/ | a%252fb/ | %2561/ | g%252B%252B/ | %25E6%2597%25A5%25E6%259C%25AC/ | %2525/
  a%00/ | %00a/ | %00/ | a%2500/ | NUL.txt%00/ | a%0A/ | con/ | con.json/ | NUL/ | NUL.txt/ | a%20/ | a./
  --g.2b.2b/ | --con/ | ---a/ | ..%2fencoded%2f--con/ | ..%2fencoded%2f--g.2b.2b/ | %2e%2e%2fencoded%2f--con.json/
  %2d%2d%2d%61/ | -%2dg.2b.2b/ | %2D-g.2b.2b/ | -%2D-a | %2f---a/ | ?kind=-%2d-us | ?kind=%2D%2dS.c3.bcd
  $1/ | %241/ | $2/ | :key/ | :a | %3akey/ | :splat/ | */ | %2a/ | {key}/ | %7bkey%7d/ | $%7BX%7D/ | $%7bPATH%7d/ | $uri/
  %25{ENV:X}/ | %25%7BENV:X%7D/ | %25%7BENV:PATH%7D/ | %25%7BREQUEST_URI%7D/ | __proto__/ | constructor/ | toString/
  ?kind=..%2f..%2fkind/n | ?kind=%2e%2e%2fkind%2fn | ?kind=../n | ?kind=../kind/n | ?kind=n%2f..%2fkind%2fn
  ?kind=S%25C3%25BCd | ?kind=Upper%2520West | ?kind=%252e | ?kind=%2e%2e | ?kind=%2E | ?kind=n%00 | ?kind=%00
  ?kind=--S.c3.bcd | ?kind=--Upper.20West | ?kind=---us | ?kind=US | ?kind=us | ?kind=uS | ?kind=%55S
  ?kind=$1 | ?kind=%241 | ?kind=$2 | ?kind=:kindValue | ?kind=%3akindValue | ?kind=:splat | ?kind=* | ?kind={kind}
  ?kind=%25{ENV:X} | ?kind=%25%7BENV%3AX%7D | ?kind=%25%7BENV%3APATH%7D | ?kind=$%7BX%7D | ?kind=$uri | ?kind=con
`);

/** Requires that a body has only what its target names after decoding it once. */
function expectNamed(target: string, body: string): void {
  const { pathname, searchParams } = new URL(target, 'http://host/small/api/words/');
  const found = JSON.parse(Buffer.from(body, 'latin1').toString());
  const kind = searchParams.get('kind')?.trim();
  if (Array.isArray(found)) expect(found.filter((one) => one.kind !== kind)).toEqual([]);
  else expect(found.word).toBe(decodeURIComponent(pathname.split('/').at(-2) ?? ''));
}

/**
 * Runs the contract against client.js, which answers from the files of a site.
 * @param host where the site is
 * @param start connects to a site that is deployed there
 */
export function describeClient(name: string, host: HostName, start: Start): void {
  describe(`client.js ${name}: the contract`, () => {
    const site = useSite(host, (out) => shippedSiteFor(host, out));
    const send = useEngine(start, site);
    // It does what the code of Cloudflare does, and none of Cloudflare's deviations is a case.
    testCases('cloudflare', send, () => builtOf(site()));
    testComposedPages(send, Number(process.env.RUNS ?? 100));
  });

  describe(`client.js ${name}: a small site below a path`, () => {
    const site = useSite(host, (out) => smallSite({ out, host }));
    const send = useEngine(start, site);

    testSmallSite({ send, grid: () => site().grid, composes: true });
    // The document of a plain host describes no queries.
    if (host !== 'files') testDescribed(send, () => builtOf(site()));

    const numRuns = Number(process.env.RUNS ?? 300);
    it(`${numRuns} random requests -> the answers of the preview`, {
      timeout: 600_000,
    }, async () => {
      const property = fc.asyncProperty(anyMethodAt(host), anyTarget, async (method, target) => {
        // Others are not of the site.
        fc.pre(target.startsWith('/small/'));
        const answer = contractAnswer(await send(target, { method }));
        expect(answer).toEqual(await resolved(builtOf(site()), HOSTS.cloudflare, method, target));
      });
      await fc.assert(property, { numRuns, seed: SEED });
    });
  });
}

/** The requests that a host takes a target for, according to its deviations. */
const EQUIVALENTS: Readonly<Partial<Record<HostName, (target: string) => string[]>>> = {
  netlify(target) {
    const { path: sent, query } = splitTarget(target);
    const closed = sent.replace(/\/?$/, '/');
    return [closed, closed.replaceAll('//', '/')].map((one) => `${one}?${query}`);
  },
  cloudflare: asBrowser,
};

/** The target that a browser would request. */
function asBrowser(target: string): string[] {
  const url = `http://host${target}`;
  if (!URL.canParse(url)) return [];
  const { pathname, search } = new URL(url);
  return [pathname + search];
}

/** The answer of a host with the file of a site at a path outside of the API, if there is one. */
function fileAnswers(
  { folder, grid }: Built,
  answer: ContractAnswer,
  target: string,
): ContractAnswer[] {
  const site = `${basePath(grid)}/`;
  const [normalized = target] = asBrowser(target);
  const { path: urlPath } = splitTarget(normalized);
  if (!urlPath.startsWith(site) || isApiPath(site, apiFolder(grid), urlPath)) return [];
  const file = path.join(folder, decodeURIComponent(urlPath.slice(site.length)) || 'index.html');
  if (!existsSync(file) || !statSync(file).isFile()) return [];
  const body = answer.body && readFileSync(file, 'latin1');
  return [{ status: 200, headers: answer.headers, body }];
}

/** The rules of Netlify cannot match methods. */
const anyMethodAt = (name: HostName) =>
  fc.constantFrom(...READING, ...(name === 'netlify' ? [] : ['OPTIONS', 'POST']));
const READING = ['GET', 'GET', 'GET', 'GET', 'HEAD'];

const anyTarget = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('/small/api/cities/') },
      { weight: 1, arbitrary: fc.constant('/small/api/lakes/') },
      { weight: 1, arbitrary: fc.constant('/small/api/words/') },
      { weight: 2, arbitrary: fc.constant('/small/api/books/') },
      { weight: 2, arbitrary: anyPath },
    ),
    anyQuery,
  )
  .map((both) => both.join('?'));
