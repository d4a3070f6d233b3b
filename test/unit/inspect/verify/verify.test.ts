import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../../src/api/definition.ts';
import { verifyCommand } from '../../../../src/cli/verify.ts';
import { z } from '../../../../src/index.ts';
import { verifySite } from '../../../../src/inspect/verify/verify.ts';
import { type BuildOptions, build } from '../../../../src/publish/build.ts';
import { requireReplaceable } from '../../../../src/publish/target.ts';
import { readManifest } from '../../../../src/site/manifest.ts';
import { UsageError } from '../../../../src/util/problem.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../../support/folder.ts';
import { shippedManifest, shippedSite } from '../../../support/shipped-site.ts';
import { filesOf, sha256 } from '../../../support/site-files.ts';
import { rowsOf } from '../../../support/table.ts';
import { printedBy } from '../printed.ts';

const described = (name: string) => ({ name, title: name, description: name, key: 'id' as const });
const features = {
  properties: z.object({}),
  feature: () => ({ longitude: 1, latitude: 2, properties: {} }),
};
/** Publishes only the name of a record, not its key. */
const hiddenKey = {
  published: z.object({ name: z.string() }),
  publish: ({ name }: { name: string }) => ({ name }),
};

/** Every kind of listing. Some records of `kinds` and `tags` look the same. */
const api = defineApi({
  name: 'Things',
  description: 'Things and kinds.',
  formats: ['json'],
  collections: [
    defineCollection({
      ...described('things'),
      schema: z.object({ id: z.int(), size: z.number().nullable() }),
      orderings: { size: { field: 'size', kind: 'number' } },
      pagination: { limits: [2, 4], default: 2 },
      features,
    }),
    defineCollection({
      ...described('kinds'),
      schema: z.object({ id: z.int(), name: z.string() }),
      ...hiddenKey,
      order: { field: 'name', kind: 'code' },
    }),
    defineCollection({
      ...described('parts'),
      schema: z.object({ id: z.string() }),
      order: { field: 'id', kind: 'code' },
      features,
    }),
    defineCollection({
      ...described('tags'),
      schema: z.object({ id: z.string(), name: z.string() }),
      ...hiddenKey,
      order: { field: 'name', kind: 'caseless' },
    }),
    defineCollection({
      ...described('towns'),
      schema: z.object({ id: z.int(), name: z.string(), zone: z.string() }),
      orderings: { name: { field: 'name', kind: 'code' } },
      filters: { zone: { field: 'zone', match: 'contains' } },
      prerender: { filters: ['zone'], orderings: ['name'] },
      pagination: { limits: [2], default: 2 },
    }),
    defineCollection({
      ...described('nothings'),
      schema: z.object({ id: z.int() }),
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

const RECORDS = {
  things: [3, 1, null, 1, 2].map((size, index) => ({ id: index + 1, size })),
  kinds: ['b', 'a', 'a', 'c'].map((name, index) => ({ id: index + 8, name })),
  parts: ['a', 'b'].map((id) => ({ id })),
  // By their keys as texts 10, 100, 9; the first and the last look the same.
  tags: ['9', '10', '100'].map((id) => ({ id, name: id === '100' ? 'A' : 'a' })),
  // All are in zone A, by name 3, 2, 4, 1; the last one is also in zone AB.
  towns: ['d', 'b', 'a', 'c'].map((name, index) => ({
    id: index + 1,
    name,
    zone: index < 3 ? 'A' : 'AB',
  })),
};

const [ZONE, ZONE_BY_NAME, ZONE_AB] = ['A/o-', 'A/o-name', 'AB/o-'].map(
  (listing) => `data/towns/list/w/zone-${listing}/l-2/0.json`,
);

/** By size the things are 2 and 4, which are equal, 5, 1 and 3. */
const LISTING = 'data/things/list/f-json/o-size/l-2';
const [FIRST, MIDDLE, LAST] = [`${LISTING}/0.json`, `${LISTING}/2.json`, `${LISTING}/4.json`];
const ALL = 'data/things/list/f-/o-size/l-all/0.json';
const CONTENT_ORDER = 'data/things/list/f-/o-/l-all/0.json';
const EMPTY = 'data/nothings/list/f-/o-/l-2/0.json';
const KINDS = 'data/kinds/list/o-.json';
const FEATURES = 'data/parts/features.json';
const UNORDERED_FEATURES = 'data/things/features.json';
const MANIFEST = 'manifest.json';

let [content, site] = ['', ''];
/** The files of the site, in Latin-1 so that an edit can make invalid UTF-8. */
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-verify-'));
  [content, site] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  for (const [name, records] of Object.entries(RECORDS)) {
    writeFiles(content, { [`${name}/all.json`]: JSON.stringify(records) });
  }
  await build({ api, content, out: site, base: 'https://example.org' });
  files = new Map(
    filesOf(site).map((file) => [file, readFileSync(path.join(site, file), 'latin1')]),
  );
});
afterAll(() => rmSync(path.dirname(site), { recursive: true }));

/** The new texts of some files; null removes a file. */
type Changes = Readonly<Record<string, string | null>>;

function write(changes: Changes): void {
  for (const [file, text] of Object.entries(changes)) {
    if (text !== null) writeFiles(site, { [file]: Buffer.from(text, 'latin1') });
    else removeFile(path.join(site, file));
  }
}

/** Removes a file, and the folders that are empty then. */
function removeFile(file: string): void {
  rmSync(file);
  let folder = path.dirname(file);
  for (; readdirSync(folder).length === 0; folder = path.dirname(folder)) rmdirSync(folder);
}

/** The manifest as a build of the changed files would write it. */
function manifestWith(changes: Changes): string {
  const { [MANIFEST]: _, ...bodies } = { ...Object.fromEntries(files), ...changes };
  const rows = Object.entries(bodies).flatMap(([file, text]) => {
    if (text === null) return [];
    const body = Buffer.from(text, 'latin1');
    return JSON.stringify({ path: file, bytes: body.length, sha256: sha256(body) });
  });
  return edited(MANIFEST, /"files":\[.*/s, `"files":[\n${rows.sort().join(',\n')}\n]}\n`);
}

/** A file of the site with a text replaced, which must be there. */
function edited(file: string, search: string | RegExp, replacement: string): string {
  const text = files.get(file) ?? '';
  expect(text).toMatch(search);
  return text.replace(search, replacement);
}

const codesAndPaths = ({ faults }: Awaited<ReturnType<typeof verifySite>>): string[] =>
  faults.map(({ code, path: file }) => `${code} ${file}`).sort();

/** The faults of the site after changes, which are undone. */
async function faultsAfter(changes: Changes): Promise<string[]> {
  try {
    write(changes);
    return codesAndPaths(await verifySite(site));
  } finally {
    write(Object.fromEntries(Object.keys(changes).map((file) => [file, files.get(file) ?? null])));
  }
}

/** The faults that are found although every hash is right. */
const contentFaultsAfter = (changes: Changes) =>
  faultsAfter({ ...changes, [MANIFEST]: manifestWith(changes) });

/** A copy of the site that a test may damage in any way. */
function copyOfSite() {
  const folder = path.join(temporaryFolder(), 'dist');
  cpSync(site, folder, { recursive: true });
  return { folder, at: (file: string) => path.join(folder, file) };
}

describe('files that differ from the manifest', () => {
  it('every kind of difference -> one fault each; other collections are still walked', async () => {
    const { folder, at } = copyOfSite();
    writeFileSync(at(FIRST), edited(FIRST, '"size":1', '"size":7'));
    writeFileSync(at(MIDDLE), edited(MIDDLE, /\]\}\n$/, ''));
    rmSync(at(LAST));
    renameSync(at(ALL), `${folder}-page.json`);
    symlinkSync(`${folder}-page.json`, at(ALL));
    renameSync(at('data/kinds/item'), `${folder}-items`);
    symlinkSync(`${folder}-items`, at('data/kinds/item'));
    rmSync(at('data/index.json'));
    makePipe(at('data/index.json'));
    rmSync(at('data/options/kinds.json'));
    writeFiles(folder, { 'data/options/kinds.json/a.json': '', _redirects: '#' });
    writeFiles(folder, { '_hosts/.DS_Store': '', '!.txt': '', '~/a/b.txt': '' });
    // Larger than can be read at once.
    truncateSync(at('!.txt'), 3e9);
    const verification = await verifySite(folder);
    expect(codesAndPaths(verification)).toEqual([
      'extra !.txt',
      'extra data/kinds/item',
      'extra data/options/kinds.json',
      'extra ~',
      `hash ${FIRST}`,
      'kind data/index.json',
      'kind data/options/kinds.json',
      `kind ${ALL}`,
      `missing ${LAST}`,
      'size _redirects',
      `size ${MIDDLE}`,
    ]);
    expect(verification).toMatchObject({ unwalked: ['things'], listings: 1 + 1 + 1 + 17 + 3 });
    // A build refuses to replace it for the same reason.
    expect(() => requireReplaceable(folder, readManifest(folder))).toThrow(
      '!.txt, which is not part of a build',
    );
  });

  it('a row is missing in the manifest -> its file is extra, and missing', async () => {
    const rows = edited(MANIFEST, /\{"path":"data\/options\/kinds\.json.*,\n/, '');
    const faults = ['extra data/options/kinds.json', 'missing data/options/kinds.json'];
    expect(await faultsAfter({ [MANIFEST]: rows })).toEqual(faults);
  });

  it('a file instead of the folder of the hosts -> extra', async () => {
    const { folder, at } = copyOfSite();
    rmSync(at('_hosts'), { recursive: true });
    writeFiles(folder, { _hosts: '', 'notes.txt': '' });
    const faults = codesAndPaths(await verifySite(folder));
    const expected = ['extra _hosts', 'extra notes.txt'];
    expect(faults.filter((one) => !one.startsWith('missing _hosts/'))).toEqual(expected);
  });
});

describe('content that is wrong although every hash is right', () => {
  it.each(
    rowsOf(`
      ${MIDDLE} -> missing ${MIDDLE}
      ${ALL} -> missing ${ALL}
      ${CONTENT_ORDER} -> missing ${CONTENT_ORDER}
      ${KINDS} -> missing ${KINDS}
      ${FEATURES} -> missing ${FEATURES}
      data/towns/list/w/zone-AB/o-name/l-all/0.json -> missing data/towns/list/w/zone-AB/o-name/l-all/0.json
      data/things/item/3.json -> count data/things/item
      data/index.json -> missing data/index.json
      data/errors/things/limit.json -> missing data/errors/things/limit.json
    `),
  )('%s is missing -> %s', async (file, fault) => {
    expect(await contentFaultsAfter({ [file as string]: null })).toEqual([fault]);
  });

  // The next page of a page, and the one before it.
  const OTHER_PAGE = '"https://example.org/api/things/?format=json&limit=2&offset=2&ordering=size"';

  it.each(
    rowsOf(
      String.raw`
    item is not JSON          | data/kinds/item/8.json | \}$ |               | syntax
    item has two lines        | data/kinds/item/8.json | \{  | {\n           | syntax
    item is a list            | data/kinds/item/8.json | .+  | []            | syntax
    item is not UTF-8         | data/kinds/item/8.json | .+  | {"name":"é"}  | syntax
    features are a list       | ${FEATURES} | FeatureCollection     | Features  | syntax
    a feature is missing      | ${FEATURES} | ,\n.*                 |           | count
    a feature is there twice  | ${FEATURES} | ^(.*),\n.*            | $1,\n$1   | records
    a feature of no item      | ${FEATURES} | "id":"a"              | "id":"z"  | records
    features are swapped      | ${FEATURES} | ^(\{.*\}),\n(\{.*\})$ | $2,\n$1   | records
    a feature is no point     | ${FEATURES} | "Point"               | "Line"    | syntax
    a feature has no place    | ${FEATURES} | \[1,2\]               | [1]       | syntax
    a place is not on Earth   | ${FEATURES} | \[1,2\]               | [1,92]    | syntax
    a place is null           | ${FEATURES} | \[1,2\]               | [null,2]  | syntax
    a feature has no fields   | ${FEATURES} | "properties":\{\}     | "properties":null | syntax
    another feature, no order | ${UNORDERED_FEATURES} | "id":1        | "id":9    | records
    page is cut off           | ${FIRST} | \]\}\n$                  |           | records
    page has another field    | ${FIRST} | "count"                  | "a":1,"count" | syntax
    page lacks a comma        | ${FIRST} | \},$                     | }         | records
    list is cut off           | ${KINDS} | \]\n$                    |           | records
    list begins with {        | ${KINDS} | ^\[$                     | {         | syntax
    count is wrong            | ${FIRST} | "count":5                | "count":6 | count
    next is the same page     | ${FIRST} | offset=2                 | offset=0  | next
    next is null              | ${FIRST} | "next":"[^"]*"           | "next":null | next
    next of the last page     | ${LAST}  | "next":null | "next":${OTHER_PAGE} | next
    previous is another page  | ${LAST}  | offset=2                 | offset=0  | previous
    records are swapped       | ${MIDDLE} | ^(\{.*\}),\n(\{.*\})$   | $2,\n$1   | records
    equal records are swapped | ${FIRST} | ^(\{.*\}),\n(\{.*\})$    | $2,\n$1   | records
    swapped on the only page  | ${ALL}   | ^(\{.*\}),\n(\{.*\}),$   | $2,\n$1,  | records
    swapped in a list         | ${KINDS} | ^(.*"b".*),\n(.*)$       | $2,\n$1   | records
    a record too many         | ${LAST}  | ^(\{.*\})$               | $1,\n$1   | records
    a record is missing       | ${MIDDLE} | ,\n.*$                  |           | records
    a record of the content order is missing | ${CONTENT_ORDER} | ,\n.*\n\] | \n] | records
    a record is changed       | ${MIDDLE} | "size":2                | "size":2.5 | records
    a record of nothing       | ${EMPTY} | ^$                       | {"id":1}  | records
    a town twice              | ${ZONE}  | ^(\{"id":1.*\}),\n.*$     | $1,\n$1   | records
    towns are swapped         | ${ZONE_BY_NAME} | ^(\{.*\}),\n(\{.*\})$ | $2,\n$1 | records
    a town is missing         | ${ZONE}  | ,\n.*$                   |           | records
    a town of another zone    | ${ZONE_AB} | ^(\{.*\})$             | $1,\n{"id":1,"name":"d","zone":"A"} | records
    count of all towns        | ${ZONE_AB} | "count":1              | "count":4 | count
    next without the filter   | ${ZONE}  | &zone=A                  |           | next
    options are not JSON      | data/options/kinds.json | "         | '         | syntax
  `,
      '|',
    ),
  )('%s: %s', async (_, file = '', search = '', replacement = '', code) => {
    const text = edited(file, new RegExp(search, 'm'), replacement.replaceAll('\\n', '\n'));
    expect(await contentFaultsAfter({ [file]: text })).toEqual([`${code} ${file}`]);
  });

  it.each(['things/item/1 things/item/2', 'parts/item/a parts/item/b'])(
    'items %s are swapped -> key',
    async (both) => {
      const [one = '', other = ''] = both.split(' ').map((name) => `data/${name}.json`);
      const swapped = { [one]: edited(other, '', ''), [other]: edited(one, '', '') };
      expect(await contentFaultsAfter(swapped)).toEqual([`key ${one}`, `key ${other}`]);
    },
  );

  it('no town is in a zone that has pages -> their counts and records are wrong', async () => {
    const towns = ['data/towns/item/4.json', 'data/towns/list/f-/o-/l-all/0.json'];
    const moved = Object.fromEntries(towns.map((file) => [file, edited(file, '"AB"', '"A"')]));
    const faults = await contentFaultsAfter(moved);
    expect(faults).toEqual(expect.arrayContaining([`count ${ZONE_AB}`, `records ${ZONE_AB}`]));
  });

  it('an item too many, or a count far too large -> count', async () => {
    const added = { 'data/kinds/item/4.json': '{"name":"a"}\n' };
    expect(await contentFaultsAfter(added)).toEqual(['count data/kinds/item']);
    const count = edited(
      MANIFEST,
      '"name":"things","count":5',
      `"name":"things","count":${2 ** 53 - 1}`,
    );
    expect(await faultsAfter({ [MANIFEST]: count })).toEqual(['count data/things/item']);
  });

  it('any byte of a record is changed, in an item or a listing -> a fault', async () => {
    const records = [...files.keys()].filter((file) => /^data\/\w+\/(item|list)\//.test(file));
    const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const change = fc.tuple(
      fc.constantFrom(...records),
      position,
      fc.integer({ min: 1, max: 255 }),
    );
    const property = fc.asyncProperty(change, async ([file, where, bits]) => {
      const body = Buffer.from(files.get(file) ?? '', 'latin1');
      // The first line of a page can express the same in several ways.
      const start = file.includes('/l-') ? body.indexOf('\n') + 1 : 0;
      const at = start + Math.floor(where * (body.length - start));
      body[at] = (body[at] ?? 0) ^ bits;
      expect(await contentFaultsAfter({ [file]: body.toString('latin1') })).not.toEqual([]);
    });
    await fc.assert(property, { numRuns: 50 });
  });
});

describe('a site without a fault', () => {
  it('the shipped site', async () => {
    const { faults, files: count, listings, unwalked } = await verifySite(shippedSite());
    expect({ faults, unwalked }).toEqual({ faults: [], unwalked: [] });
    expect(count).toBe(shippedManifest().files.length + 1);
    expect(listings).toBeGreaterThan(100);
  });

  it('every kind of listing, with the files of other programs and copies of a host’s', async () => {
    const { folder, at } = copyOfSite();
    writeFiles(folder, { 'data/.DS_Store': '', '.wrangler/state/v3/x': '' });
    cpSync(at('_hosts/nginx'), folder, { recursive: true });
    const { faults, listings, bytes } = await verifySite(folder);
    expect(faults).toEqual([]);
    // Of things: three orders, each in one page and in two sizes and two formats; nothings have one size.
    // Of towns: three orders, and two orders of two zones, each in one page and in one size.
    expect(listings).toBe(3 * (1 + 2 * 2) + 3 + (3 * (1 + 2) + 4 * (1 + 1)) + (1 + 2));
    expect(bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
  });

  it.each<[string, Partial<BuildOptions>]>([
    ['for another host', { host: 'cloudflare' }],
    ['at a base address with a path', { base: 'https://me.github.io/small' }],
    ['with fewer pages', { selection: { limits: [2], orderings: [], formats: [] } }],
  ])('built %s', async (_, options) => {
    const out = path.join(temporaryFolder(), 'dist');
    await build({ api, content, out, base: 'https://example.org', ...options });
    expect((await verifySite(out)).faults).toEqual([]);
  });
});

describe('a site that can’t be verified', () => {
  it.each([
    ['by another version', /staticrest [^"]*/, 'staticrest 0.0.9', 'built by staticrest 0.0.9'],
    ['incompletely', /\n\]\}\n$/, '\n', 'is not a complete manifest'],
  ])('built %s -> UsageError', async (_, search, replacement, message) => {
    const verifying = faultsAfter({ [MANIFEST]: edited(MANIFEST, search, replacement) });
    await expect(verifying).rejects.toThrow(UsageError);
    await expect(verifying).rejects.toThrow(message);
  });

  it('there is none -> UsageError', async () => {
    const folder = temporaryFolder();
    await expect(verifySite(folder)).rejects.toThrow('There is no built site in');
    await expect(verifySite(path.join(folder, 'none'))).rejects.toThrow(UsageError);
  });

  it('replaced meanwhile -> UsageError', async () => {
    const { folder, at } = copyOfSite();
    const onProgress = () => {
      unlinkSync(at(MANIFEST));
      cpSync(path.join(site, MANIFEST), at(MANIFEST));
    };
    await expect(verifySite(folder, { onProgress })).rejects.toThrow(
      'Another build replaced the site',
    );
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
      /^ is intact: \d+ files, \d+ KB; 38 listings checked, in \d+\.\d s\n$/,
    );
  });

  it('a damaged site -> the first faults of each kind, exit code 1', async () => {
    const { folder, at } = copyOfSite();
    rmSync(at(FIRST));
    for (let file = 100; file < 350; file++) writeFileSync(at(`more\u001b[2J${file}`), '');
    const { code, text } = await printedBy(() => verifyCommand({ dist: folder }));
    expect(code).toBe(1);
    const lines = text.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      `${FIRST} is missing (missing)`,
      'more\u{fffd}[2J100 is not in the manifest (extra)',
    ]);
    expect(lines.slice(1 + 20)).toEqual([
      '… and 230 more (extra)',
      'The listings of things were not checked, because some of their files are damaged.',
      `251 faults in ${folder}.`,
      '',
    ]);
  });

  it('a pipe -> UsageError', async () => {
    const pipe = path.join(temporaryFolder(), 'pipe');
    makePipe(pipe);
    const reason = `There is no built site in ${pipe}.`;
    await expect(verifyCommand({ dist: pipe })).rejects.toThrow(reason);
  });
});
