import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basePath } from '../../src/core/grid.ts';
import { HEADERS, headersOf, REDIRECT_HEADERS } from '../../src/core/header.ts';
import { reply } from '../../src/core/reply.ts';
import { isApiPath, partsOf, resolve } from '../../src/core/resolve.ts';
import type { Host } from '../../src/hosts/host.ts';
import { HOSTS, type HostName } from '../../src/hosts/hosts.ts';
import type { Answer, Asking } from '../support/ask.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Asked, pageText, type Shown, sortedBy } from '../support/page-text.ts';
import { anyPath, anyQuery } from '../support/requests.ts';
import {
  SHIPPED_BASE,
  shippedJson,
  shippedManifest,
  shippedSite,
} from '../support/shipped-site.ts';
import { smallSite } from '../support/small-site.ts';
import { CASES, type Expected } from './cases.ts';
import { type Built, type Deployed, deployed } from './deployed.ts';
import { DIFFERENCES, type HostExpected, STATUSES } from './differences.ts';

/** A host's real engine, running with a site on this machine. */
export interface Engine {
  ask(target: string, asking?: Asking): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts an engine that serves what is deployed. */
export type Start = (site: Deployed) => Promise<Engine>;

/** The parts of an answer that the contract specifies. */
interface Seen {
  readonly status: number;
  /** A header of the contract, with each of its values. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** As a string with a character for each byte: long ones are compared faster so. */
  readonly body: string;
}

/** The headers that are compared. */
const NAMES = [
  ...new Set(
    [HEADERS, REDIRECT_HEADERS, headersOf({ kind: 'options', collection: '' })].flatMap(
      Object.keys,
    ),
  ),
]
  .map((name) => name.toLowerCase())
  .filter((name) => name !== 'content-length')
  .concat('location');

function seen({ status, headers, body }: Answer): Seen {
  const own = NAMES.flatMap((name) => {
    const values = headers[name];
    // An address may have an origin or not.
    const isAddress = name === 'location';
    return values
      ? [[name, isAddress ? values.map((one) => one.replace(/^https?:\/\/[^/]*/, '')) : values]]
      : [];
  });
  return { status, headers: Object.fromEntries(own), body: body.toString('latin1') };
}

/** The answer to a request, as the tables of cases and differences state it. */
function stated(
  name: HostName,
  method: string,
  expected: Expected | HostExpected,
  answer: Seen,
): Seen {
  const host: Host = HOSTS[name];
  const isComposed = 'page' in expected && host.kind === 'code';
  if ('own' in expected) {
    const { status, own } = expected;
    return { ...answer, status, ...(own && { body: siteText(own) }) };
  }
  if ('location' in expected) {
    const { status, location } = expected;
    return { status, headers: namedHeaders({ ...REDIRECT_HEADERS, Location: location }), body: '' };
  }
  if ('page' in expected) {
    const found = isComposed
      ? { status: 200, body: composedText(expected.page) }
      : { status: 400, body: siteText(`data/${expected.error}`) };
    return withBody(name, method, found);
  }
  const body =
    'hostFile' in expected ? hostText(host, expected.hostFile) : siteText(`data/${expected.file}`);
  return withBody(name, method, { status: expected.status, body });
}

function withBody(name: HostName, method: string, found: { status: number; body: string }): Seen {
  const { unsupportedHeaders = [] }: Host = HOSTS[name];
  const isPreflight = method === 'OPTIONS' && found.status === 200;
  const headers = isPreflight ? headersOf({ kind: 'options', collection: '' }) : HEADERS;
  return {
    status: STATUSES[name]?.[found.status] ?? found.status,
    headers: namedHeaders(headers, unsupportedHeaders),
    body: method === 'HEAD' ? '' : found.body,
  };
}

/** Headers as an answer has them, without those that a host cannot send. */
function namedHeaders(
  headers: Readonly<Record<string, string>>,
  unsupported: readonly string[] = [],
): Seen['headers'] {
  const own = Object.entries(headers)
    .filter(([name]) => !unsupported.includes(name))
    .map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return Object.fromEntries(own.filter(([name]) => NAMES.includes(name)));
}

function composedText(asked: Asked): string {
  const { ordering = '' } = asked;
  const all: readonly Shown[] = shippedJson('data/neighborhoods/list/f-/o-/l-all/0.json').results;
  const records = ordering ? sortedBy(all, ordering, 'uuid') : all;
  const text = pageText(`${SHIPPED_BASE}/api/neighborhoods/`, records, asked);
  return Buffer.from(text).toString('latin1');
}

const siteText = (file: string): string => readFileSync(path.join(shippedSite(), file), 'latin1');

const hostText = (host: Host, file: string): string =>
  Buffer.from(host.files(shippedManifest().grid)[file] ?? '').toString('latin1');

/** The answer that our resolver gives to a request, by a host's rules or its code. */
async function resolved(
  { folder, grid }: Built,
  { kind, unsupportedHeaders = [] }: Host,
  method: string,
  target: string,
): Promise<Seen> {
  const read = async (file: string) => {
    const to = path.join(folder, file);
    return existsSync(to) ? readFileSync(to) : null;
  };
  const request = { method, ...partsOf(target) };
  const resolution = resolve(grid, request, { composes: kind === 'code' });
  const { status, headers, body } = await reply({ grid, read }, resolution, { method });
  return {
    status,
    headers: namedHeaders(headers, unsupportedHeaders),
    body: Buffer.from(body ?? []).toString('latin1'),
  };
}

/** The same requests at every run; set SEED for others. */
const SEED = Number(process.env.SEED ?? 1);

/** Runs the contract against a host's engine. */
export function describeContract(name: HostName, start: Start): void {
  const host: Host = HOSTS[name];

  describe(`${host.title}: the contract`, () => {
    const site: Built = { folder: shippedSite(), grid: shippedManifest().grid };
    let root: string;
    let engine: Engine;
    beforeAll(async () => {
      root = mkdtempSync(path.join(os.tmpdir(), `staticrest-${name}-`));
      engine = await start(deployed(name, site, root));
    }, 60_000);
    afterAll(async () => {
      await engine?.close();
      rmSync(root, { recursive: true });
    });

    const named = CASES.map((one) => {
      const { group, name: about, method, target } = one;
      return [`${group}: ${about}: ${method} ${target}`, one] as const;
    });

    it.each(named)('%s', async (_, { method, target, headers = {}, expected }) => {
      const answer = seen(await engine.ask(target, { method, headers }));
      const own = DIFFERENCES[name][`${method} ${target}`] ?? expected;
      expect(answer).toEqual(stated(name, method, own, answer));
    });

    const others = Object.entries(DIFFERENCES[name]).filter(
      ([request]) => !CASES.some(({ method, target }) => `${method} ${target}` === request),
    );

    it.each(others)('a difference: %s', async (request, expected) => {
      const [target = '', method = ''] = request.split(' ').reverse();
      const answer = seen(await engine.ask(target, { method }));
      expect(answer).toEqual(stated(name, method, expected, answer));
    });

    it.each(OTHER_FILES)('outside of the API: %s is %s', async (target, file, type) => {
      const { status, headers, body } = await engine.ask(target);
      expect({ status, type: headers['content-type']?.join() }).toEqual({
        status: 200,
        type: expect.stringMatching(type),
      });
      expect(body).toEqual(readFileSync(path.join(site.folder, file)));
    });

    const examples = host.deviations.flatMap(({ given, gets, examples }) =>
      examples.map((example) => [`${given} -> ${gets}`, example] as const),
    );

    it.each(examples)('a deviation: %s: %s', async (_, example) => {
      const [target = '', method = 'GET'] = example.split(' ').reverse();
      const answer = seen(await engine.ask(target, { method }));
      const contract = await resolved(site, { ...host, unsupportedHeaders: [] }, method, target);
      expect(answer).not.toEqual(contract);
      // Every exact answer is in the table, or follows from a status or a header.
      const isTabled = `${method} ${target}` in DIFFERENCES[name];
      if (!isTabled) {
        const status = STATUSES[name]?.[contract.status] ?? contract.status;
        const expected = await resolved(site, host, method, target);
        expect(answer).toEqual({ ...expected, status });
      }
    });
  });

  describe(`${host.title}: random requests`, () => {
    it('get the right page or a 4xx, 1,000 of them, below a path', {
      timeout: 300_000,
    }, async () => {
      const built = await smallSite();
      const engine = await start(deployed(name, built, temporaryFolder()));
      let pages = 0;
      try {
        const property = fc.asyncProperty(anyMethod, anyTarget, async (method, target) => {
          const answer = seen(await engine.ask(target, { method }));
          if (answer.status >= 400 && answer.status < 500) return;
          const targets = [target, ...(EQUIVALENTS[name]?.(target) ?? [])];
          const right = targets.map((one) => resolved(built, host, method, one));
          const allowed = [...(await Promise.all(right)), ...fileAnswers(built, answer, target)];
          expect(allowed).toContainEqual(answer);
          pages++;
        });
        await fc.assert(property, { numRuns: 1000, seed: SEED });
      } finally {
        await engine.close();
      }
      // Most requests are wrong in some way, but not all of them.
      expect(pages).toBeGreaterThan(100);
    });
  });
}

/** The requests that a host takes a target for, according to its deviations. */
const EQUIVALENTS: Readonly<Partial<Record<HostName, (target: string) => string[]>>> = {
  netlify(target) {
    const { path: sent, query } = partsOf(target);
    const closed = sent.replace(/\/?$/, '/');
    return [closed, closed.replaceAll('//', '/')].map((one) => `${one}?${query}`);
  },
  cloudflare: asBrowser,
  'service-worker': asBrowser,
};

/** The target that a browser would request. */
function asBrowser(target: string): string[] {
  const url = `http://host${target}`;
  if (!URL.canParse(url)) return [];
  const { pathname, search } = new URL(url);
  return [pathname + search];
}

/** The answer of a host with the file of a site at a path outside of the API, if there is one. */
function fileAnswers({ folder, grid }: Built, answer: Seen, target: string): Seen[] {
  const site = `${basePath(grid)}/`;
  const [normalized = target] = asBrowser(target);
  const { path: urlPath } = partsOf(normalized);
  if (!urlPath.startsWith(site) || isApiPath(site, urlPath)) return [];
  const file = path.join(folder, decodeURIComponent(urlPath.slice(site.length)) || 'index.html');
  if (!existsSync(file) || !statSync(file).isFile()) return [];
  const body = answer.body && readFileSync(file, 'latin1');
  return [{ status: 200, headers: answer.headers, body }];
}

/** Files outside of the API; a browser accepts scripts and styles of the right type only. */
const OTHER_FILES: [target: string, file: string, type: RegExp][] = [
  ['/', 'index.html', /^text\/html/],
  ['/explorer.js', 'explorer.js', /^(?:text|application)\/javascript/],
  ['/explorer.js?v=1', 'explorer.js', /^(?:text|application)\/javascript/],
  ['/explorer.css', 'explorer.css', /^text\/css/],
  ['/openapi.json', 'openapi.json', /^application\/json/],
  ['/explorer.svg', 'explorer.svg', /^image\/svg/],
];

const anyMethod = fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST');
const anyTarget = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: fc.constant('/small/api/cities/') },
      { weight: 1, arbitrary: anyPath },
    ),
    anyQuery,
  )
  .map((both) => both.join('?'));
