import { cpSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { verifyCommand } from '../../../src/cli/verify.ts';
import { z } from '../../../src/index.ts';
import { verifySite } from '../../../src/inspect/verify.ts';
import { build } from '../../../src/publish/build.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';
import { shippedManifest, shippedSite } from '../../support/shipped-site.ts';
import { sha256 } from '../../support/site-files.ts';
import { smallSite } from '../../support/small-site.ts';
import { printedBy } from './printed.ts';

const api = defineApi({
  name: 'Things',
  description: 'Things and kinds.',
  formats: ['json'],
  collections: [
    defineCollection({
      ...{ name: 'things', title: 'T', description: 'T', key: 'id' },
      schema: z.object({ id: z.int(), zone: z.string() }),
      orderings: { zone: { field: 'zone', kind: 'code' } },
      filters: { zone: { field: 'zone', match: 'equals' } },
      prerender: { filters: ['zone'], orderings: [] },
      pagination: { limits: [2, 4], default: 2 },
    }),
    // Published without their keys, two of these look the same.
    defineCollection({
      ...{ name: 'kinds', title: 'K', description: 'K', key: 'id' },
      schema: z.object({ id: z.int(), name: z.string() }),
      published: z.object({ name: z.string() }),
      publish: ({ name }) => ({ name }),
    }),
    defineCollection({
      ...{ name: 'nothings', title: 'N', description: 'N', key: 'id' },
      schema: z.object({ id: z.int() }),
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

const LISTING = 'api/things/ordering/zone/limit/2';
const [FIRST, MIDDLE] = [`${LISTING}.json`, `${LISTING}/offset/2.json`];
const [LAST, KINDS, MANIFEST] = [`${LISTING}/offset/4.json`, 'api/kinds.json', 'manifest.json'];

let [folder, site] = ['', ''];
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-verify-'));
  const content = path.join(folder, 'content');
  const zones = ['C', 'A', 'B', 'A', 'C'];
  const names = ['b', 'a', 'a'];
  writeFiles(content, {
    'things/all.json': JSON.stringify(zones.map((zone, index) => ({ id: index + 1, zone }))),
    'kinds/all.json': JSON.stringify(names.map((name, id) => ({ id, name }))),
  });
  site = path.join(folder, 'dist');
  await build({ api, content, out: site, base: 'https://example.org' });
});
afterAll(() => rmSync(folder, { recursive: true }));

type File = (name: string) => string;
/** Changes a copy of the site, given the paths of files in it. */
type Change = (at: File) => void;

/** The path of a copy of the site that a test may damage. */
function damagedSite(change: Change): string {
  const copy = path.join(temporaryFolder(), 'dist');
  cpSync(site, copy, { recursive: true });
  change((name) => path.join(copy, name));
  return copy;
}

const edit =
  (file: string, search: RegExp, replacement: string): Change =>
  (at) => {
    const text = readFileSync(at(file), 'utf8');
    expect(text).toMatch(search);
    writeFileSync(at(file), text.replace(search, replacement));
  };

/** Edits a file, and its row in the manifest, as a wrong generator would write them. */
const generate =
  (file: string, search: RegExp, replacement: string): Change =>
  (at) => {
    edit(file, search, replacement)(at);
    const body = readFileSync(at(file));
    const row = JSON.stringify({ path: file, bytes: body.length, sha256: sha256(body) });
    edit(MANIFEST, new RegExp(`\\{"path":"${file}".*\\}`), row)(at);
  };

const remove =
  (file: string): Change =>
  (at) =>
    rmSync(at(file), { recursive: true });

const add =
  (file: string): Change =>
  (at) =>
    writeFiles(at('.'), { [file]: 'mine' });

describe('verifySite', () => {
  it.each<[string, Change, fault: string | RegExp]>([
    ['a changed byte', edit(FIRST, /"A"/, '"B"'), `hash ${FIRST} was changed after the build`],
    ['a page cut off', edit(MIDDLE, /\]\}\n$/, ''), new RegExp(`^size ${MIDDLE} has \\d+ bytes`)],
    ['a missing page', remove(LAST), `missing ${LAST} is missing`],
    ['a missing item', remove('api/kinds/2.json'), 'missing api/kinds/2.json is missing'],
    [
      'a pipe instead of a file',
      (at) => {
        rmSync(at('api/index.json'));
        makePipe(at('api/index.json'));
      },
      'kind api/index.json is a folder, a link or a special file',
    ],
    ['an extra file', add('data/x.json'), 'extra data/x.json is not in the manifest'],
    [
      'an extra hidden folder',
      add('.private/a.txt'),
      'extra .private/a.txt is not in the manifest',
    ],
    [
      'a repeated record',
      generate(MIDDLE, /(\{"id":.*\}),\n.*/, '$1,\n$1'),
      `records ${LAST} ends a listing that repeats a record`,
    ],
    [
      'a lost record of a list',
      generate(KINDS, /,\n.*/, ''),
      `records ${KINDS} ends a listing that has 2 of 3 records`,
    ],
  ])('%s -> one fault', async (_, change, fault) => {
    const { faults } = await verifySite(damagedSite(change));
    const texts = faults.map(({ code, path: file, message }) => `${code} ${file} ${message}`);
    expect(texts).toEqual([typeof fault === 'string' ? fault : expect.stringMatching(fault)]);
  });

  it.each(['nginx', 'files', 'cloudflare'] as const)(
    'unusual keys and values, for %s -> no fault',
    async (host) => {
      const { folder } = await smallSite({ host });
      expect((await verifySite(folder)).faults).toEqual([]);
    },
  );

  it('a page that the manifest lacks -> missing there, and extra', async () => {
    const row = new RegExp(`\\{"path":"${FIRST}".*,\n`);
    const { faults } = await verifySite(damagedSite(edit(MANIFEST, row, '')));
    expect(faults).toMatchObject([
      { code: 'missing', path: FIRST },
      { code: 'extra', path: FIRST },
    ]);
  });

  it('the shipped site and every kind of listing -> no fault', async () => {
    const shipped = await verifySite(shippedSite());
    expect(shipped).toMatchObject({ faults: [], listingsNotChecked: [] });
    expect(shipped.files).toBe(shippedManifest().files.length + 1);
    // Things: three orders and three zones, each in three sizes.
    const listings = 2 * 3 * 3 + 1 + 2;
    expect(await verifySite(site)).toMatchObject({ faults: [], listingsNotChecked: [], listings });
  });

  it.each<[string, Change, message: string]>([
    ['no manifest', remove(MANIFEST), 'There is no built site in'],
    ['a damaged manifest', edit(MANIFEST, /\n\]\}\n$/, '\n'), 'is not a complete manifest'],
    ['another version', edit(MANIFEST, /staticrest [^"]*/, 'staticrest 0.0.9'), 'staticrest 0.0.9'],
  ])('%s -> UsageError', async (_, change, message) => {
    const verifying = verifySite(damagedSite(change));
    await expect(verifying).rejects.toThrow(UsageError);
    await expect(verifying).rejects.toThrow(message);
  });

  it('replaced meanwhile -> UsageError', async () => {
    const copy = damagedSite(() => {});
    const onProgress = () => {
      unlinkSync(path.join(copy, MANIFEST));
      cpSync(path.join(site, MANIFEST), path.join(copy, MANIFEST));
    };
    const verifying = verifySite(copy, { onProgress });
    await expect(verifying).rejects.toThrow('Another build replaced the site');
  });

  it('aborted -> the reason of the signal', async () => {
    const signal = AbortSignal.abort();
    await expect(verifySite(site, { signal })).rejects.toThrow(signal.reason);
  });
});

describe('staticrest verify', () => {
  it('a whole site -> one line, exit code 0', async () => {
    const { code, text } = await printedBy(() => verifyCommand({ dist: site }));
    expect(code).toBe(0);
    expect(text.replace(site, '')).toMatch(
      /^ is intact: \d+ files, \d+ KB; \d+ listings checked, in \d+\.\d s\n$/,
    );
  });

  it('a damaged site -> the first faults of each kind, exit code 1', async () => {
    const copy = damagedSite((at) => {
      rmSync(at(FIRST));
      for (let file = 100; file < 350; file++) writeFileSync(at(`more\u001b[2J${file}`), '');
    });
    const { code, text } = await printedBy(() => verifyCommand({ dist: copy }));
    expect(code).toBe(1);
    const lines = text.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      `${FIRST} is missing (missing)`,
      'more\u{fffd}[2J100 is not in the manifest (extra)',
    ]);
    expect(lines.slice(1 + 20)).toEqual([
      '… and 230 more (extra)',
      'Some listings of things were not checked, because some of their files are damaged.',
      `251 faults in ${copy}.`,
      '',
    ]);
  });
});
