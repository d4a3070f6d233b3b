import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
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
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { build } from '../../../src/build/build.ts';
import { requireReplaceable } from '../../../src/build/target.ts';
import { HOST_NAMES } from '../../../src/hosts/names.ts';
import { z } from '../../../src/index.ts';
import { type Verification, verifySite } from '../../../src/inspect/verify/verify.ts';
import { MANIFEST } from '../../../src/site/manifest.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { run } from '../../support/cli.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { shippedManifest, shippedSite } from '../../support/shipped-site.ts';
import { filesOf, sha256 } from '../../support/site-files.ts';
import { smallSite } from '../../support/small-site.ts';

/**
 * Every kind of listing. `kinds` and `tags` don't show their keys, which are numbers and texts, and some
 * of them look the same.
 */
const api = defineApi({
  name: 'Things',
  description: 'Things and kinds.',
  formats: ['json'],
  collections: [
    defineCollection({
      name: 'things',
      title: 'Thing List',
      description: 'See http://elsewhere.org.',
      schema: z.object({ id: z.int(), size: z.number().nullable() }),
      key: 'id',
      orderings: { size: { field: 'size', kind: 'number' } },
      pagination: { limits: [2, 4], default: 2 },
    }),
    defineCollection({
      name: 'kinds',
      title: 'Kind List',
      description: 'Kinds.',
      schema: z.object({ id: z.int(), name: z.string() }),
      key: 'id',
      published: z.object({ name: z.string() }),
      publish: ({ name }) => ({ name }),
      order: { field: 'name', kind: 'code' },
    }),
    defineCollection({
      name: 'parts',
      title: 'Part List',
      description: 'Parts.',
      schema: z.object({ id: z.string() }),
      key: 'id',
      order: { field: 'id', kind: 'code' },
      features: {
        properties: z.object({ id: z.string() }),
        feature: ({ id }) => ({ longitude: 1, latitude: 2, properties: { id } }),
      },
    }),
    defineCollection({
      name: 'tags',
      title: 'Tag List',
      description: 'Tags.',
      schema: z.object({ id: z.string(), name: z.string() }),
      key: 'id',
      published: z.object({ name: z.string() }),
      publish: ({ name }) => ({ name }),
      order: { field: 'name', kind: 'caseless' },
    }),
    defineCollection({
      name: 'nothings',
      title: 'Nothing List',
      description: 'Nothings.',
      schema: z.object({ id: z.int() }),
      key: 'id',
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

const CONTENT = {
  'things/all.json': [3, 1, null, 1, 2].map((size, index) => ({ id: index + 1, size })),
  'kinds/all.json': ['b', 'a', 'a', 'c'].map((name, index) => ({ id: index + 8, name })),
  'parts/all.json': ['a', 'b'].map((id) => ({ id })),
  // By their keys as texts 10, 100, 9; the first and the last look the same.
  'tags/all.json': ['9', '10', '100'].map((id) => ({ id, name: id === '100' ? 'A' : 'a' })),
};

/** By size the things are 2 and 4, which are equal, 5, 1 and 3. */
const LISTING = 'data/things/list/f-json/o-size/l-2';
const [FIRST, MIDDLE, LAST] = [`${LISTING}/0.json`, `${LISTING}/2.json`, `${LISTING}/4.json`];
const ALL = 'data/things/list/f-/o-size/l-all/0.json';
const KINDS = 'data/kinds/list/o-.json';
const FEATURES = 'data/parts/features.json';

let whole: string;
beforeAll(async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-verify-'));
  const content = path.join(folder, 'content');
  for (const [file, records] of Object.entries(CONTENT)) {
    writeFiles(content, { [file]: JSON.stringify(records) });
  }
  whole = path.join(folder, 'dist');
  await build({ api, content, out: whole, base: 'https://example.org' });
});
afterAll(() => rmSync(path.dirname(whole), { recursive: true }));

/** A copy of the site that a test may damage. */
class Copy {
  readonly folder = path.join(temporaryFolder(), 'dist');

  constructor() {
    cpSync(whole, this.folder, { recursive: true });
  }

  at(file: string): string {
    return path.join(this.folder, file);
  }

  text(file: string): string {
    return readFileSync(this.at(file), 'utf8');
  }

  /** Replaces a text in a file, which must be there. */
  edit(file: string, found: string | RegExp, by: string): void {
    const edited = this.text(file).replace(found, by);
    expect(edited).not.toBe(this.text(file));
    writeFileSync(this.at(file), edited);
  }

  add(file: string, text = '{}\n'): void {
    writeFiles(this.folder, { [file]: text });
  }

  remove(file: string): void {
    rmSync(this.at(file), { recursive: true });
  }

  swap(file: string, other: string): void {
    const [text, otherText] = [this.text(file), this.text(other)];
    this.add(file, otherText);
    this.add(other, text);
  }

  /** Gives a listing other records, or the same in another order. */
  editRecords(file: string, change: (records: string[]) => string[]): void {
    const lines = this.text(file).trimEnd().split('\n');
    const records = lines.slice(1, -1).map((line) => line.replace(/,$/, ''));
    this.add(file, [lines[0], change(records).join(',\n'), lines.at(-1), ''].join('\n'));
  }

  /** Makes the manifest list the files as they are now, as if a build had written them. */
  updateManifest(): void {
    const files = filesOf(this.folder).filter((file) => file !== MANIFEST);
    const rows = files.map((file) => {
      const body = readFileSync(this.at(file));
      return JSON.stringify({ path: file, bytes: body.length, sha256: sha256(body) });
    });
    this.edit(MANIFEST, /"files":\[.*/s, `"files":[\n${rows.join(',\n')}\n]}\n`);
  }
}

/** What is wrong with a site, each as its code and path. */
const found = ({ faults }: Verification): string[] =>
  faults.map(({ code, path }) => `${code} ${path}`).sort();

const faultsOf = async (folder: string): Promise<string[]> => found(await verifySite(folder));

type Damage = (site: Copy) => void;

describe('files that are not those of the manifest', () => {
  it.each<[string, Damage, string[]]>([
    ['a byte flipped', (site) => site.edit(FIRST, '"size":1', '"size":7'), [`hash ${FIRST}`]],
    ['a file cut off', (site) => site.edit(FIRST, /\]\}\n$/, ''), [`size ${FIRST}`]],
    ['a file emptied', (site) => site.add(FIRST, ''), [`size ${FIRST}`]],
    ['a file missing', (site) => site.remove(FIRST), [`missing ${FIRST}`]],
    [
      'the last file missing',
      (site) => site.remove('data/things/list/f-json/o-size/l-4/4.json'),
      ['missing data/things/list/f-json/o-size/l-4/4.json'],
    ],
    ['a host’s file changed', (site) => site.edit('_redirects', '/', '#'), ['hash _redirects']],
    ['an extra file', (site) => site.add('data/things/more.json'), ['extra data/things/more.json']],
    ['an extra file, the first of all', (site) => site.add('!.txt'), ['extra !.txt']],
    ['an extra file, the last of all', (site) => site.add('~/a/b.txt'), ['extra ~/a/b.txt']],
    [
      'an extra file with the name of a folder and an extension',
      (site) => site.add('data/things.json'),
      ['extra data/things.json'],
    ],
    [
      'a link instead of a file',
      (site) => {
        renameSync(site.at(FIRST), `${site.folder}-page.json`);
        symlinkSync(`${site.folder}-page.json`, site.at(FIRST));
      },
      [`kind ${FIRST}`],
    ],
    [
      'a link instead of a folder',
      (site) => {
        renameSync(site.at('data/kinds/item'), `${site.folder}-items`);
        symlinkSync(`${site.folder}-items`, site.at('data/kinds/item'));
      },
      [
        'extra data/kinds/item',
        ...[10, 11, 8, 9].map((key) => `missing data/kinds/item/${key}.json`),
      ],
    ],
    [
      'an extra link',
      (site) => symlinkSync('/etc/hostname', site.at('data/hostname')),
      ['extra data/hostname'],
    ],
    [
      'a folder instead of a file',
      (site) => {
        site.remove('data/index.json');
        site.add('data/index.json/a.json');
      },
      ['missing data/index.json', 'extra data/index.json/a.json'],
    ],
    [
      'a pipe instead of a file',
      (site) => {
        site.remove('data/index.json');
        spawnSync('sh', ['-c', 'mkfifo "$0"', site.at('data/index.json')]);
      },
      ['kind data/index.json'],
    ],
    [
      'another hash in the manifest',
      (site) =>
        site.edit(
          'manifest.json',
          /(f-json\/o-size\/l-2\/0\.json.*"sha256":"\w{60})\w{4}/,
          '$10000',
        ),
      [`hash ${FIRST}`],
    ],
    [
      'a row missing',
      (site) => site.edit('manifest.json', /\{"path":"data\/options\/kinds\.json.*,\n/, ''),
      ['extra data/options/kinds.json', 'missing data/options/kinds.json'],
    ],
    [
      'two files',
      (site) => {
        site.remove(FIRST);
        site.remove(KINDS);
      },
      [`missing ${KINDS}`, `missing ${FIRST}`],
    ],
  ])('%s', async (_, damage, faults) => {
    const site = new Copy();
    damage(site);
    expect(await faultsOf(site.folder)).toEqual([...faults].sort());
  });

  it('a damaged collection -> the listings of the others are walked', async () => {
    const site = new Copy();
    site.remove(FIRST);
    const { unwalked, listings } = await verifySite(site.folder);
    expect({ unwalked, listings }).toEqual({ unwalked: ['things'], listings: 1 + 1 + 1 + 3 });
  });
});

describe('a listing that is wrong although its hashes are right', () => {
  const href = (query: string) =>
    `"https://example.org/api/things/?format=json&${query}&ordering=size"`;
  const swap: (records: string[]) => string[] = ([a = '', b = '', ...rest]) => [b, a, ...rest];

  it.each<[string, Damage, string[]]>([
    ['a page missing', (site) => site.remove(MIDDLE), [`missing ${MIDDLE}`]],
    ['the page of all records missing', (site) => site.remove(ALL), [`missing ${ALL}`]],
    ['a list missing', (site) => site.remove(KINDS), [`missing ${KINDS}`]],
    ['the features missing', (site) => site.remove(FEATURES), [`missing ${FEATURES}`]],
    [
      'a feature missing',
      (site) => site.editRecords(FEATURES, ([first = '']) => [first]),
      [`count ${FEATURES}`],
    ],
    [
      'a feature twice',
      (site) => site.editRecords(FEATURES, ([first = '']) => [first, first]),
      [`records ${FEATURES}`],
    ],
    [
      'a feature of no item',
      (site) => site.edit(FEATURES, '"id":"a"', '"id":"z"'),
      [`records ${FEATURES}`],
    ],
    [
      'features in another order',
      (site) => site.editRecords(FEATURES, swap),
      [`records ${FEATURES}`],
    ],
    [
      'features that are a list',
      (site) => site.edit(FEATURES, '"FeatureCollection"', '"Features"'),
      [`syntax ${FEATURES}`],
    ],
    [
      'an item missing',
      (site) => site.remove('data/things/item/3.json'),
      ['count data/things/item'],
    ],
    ['the index missing', (site) => site.remove('data/index.json'), ['missing data/index.json']],
    [
      'an error missing',
      (site) => site.remove('data/errors/things/limit.json'),
      ['missing data/errors/things/limit.json'],
    ],
    [
      'options missing',
      (site) => site.remove('data/options/kinds.json'),
      ['missing data/options/kinds.json'],
    ],
    ['an extra item', (site) => site.add('data/kinds/item/4.json'), ['count data/kinds/item']],

    [
      'an item that is no JSON',
      (site) => site.edit('data/kinds/item/8.json', '}', ''),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'an item in two lines',
      (site) => site.edit('data/kinds/item/8.json', '{', '{\n'),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'an item that is a list',
      (site) => site.add('data/kinds/item/8.json', '[]\n'),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'an item that is not UTF-8',
      (site) =>
        writeFileSync(
          site.at('data/kinds/item/8.json'),
          Buffer.from('{"name":"\xe9"}\n', 'latin1'),
        ),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'two items swapped',
      (site) => site.swap('data/things/item/1.json', 'data/things/item/2.json'),
      ['key data/things/item/1.json', 'key data/things/item/2.json'],
    ],

    [
      'two items swapped of a collection without orderings',
      (site) => site.swap('data/parts/item/a.json', 'data/parts/item/b.json'),
      ['key data/parts/item/a.json', 'key data/parts/item/b.json'],
    ],

    ['a page that is cut off', (site) => site.edit(FIRST, /\]\}\n$/, ''), [`records ${FIRST}`]],
    [
      'a page with another field',
      (site) => site.edit(FIRST, '"count"', '"counts":1,"count"'),
      [`syntax ${FIRST}`],
    ],
    ['a page without a comma', (site) => site.edit(FIRST, '},\n', '} \n'), [`records ${FIRST}`]],
    [
      'a page with an extra comma',
      (site) => site.edit(FIRST, '}\n]', '},\n]'),
      [`records ${FIRST}`],
    ],
    ['a list that is cut off', (site) => site.edit(KINDS, /\]\n$/, ''), [`records ${KINDS}`]],
    ['a list that begins otherwise', (site) => site.edit(KINDS, /^\[/, '{'), [`syntax ${KINDS}`]],

    ['another count', (site) => site.edit(FIRST, '"count":5', '"count":6'), [`count ${FIRST}`]],
    [
      'another count of nothing',
      (site) => site.edit('data/nothings/list/f-/o-/l-2/0.json', '"count":0', '"count":1'),
      ['count data/nothings/list/f-/o-/l-2/0.json'],
    ],
    [
      'a next page that is this one',
      (site) => site.edit(FIRST, href('limit=2&offset=2'), href('limit=2&offset=0')),
      [`next ${FIRST}`],
    ],
    [
      'a next page of another format',
      (site) => site.edit(FIRST, 'format=json&', ''),
      [`next ${FIRST}`],
    ],
    [
      'a next page of another size',
      (site) => site.edit(FIRST, 'limit=2&', 'limit=4&'),
      [`next ${FIRST}`],
    ],
    [
      'a next page that is none',
      (site) => site.edit(FIRST, 'offset=2', 'offset=3'),
      [`next ${FIRST}`],
    ],
    [
      'no next page',
      (site) => site.edit(FIRST, href('limit=2&offset=2'), 'null'),
      [`next ${FIRST}`],
    ],
    [
      'a page after the last',
      (site) => site.edit(LAST, '"next":null', `"next":${href('limit=2&offset=0')}`),
      [`next ${LAST}`],
    ],
    [
      'another page before',
      (site) => site.edit(LAST, 'offset=2', 'offset=0'),
      [`previous ${LAST}`],
    ],
    [
      'no page before',
      (site) => site.edit(LAST, href('limit=2&offset=2'), 'null'),
      [`previous ${LAST}`],
    ],
    [
      'a page before the first',
      (site) => site.edit(FIRST, '"previous":null', `"previous":${href('limit=2&offset=2')}`),
      [`previous ${FIRST}`],
    ],
    [
      'links to another base address',
      (site) => site.edit(MIDDLE, /https:\/\/example\.org/g, 'https://example.com'),
      [`next ${MIDDLE}`, `previous ${MIDDLE}`],
    ],

    ['two records swapped', (site) => site.editRecords(MIDDLE, swap), [`records ${MIDDLE}`]],
    ['two equal ones swapped', (site) => site.editRecords(FIRST, swap), [`records ${FIRST}`]],
    ['two swapped on the page of all', (site) => site.editRecords(ALL, swap), [`records ${ALL}`]],
    [
      'two swapped in a list',
      (site) => site.editRecords(KINDS, ([a = '', b = '', c = '', d = '']) => [a, b, d, c]),
      [`records ${KINDS}`],
    ],
    [
      'two swapped in the order of the content',
      (site) => site.editRecords('data/things/list/f-/o-/l-4/0.json', swap),
      ['records data/things/list/f-/o-/l-4/0.json'],
    ],
    [
      'a record twice',
      (site) => site.editRecords(MIDDLE, ([a = '']) => [a, a]),
      [`records ${MIDDLE}`],
    ],
    [
      'a record of the page before',
      (site) => site.editRecords(MIDDLE, ([, b = '']) => ['{"id":4,"size":1}', b]),
      [`records ${MIDDLE}`],
    ],
    [
      'an extra record',
      (site) => site.editRecords(LAST, (records) => [...records, ...records]),
      [`records ${LAST}`],
    ],
    [
      'a record missing',
      (site) => site.editRecords(MIDDLE, ([a = '']) => [a]),
      [`records ${MIDDLE}`],
    ],
    [
      'a record missing in a list',
      (site) => site.editRecords(KINDS, ([, ...rest]) => rest),
      [`records ${KINDS}`],
    ],
    [
      'a record that is not an item',
      (site) => site.edit(MIDDLE, '"size":2', '"size":2.5'),
      [`records ${MIDDLE}`],
    ],
    ['no records', (site) => site.editRecords(MIDDLE, () => []), [`records ${MIDDLE}`]],
    [
      'a record of nothing',
      (site) => site.editRecords('data/nothings/list/f-/o-/l-2/0.json', () => ['{"id":1}']),
      ['records data/nothings/list/f-/o-/l-2/0.json'],
    ],

    [
      'an index that is no JSON',
      (site) => site.edit('data/index.json', '{', ''),
      ['syntax data/index.json'],
    ],
    [
      'options that are no JSON',
      (site) => site.edit('data/options/kinds.json', '"', "'"),
      ['syntax data/options/kinds.json'],
    ],
  ])('%s', async (_, damage, faults) => {
    const site = new Copy();
    damage(site);
    site.updateManifest();
    expect(await faultsOf(site.folder)).toEqual([...faults].sort());
  });
});

it('any byte of a record is changed, in an item or a listing -> a fault', async () => {
  const site = new Copy();
  const files = filesOf(site.folder).filter((file) => /^data\/\w+\/(item|list)\//.test(file));
  const change = fc.tuple(
    fc.constantFrom(...files),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.integer({ min: 1, max: 255 }),
  );
  const property = fc.asyncProperty(change, async ([file, where, bits]) => {
    const original = readFileSync(site.at(file));
    const body = Buffer.from(original);
    // The first line of a page can express the same in several ways.
    const start = file.includes('/l-') ? body.indexOf('\n') + 1 : 0;
    const at = start + Math.floor(where * (body.length - start));
    body[at] = (body[at] ?? 0) ^ bits;
    writeFileSync(site.at(file), body);
    site.updateManifest();
    const { faults } = await verifySite(site.folder);
    writeFileSync(site.at(file), original);
    expect(faults).not.toEqual([]);
  });
  await fc.assert(property, { numRuns: 50 });
});

describe('a broken manifest', () => {
  it.each<[string, Damage, string?]>([
    [
      'that says nothing of the API',
      (site) => site.edit('manifest.json', /"about":.*,\n/, ''),
      'is of a site built by an unreleased state',
    ],
    [
      'that has no grid',
      (site) => site.edit('manifest.json', /"grid":.*,\n/, ''),
      'is of a site built by an unreleased state',
    ],
    ['cut off', (site) => site.edit('manifest.json', /\n\]\}\n$/, '\n')],
    ['cut off in its head', (site) => site.edit('manifest.json', /"files".*$/s, '')],
    ['of another program', (site) => site.add('manifest.json', '{"name":"app"}\n')],
    [
      'with rows out of order',
      (site) => site.edit('manifest.json', /(\{"path":"data\/errors\/f.*,\n)(\{.*,\n)/, '$2$1'),
    ],
    [
      'with a row twice',
      (site) => site.edit('manifest.json', /(\{"path":"data\/index.*,\n)/, '$1$1'),
    ],
    [
      'with a path that leads out',
      (site) => site.edit('manifest.json', '"data/index.json"', '"data/../../x"'),
    ],
  ])('%s -> UsageError', async (_, damage, message = 'is not a complete manifest') => {
    const site = new Copy();
    damage(site);
    const verifying = verifySite(site.folder);
    await expect(verifying).rejects.toThrow(UsageError);
    await expect(verifying).rejects.toThrow(message);
  });

  it('with another count than there are items', async () => {
    const site = new Copy();
    site.edit(
      'manifest.json',
      '"name":"things","count":5',
      '"name":"things","count":9007199254740991',
    );
    expect(await faultsOf(site.folder)).toEqual(['count data/things/item']);
  });
});

describe('a site without a fault', () => {
  it('the shipped site', async () => {
    const { faults, files, listings, unwalked } = await verifySite(shippedSite());
    expect({ faults, unwalked }).toEqual({ faults: [], unwalked: [] });
    expect(files).toBe(shippedManifest().files.length + 1);
    expect(listings).toBeGreaterThan(100);
  });

  it('with equal records, with keys that are not shown, and with no records at all', async () => {
    const { faults, listings } = await verifySite(whole);
    expect(faults).toEqual([]);
    // Of things: three orders, each in one page and in two sizes and two formats; nothings have one size.
    expect(listings).toBe(3 * (1 + 2 * 2) + 3 + (1 + 2));
  });

  it('at a base address with a path', async () => {
    expect(await faultsOf((await smallSite()).folder)).toEqual([]);
  });

  it.each(HOST_NAMES)('with the files of %s in place', async (host) => {
    const content = path.join(path.dirname(whole), 'content');
    const out = path.join(temporaryFolder(), 'dist');
    await build({ api, content, out, base: 'https://example.org', host });
    expect(await faultsOf(out)).toEqual([]);
  });

  it('with fewer pages than its definition says', async () => {
    const content = path.join(path.dirname(whole), 'content');
    const out = path.join(temporaryFolder(), 'dist');
    const selection = { limits: [2], orderings: [], formats: [] };
    await build({ api, content, out, base: 'https://example.org', selection });
    expect(await faultsOf(out)).toEqual([]);
  });

  it.each<[string, Damage]>([
    ['a file of a file manager', (site) => site.add('data/.DS_Store')],
    ['a folder of wrangler', (site) => site.add('.wrangler/state/v3/x')],
    [
      'copies of a host’s files',
      (site) => cpSync(site.at('_hosts/nginx'), site.folder, { recursive: true }),
    ],
  ])('with %s', async (_, damage) => {
    const site = new Copy();
    damage(site);
    expect(await faultsOf(site.folder)).toEqual([]);
  });
});

describe('a folder with ignored and other files', () => {
  it.each<[string, Damage, string[]]>([
    [
      'one of a file manager in the hosts’ folder, and an extra one',
      (site) => {
        site.add('_hosts/.DS_Store');
        site.add('notes.txt');
      },
      ['extra notes.txt'],
    ],
    [
      'a file instead of the hosts’ folder, and an extra one',
      (site) => {
        site.remove('_hosts');
        site.add('_hosts');
        site.add('notes.txt');
      },
      ['extra notes.txt', 'extra _hosts'],
    ],
    [
      'an extra one larger than can be read',
      (site) => {
        site.add('large.bin');
        truncateSync(site.at('large.bin'), 3e9);
      },
      ['extra large.bin'],
    ],
  ])('%s', async (_, damage, faults) => {
    const site = new Copy();
    damage(site);
    const seen = await faultsOf(site.folder);
    expect(seen.filter((one) => !one.startsWith('missing _hosts/'))).toEqual([...faults].sort());
    // A build treats them alike.
    expect(() => requireReplaceable(site.folder)).toThrow('which no build wrote');
  });
});

describe('verifySite', () => {
  it('a site of another version -> UsageError, because the site has no fault', async () => {
    const site = new Copy();
    site.edit('manifest.json', /staticrest [^"]*/, 'staticrest 0.0.9');
    const verifying = verifySite(site.folder);
    await expect(verifying).rejects.toThrow(UsageError);
    await expect(verifying).rejects.toThrow(
      'manifest.json is of a site built by staticrest 0.0.9, and this is version',
    );
  });

  it.each<[string, (folder: string) => string]>([
    ['a folder without a site', (folder) => folder],
    ['no folder', (folder) => path.join(folder, 'none')],
  ])('%s -> UsageError', async (_, place) => {
    const verifying = verifySite(place(temporaryFolder()));
    await expect(verifying).rejects.toThrow(UsageError);
    await expect(verifying).rejects.toThrow('There is no built site at');
  });

  it('a site that is replaced meanwhile -> UsageError', async () => {
    const site = new Copy();
    const replace = () => {
      unlinkSync(site.at('manifest.json'));
      cpSync(path.join(whole, 'manifest.json'), site.at('manifest.json'));
    };
    const verifying = verifySite(site.folder, { onProgress: replace });
    await expect(verifying).rejects.toThrow('was replaced meanwhile');
  });

  it('is aborted by its signal', async () => {
    const signal = AbortSignal.abort();
    await expect(verifySite(whole, { signal })).rejects.toThrow(signal.reason);
  });
});

describe('staticrest verify', () => {
  it('a whole site -> a line, exit code 0', async () => {
    const { code, stdout, stderr } = await run(['verify'], { cwd: path.dirname(whole) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^dist is whole: \d+ files, \d+ KB; 21 listings walked, every record once in each, in \d+\.\d s\n$/,
    );
  });

  it('a damaged site -> a line for each fault, exit code 1', async () => {
    const site = new Copy();
    site.remove(FIRST);
    site.add('more\u001b[2J.txt');
    const { code, stdout, stderr } = await run(['verify', site.folder], { cwd: os.tmpdir() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `${FIRST}: is missing (missing)`,
      'more\u{fffd}[2J.txt: is not in the manifest (extra)',
      'The listings of things were not walked, because some of their files are damaged.',
      `2 faults in ${site.folder}.`,
      '',
    ]);
  });

  it('hundreds of faults -> the first of them, and how many more', async () => {
    const site = new Copy();
    for (let file = 100; file < 350; file++) site.add(`more/${file}.txt`);
    const { stdout } = await run(['verify', site.folder], { cwd: os.tmpdir() });
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(20 + 2 + 1);
    expect(lines[0]).toBe('more/100.txt: is not in the manifest (extra)');
    expect(lines.slice(20, 22)).toEqual([
      '… and 230 more (extra)',
      `250 faults in ${site.folder}.`,
    ]);
  });

  it('no site -> a sentence, exit code 2', async () => {
    const { code, stdout, stderr } = await run(['verify'], { cwd: temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no built site at dist; .*\n$/);
  });

  it('no such archive -> a sentence, exit code 2', async () => {
    const { code, stdout, stderr } = await run(['verify', 'a.tar.gz'], { cwd: temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('There is no archive a.tar.gz.\n');
  });
});
