import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS, headersOf, REDIRECT_HEADERS } from '../../src/core/header.ts';
import { partsOf } from '../../src/core/resolve.ts';
import type { Host } from '../../src/hosts/host.ts';
import { HOSTS, type HostName } from '../../src/hosts/hosts.ts';
import { deviationsIn } from '../../src/hosts/prediction.ts';
import type { Answer, Asking } from '../support/ask.ts';
import { temporaryFolder } from '../support/folder.ts';
import { pageText, type Shown, sortedBy } from '../support/page-text.ts';
import { anyPath, anyQuery } from '../support/requests.ts';
import { type Served, serveSite } from '../support/served.ts';
import {
  SHIPPED_BASE,
  shippedJson,
  shippedManifest,
  shippedSite,
} from '../support/shipped-site.ts';
import { smallSite } from '../support/small-site.ts';
import { CASES, type Case, type Expected } from './cases.ts';
import { type Built, type Deployed, deployed } from './deployed.ts';

/** A host's real engine, running with a site on this machine. */
export interface Engine {
  ask(target: string, asking?: Asking): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts an engine that serves what is deployed. */
export type Start = (site: Deployed) => Promise<Engine>;

/** What the contract is about in an answer. */
interface Seen {
  readonly status: number;
  /** A header of the contract, with each of its values. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** As a text of as many characters as it has bytes: long ones are compared sooner so. */
  readonly body: string;
}

/** The headers that answers are compared by. */
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
    // An address may be written with its origin or without.
    const isAddress = name === 'location';
    return values
      ? [[name, isAddress ? values.map((one) => one.replace(/^https?:\/\/[^/]*/, '')) : values]]
      : [];
  });
  return { status, headers: Object.fromEntries(own), body: body.toString('latin1') };
}

/** What the contract says. */
function contracted({ method, expected }: Case, host: Host): Seen {
  const { status, body, ...rest } = wanted(expected, host);
  const headers =
    'location' in rest
      ? { ...REDIRECT_HEADERS, Location: rest.location }
      : method === 'OPTIONS' && status === 200
        ? headersOf({ kind: 'options', collection: '' })
        : HEADERS;
  const lacking = host.deviations.flatMap(({ lacks = [] }) => lacks);
  const own = Object.entries(headers)
    .filter(([name]) => !lacking.includes(name))
    .map(([name, value]) => [name.toLowerCase(), [value]]);
  const { 'content-length': _, ...compared } = Object.fromEntries(own);
  return { status, headers: compared, body: method === 'HEAD' ? '' : body };
}

function wanted(expected: Expected, { kind }: Host) {
  if ('location' in expected) return { ...expected, body: '' };
  if ('file' in expected) return { status: expected.status, body: fileText(expected.file) };
  if (kind === 'rules') return { status: 400, body: fileText(expected.error) };
  const { ordering = '' } = expected.page;
  const all: readonly Shown[] = shippedJson('data/neighborhoods/list/f-/o-/l-all/0.json').results;
  const records = ordering ? sortedBy(all, ordering, 'uuid') : all;
  const text = pageText(`${SHIPPED_BASE}/api/neighborhoods/`, records, expected.page);
  return { status: 200, body: Buffer.from(text).toString('latin1') };
}

const fileText = (file: string): string =>
  readFileSync(path.join(shippedSite(), 'data', file), 'latin1');

/** The same requests at every run; another seed asks others. */
const SEED = Number(process.env.SEED ?? 1);

/** Runs the contract against a host's engine. */
export function describeContract(name: HostName, start: Start): void {
  const host: Host = HOSTS[name];

  describe(`${host.title}: the contract`, () => {
    const site: Built = { folder: shippedSite(), grid: shippedManifest().grid };
    let root: string;
    let engine: Engine;
    let preview: Served;
    beforeAll(async () => {
      root = mkdtempSync(path.join(os.tmpdir(), `staticrest-${name}-`));
      engine = await start(deployed(name, site, root));
      preview = await serveSite(site.folder, { rulesOnly: host.kind === 'rules', asBuilt: true });
    }, 60_000);
    afterAll(async () => {
      await engine?.close();
      await preview?.close();
      rmSync(root, { recursive: true });
    });

    const named = CASES.map((one) => {
      const { group, name: about, method, target } = one;
      return [`${group}: ${about}: ${method} ${target}`, one] as const;
    });

    it.each(named)('%s', async (_, one) => {
      const { method, target, headers = {} } = one;
      const answer = seen(await engine.ask(target, { method, headers }));
      expect(answer, 'the preview as this host').toEqual(
        await foretold(preview, answer, { method, target }),
      );
      const expected = contracted(one, host);
      const deviations = await found(method, target);
      if (deviations.every(({ reads, answers }) => !reads && !answers)) {
        expect(answer, 'where no deviation is told').toEqual(expected);
      }
      if (answer.status === 200) {
        expect([expected.body, await redirected(expected)], 'what was asked for').toContain(
          answer.body,
        );
      }
    });

    /** The deviations that a request is told to meet. */
    const found = (method: string, target: string) =>
      deviationsIn(host, site.grid, { method, ...partsOf(target) }, async (file) =>
        existsSync(path.join(site.folder, file)),
      );

    /** The body to which the contract redirects, where it does: a host may answer with it at once. */
    async function redirected({ headers }: Seen): Promise<string | undefined> {
      const [location] = headers.location ?? [];
      return location && seen(await preview.ask(location)).body;
    }

    it.each(BESIDE)('beside the API: %s is %s', async (target, file, type) => {
      const { status, headers, body } = await engine.ask(target);
      expect({ status, type: headers['content-type']?.join() }).toEqual({
        status: 200,
        type: expect.stringMatching(type),
      });
      expect(body).toEqual(readFileSync(path.join(site.folder, file)));
    });

    const examples = host.deviations.flatMap((one) =>
      one.examples.map((example) => [`${one.given} -> ${one.gets}`, example, one] as const),
    );

    it.each(examples)('a deviation that is one: %s: %s', async (_, example, deviation) => {
      const [target = '', method = 'GET'] = example.split(' ').reverse();
      expect(await found(method, target)).toContain(deviation);
      const answer = seen(await engine.ask(target, { method }));
      expect(answer).toEqual(await foretold(preview, answer, { method, target }));
    });
  });

  describe(`${host.title}: the preview as it, and it`, () => {
    it('answer 1,000 requests alike, below a path', { timeout: 300_000 }, async () => {
      const built = await smallSite();
      const engine = await start(deployed(name, built, temporaryFolder()));
      const preview = await serveSite(built.folder, {
        rulesOnly: host.kind === 'rules',
        asBuilt: true,
      });
      try {
        const property = fc.asyncProperty(anyMethod, anyTarget, async (method, target) => {
          const answer = seen(await engine.ask(target, { method }));
          expect(answer).toEqual(await foretold(preview, answer, { method, target }));
        });
        await fc.assert(property, { numRuns: 1000, seed: SEED });
      } finally {
        await engine.close();
        await preview.close();
      }
    });
  });
}

/** What stands beside the API; a browser runs and styles by nothing of another type. */
const BESIDE: [target: string, file: string, type: RegExp][] = [
  ['/', 'index.html', /^text\/html/],
  ['/explorer.js', 'explorer.js', /^(?:text|application)\/javascript/],
  ['/explorer.js?v=1', 'explorer.js', /^(?:text|application)\/javascript/],
  ['/explorer.css', 'explorer.css', /^text\/css/],
  ['/openapi.json', 'openapi.json', /^application\/json/],
  ['/explorer.svg', 'explorer.svg', /^image\/svg/],
  ['/types.d.ts', 'types.d.ts', /./],
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

/** What the preview foretells, as far as it can. */
async function foretold(
  preview: Served,
  answer: Seen,
  { method, target }: { method: string; target: string },
): Promise<Seen> {
  const told = await preview.ask(target, { method });
  // What is beside the API has headers of the host's own choice.
  const isOwn = told.headers.vary === undefined;
  if (isOwn) return { ...answer, status: told.status };
  return seen(told);
}
