import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
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
import { defineApi, defineCollection } from '../src/api/definition.ts';
import { build } from '../src/build/build.ts';
import { requireReplaceable } from '../src/build/target.ts';
import { HOST_NAMES } from '../src/hosts/names.ts';
import { z } from '../src/index.ts';
import { Items } from '../src/inspect/verify/items.ts';
import { Sequence } from '../src/inspect/verify/sequence.ts';
import { type Verification, verifyReader, verifySite } from '../src/inspect/verify/verify.ts';
import { UsageError } from '../src/util/problem.ts';
import { run } from './support/cli.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { MemorySite } from './support/memory-site.ts';
import { shippedManifest, shippedSite } from './support/shipped-site.ts';
import { smallSite } from './support/small-site.ts';

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

  /** Replaces a text in a file, which must be there. */
  edit(file: string, found: string | RegExp, by: string): void {
    const text = readFileSync(this.at(file), 'utf8');
    const edited = text.replace(found, by);
    expect(edited).not.toBe(text);
    writeFileSync(this.at(file), edited);
  }

  add(file: string, text = '{}\n'): void {
    writeFiles(this.folder, { [file]: text });
  }

  remove(file: string): void {
    rmSync(this.at(file), { recursive: true });
  }
}

/** What is wrong with a site, each as its code and path. */
const found = ({ faults }: Verification): string[] =>
  faults.kinds.flatMap(({ first }) => first.map(({ code, path }) => `${code} ${path}`)).sort();

const faultsOf = async (folder: string): Promise<string[]> => found(await verifySite(folder));

type Damage = (site: Copy) => void;

describe('damage that the hashes show', () => {
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
    [
      'a file too many',
      (site) => site.add('data/things/more.json'),
      ['extra data/things/more.json'],
    ],
    ['a file too many, the first of all', (site) => site.add('!.txt'), ['extra !.txt']],
    ['a file too many, the last of all', (site) => site.add('~/a/b.txt'), ['extra ~/a/b.txt']],
    ['a folder too many', (site) => mkdirSync(site.at('data/more')), ['extra data/more/']],
    [
      'a file beside a folder of the same name but for a dot',
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
      'a link too many',
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
      'a row less',
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

  it('in one collection -> the listings of the others are walked', async () => {
    const site = new Copy();
    site.remove(FIRST);
    const { unwalked, listings } = await verifySite(site.folder);
    expect({ unwalked, listings }).toEqual({ unwalked: ['things'], listings: 1 + 1 + 1 + 3 });
  });

  it('of hundreds of files -> the first of them, and how many more', async () => {
    const site = new Copy();
    for (let file = 100; file < 350; file++) site.add(`more/${file}.txt`);
    const { faults } = await verifySite(site.folder);
    expect(faults.count).toBe(250);
    expect(faults.kinds.map(({ first, more }) => [first.length, more])).toEqual([[20, 230]]);
  });
});

describe('damage that only the grid and the listings show: the manifest has the files as they are', () => {
  const href = (query: string) =>
    `"https://example.org/api/things/?format=json&${query}&ordering=size"`;
  const swap: (records: string[]) => string[] = ([a = '', b = '', ...rest]) => [b, a, ...rest];
  const elsewhere = (site: MemorySite) =>
    edit(site, MIDDLE, /https:\/\/example\.org/g, 'https://example.com');

  /** Replaces a text in a file, which must be there. */
  function edit(site: MemorySite, file: string, text: string | RegExp, by: string): void {
    const edited = site.text(file).replace(text, by);
    expect(edited).not.toBe(site.text(file));
    site.write(file, edited);
  }

  const add = (site: MemorySite, file: string, text = '{}\n') => site.write(file, text);

  /** Gives a listing other records, or the same in another order. */
  function reorder(site: MemorySite, file: string, change: (records: string[]) => string[]): void {
    const lines = site.text(file).trimEnd().split('\n');
    const records = lines.slice(1, -1).map((line) => line.replace(/,$/, ''));
    site.write(file, [lines[0], change(records).join(',\n'), lines.at(-1), ''].join('\n'));
  }

  it.each<[string, (site: MemorySite) => void, string[]]>([
    ['a page less', (site) => site.remove(MIDDLE), ['count data/things/list']],
    ['a page with all records less', (site) => site.remove(ALL), ['count data/things/list']],
    ['a list less', (site) => site.remove(KINDS), ['count data/kinds/list']],
    ['the features less', (site) => site.remove(FEATURES), [`missing ${FEATURES}`]],
    [
      'features of a collection that has none',
      (site) => add(site, 'data/kinds/features.json', site.text(FEATURES)),
      ['extra data/kinds/features.json'],
    ],
    [
      'a feature less',
      (site) => reorder(site, FEATURES, ([first = '']) => [first]),
      [`count ${FEATURES}`],
    ],
    [
      'a feature twice',
      (site) => reorder(site, FEATURES, ([first = '']) => [first, first]),
      [`twice ${FEATURES}`],
    ],
    [
      'a feature of no item',
      (site) => edit(site, FEATURES, '"id":"a"', '"id":"z"'),
      [`record ${FEATURES}`],
    ],
    [
      'a feature on no earth',
      (site) => edit(site, FEATURES, '[1,2]', '[1,91]'),
      [`syntax ${FEATURES}`],
    ],
    [
      'a feature that is no point',
      (site) => edit(site, FEATURES, 'Point', 'Dot'),
      [`syntax ${FEATURES}`],
    ],
    [
      'a feature that tells more than it may',
      (site) => edit(site, FEATURES, '"properties":{', '"properties":{"evil":1,'),
      [`syntax ${FEATURES}`],
    ],
    [
      'a feature with a space too many',
      (site) => edit(site, FEATURES, '"geometry":', '"geometry": '),
      [`syntax ${FEATURES}`],
    ],
    ['features in another order', (site) => reorder(site, FEATURES, swap), [`order ${FEATURES}`]],
    [
      'features that are a list',
      (site) => edit(site, FEATURES, '"FeatureCollection"', '"Features"'),
      [`syntax ${FEATURES}`],
    ],
    ['an item less', (site) => site.remove('data/things/item/3.json'), ['count data/things/item']],
    ['the index less', (site) => site.remove('data/index.json'), ['missing data/index.json']],
    [
      'an error less',
      (site) => site.remove('data/errors/things/limit.json'),
      ['missing data/errors/things/limit.json'],
    ],
    [
      'options less',
      (site) => site.remove('data/options/kinds.json'),
      ['missing data/options/kinds.json'],
    ],
    [
      'a host’s file less',
      (site) => site.remove('_hosts/nginx/README.md'),
      ['missing _hosts/nginx/README.md'],
    ],
    [
      'a file of the host in place less',
      (site) => site.remove('_redirects'),
      ['missing _redirects'],
    ],
    ['a page too many', (site) => add(site, `${LISTING}/6.json`), [`extra ${LISTING}/6.json`]],
    [
      'a page size too many',
      (site) => add(site, 'data/things/list/f-/o-/l-3/0.json'),
      ['extra data/things/list/f-/o-/l-3/0.json'],
    ],
    [
      'an ordering too many',
      (site) => add(site, 'data/things/list/f-/o-id/l-2/0.json'),
      ['extra data/things/list/f-/o-id/l-2/0.json'],
    ],
    [
      'all records in a format',
      (site) => add(site, 'data/things/list/f-json/o-/l-all/0.json'),
      ['extra data/things/list/f-json/o-/l-all/0.json'],
    ],
    [
      'a list of what has pages',
      (site) => add(site, 'data/things/list/o-size.json'),
      ['extra data/things/list/o-size.json'],
    ],
    [
      'a page of what has none',
      (site) => add(site, 'data/kinds/list/f-/o-/l-all/0.json'),
      ['extra data/kinds/list/f-/o-/l-all/0.json'],
    ],
    ['an item too many', (site) => add(site, 'data/kinds/item/4.json'), ['count data/kinds/item']],
    [
      'an item of no collection',
      (site) => add(site, 'data/others/item/4.json'),
      ['extra data/others/item/4.json'],
    ],
    [
      'an error of nothing',
      (site) => add(site, 'data/errors/kinds/limit.json'),
      ['extra data/errors/kinds/limit.json'],
    ],
    ['something else', (site) => add(site, 'data/notes.txt'), ['extra data/notes.txt']],
    [
      'a file of no host',
      (site) => add(site, '_hosts/nginx/more.conf'),
      ['extra _hosts/nginx/more.conf'],
    ],

    [
      'an item that is no JSON',
      (site) => edit(site, 'data/kinds/item/8.json', '}', ''),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'an item in two lines',
      (site) => edit(site, 'data/kinds/item/8.json', '{', '{\n'),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'an item that is a list',
      (site) => add(site, 'data/kinds/item/8.json', '[]\n'),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'an item that is not UTF-8',
      (site) => site.write('data/kinds/item/8.json', Buffer.from('{"name":"\xe9"}\n', 'latin1')),
      ['syntax data/kinds/item/8.json'],
    ],
    [
      'two items swapped',
      (site) => {
        site.move('data/things/item/1.json', 'data/things/item/9.json');
        site.move('data/things/item/2.json', 'data/things/item/1.json');
        site.move('data/things/item/9.json', 'data/things/item/2.json');
      },
      ['key data/things/item/1.json', 'key data/things/item/2.json'],
    ],

    [
      'two items swapped of what has no orderings',
      (site) => {
        site.move('data/parts/item/a.json', 'data/parts/item/x.json');
        site.move('data/parts/item/b.json', 'data/parts/item/a.json');
        site.move('data/parts/item/x.json', 'data/parts/item/b.json');
      },
      ['key data/parts/item/a.json', 'key data/parts/item/b.json'],
    ],
    [
      'an item whose key is an object',
      (site) => edit(site, 'data/things/item/1.json', '"id":1', '"id":{"toString":1}'),
      ['key data/things/item/1.json'],
    ],
    [
      'an item whose key is a deep list',
      (site) =>
        edit(
          site,
          'data/things/item/1.json',
          '"id":1',
          `"id":${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        ),
      ['key data/things/item/1.json'],
    ],
    [
      'an item that has an object to be ordered by',
      (site) => edit(site, 'data/things/item/1.json', '"size":3', '"size":{"toString":1}'),
      ['record data/things/item/1.json'],
    ],
    [
      'an index with an object for a link',
      (site) => edit(site, 'data/index.json', /"https:[^"]*things\/"/, '{"toString":1}'),
      ['body data/index.json'],
    ],

    ['a page that is cut off', (site) => edit(site, FIRST, /\]\}\n$/, ''), [`syntax ${FIRST}`]],
    [
      'a page with another field',
      (site) => edit(site, FIRST, '"count"', '"counts":1,"count"'),
      [`syntax ${FIRST}`],
    ],
    ['a page without a comma', (site) => edit(site, FIRST, '},\n', '} \n'), [`syntax ${FIRST}`]],
    [
      'a page with a comma too many',
      (site) => edit(site, FIRST, '}\n]', '},\n]'),
      [`record ${FIRST}`],
    ],
    ['a list that is cut off', (site) => edit(site, KINDS, /\]\n$/, ''), [`syntax ${KINDS}`]],

    ['another count', (site) => edit(site, FIRST, '"count":5', '"count":6'), [`count ${FIRST}`]],
    [
      'another count of nothing',
      (site) => edit(site, 'data/nothings/list/f-/o-/l-2/0.json', '"count":0', '"count":1'),
      ['count data/nothings/list/f-/o-/l-2/0.json'],
    ],
    [
      'a next page that is this one',
      (site) => edit(site, FIRST, href('limit=2&offset=2'), href('limit=2&offset=0')),
      [`next ${FIRST}`],
    ],
    [
      'a next page of another format',
      (site) => edit(site, FIRST, 'format=json&', ''),
      [`next ${FIRST}`],
    ],
    [
      'a next page of another size',
      (site) => edit(site, FIRST, 'limit=2&', 'limit=4&'),
      [`next ${FIRST}`],
    ],
    [
      'a next page that is none',
      (site) => edit(site, FIRST, 'offset=2', 'offset=3'),
      [`next ${FIRST}`],
    ],
    [
      'no next page',
      (site) => edit(site, FIRST, href('limit=2&offset=2'), 'null'),
      [`next ${FIRST}`],
    ],
    [
      'a page after the last',
      (site) => edit(site, LAST, '"next":null', `"next":${href('limit=2&offset=0')}`),
      [`next ${LAST}`],
    ],
    [
      'another page before',
      (site) => edit(site, LAST, 'offset=2', 'offset=0'),
      [`previous ${LAST}`],
    ],
    [
      'no page before',
      (site) => edit(site, LAST, href('limit=2&offset=2'), 'null'),
      [`previous ${LAST}`],
    ],
    [
      'a page before the first',
      (site) => edit(site, FIRST, '"previous":null', `"previous":${href('limit=2&offset=2')}`),
      [`previous ${FIRST}`],
    ],
    [
      'a next page in another spelling',
      (site) =>
        edit(
          site,
          FIRST,
          href('limit=2&offset=2'),
          '"https://example.org/api/things/?utm=%zz&format=json&limit=2&offset=2&ordering=size"',
        ),
      [`next ${FIRST}`],
    ],
    ['a page of another base', elsewhere, [`next ${MIDDLE}`, `previous ${MIDDLE}`]],

    ['two records swapped', (site) => reorder(site, MIDDLE, swap), [`order ${MIDDLE}`]],
    ['two equal ones swapped', (site) => reorder(site, FIRST, swap), [`order ${FIRST}`]],
    ['two swapped on the page of all', (site) => reorder(site, ALL, swap), [`order ${ALL}`]],
    [
      'two swapped in a list',
      (site) => reorder(site, KINDS, ([a = '', b = '', c = '', d = '']) => [a, b, d, c]),
      [`order ${KINDS}`],
    ],
    [
      'two swapped in the order of the content',
      (site) => reorder(site, 'data/things/list/f-/o-/l-4/0.json', swap),
      ['order data/things/list/f-/o-/l-4/0.json'],
    ],
    [
      'a record twice',
      (site) => reorder(site, MIDDLE, ([a = '']) => [a, a]),
      [`twice ${MIDDLE}`, `lacking ${FIRST}`],
    ],
    [
      'a record of the page before',
      (site) => reorder(site, MIDDLE, ([, b = '']) => ['{"id":4,"size":1}', b]),
      [`twice ${MIDDLE}`, `lacking ${FIRST}`],
    ],
    [
      'a record too many',
      (site) => reorder(site, LAST, (records) => [...records, ...records]),
      [`records ${LAST}`, `twice ${LAST}`],
    ],
    [
      'a record less',
      (site) => reorder(site, MIDDLE, ([a = '']) => [a]),
      [`records ${MIDDLE}`, `lacking ${FIRST}`],
    ],
    [
      'a record less in a list',
      (site) => reorder(site, KINDS, ([, ...rest]) => rest),
      [`records ${KINDS}`, `lacking ${KINDS}`],
    ],
    [
      'a record that is no item',
      (site) => edit(site, MIDDLE, '"size":2', '"size":2.5'),
      [`record ${MIDDLE}`],
    ],
    [
      'no records',
      (site) => reorder(site, MIDDLE, () => []),
      [`records ${MIDDLE}`, `lacking ${FIRST}`, `lacking ${FIRST}`],
    ],
    [
      'a record of nothing',
      (site) => reorder(site, 'data/nothings/list/f-/o-/l-2/0.json', () => ['{"id":1}']),
      ['records data/nothings/list/f-/o-/l-2/0.json', 'record data/nothings/list/f-/o-/l-2/0.json'],
    ],

    [
      'an index that is no JSON',
      (site) => edit(site, 'data/index.json', '{', ''),
      ['body data/index.json'],
    ],
    [
      'an index that leads elsewhere',
      (site) =>
        edit(
          site,
          'data/index.json',
          'https://example.org/api/kinds/',
          'https://example.com/api/kinds/',
        ),
      ['body data/index.json'],
    ],
    [
      'an index with links swapped',
      (site) => edit(site, 'data/index.json', /"things"(.*)"kinds"/, '"kinds"$1"things"'),
      ['body data/index.json'],
    ],
    [
      'an index that lacks a collection',
      (site) => edit(site, 'data/index.json', /"kinds":"[^"]*",/, ''),
      ['body data/index.json'],
    ],
    [
      'an index of more',
      (site) => edit(site, 'data/index.json', '{', '{"more":"https://example.org/api/things/",'),
      ['body data/index.json'],
    ],
    [
      'options that are no JSON',
      (site) => edit(site, 'data/options/kinds.json', '"', "'"),
      ['body data/options/kinds.json'],
    ],
    [
      'an error that leads elsewhere',
      (site) =>
        edit(
          site,
          'data/errors/path.json',
          '"https://example.org/api/kinds/"',
          '"https://example.com/"',
        ),
      ['body data/errors/path.json'],
    ],
    [
      'an error of invented values',
      (site) => edit(site, 'data/errors/things/limit.json', '"2"', '"3"'),
      ['body data/errors/things/limit.json'],
    ],
    [
      'options that say nothing',
      (site) => add(site, 'data/options/index.json'),
      ['body data/options/index.json'],
    ],
    [
      'an API of another name in its manifest',
      (site) =>
        site.describe((head) => {
          head.about.name = 'Other Things';
        }),
      [
        'body data/options/index.json',
        ...['index.html', 'openapi.json'].map((file) => `body ${file}`),
      ],
    ],
    [
      'a shape that leads elsewhere, and other rules of the host in place',
      (site) => {
        site.describe((head) => {
          const [things] = head.about.collections;
          if (things) things.record = { properties: { id: { $ref: 'http://127.0.0.1:1/x' } } };
        });
        add(site, '_redirects', '/* https://example.com/ 301\n');
      },
      ['body _redirects', 'body index.html', 'body openapi.json'],
    ],
    [
      'other rules of the host in place',
      (site) => add(site, '_redirects', '/* https://example.com/ 301\n'),
      ['body _redirects'],
    ],
    [
      'other code of a host',
      (site) => add(site, '_hosts/service-worker/sw.js', ';'),
      ['body _hosts/service-worker/sw.js'],
    ],
  ])('%s', async (_, damage, faults) => {
    const site = new MemorySite(whole);
    damage(site);
    expect(found(await verifyReader(site, () => []))).toEqual([...faults].sort());
  });
});

it('any byte of a record is changed, in an item or a listing -> a fault of that collection', async () => {
  const files = [...new MemorySite(whole).manifest().rows]
    .map(({ path: file }) => file)
    .filter((file) => /^data\/\w+\/(item|list)\//.test(file));
  const change = fc.tuple(
    fc.constantFrom(...files),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.integer({ min: 1, max: 255 }),
  );
  const property = fc.asyncProperty(change, async ([file, where, bits]) => {
    const site = new MemorySite(whole);
    const body = Buffer.from(site.read(file) ?? '');
    // What stands before the records of a page may say the same in several ways.
    const start = file.includes('/l-') ? body.indexOf('\n') + 1 : 0;
    const at = start + Math.floor(where * (body.length - start));
    body[at] = (body[at] ?? 0) ^ bits;
    site.write(file, body);
    const { faults } = await verifyReader(site, () => []);
    expect(faults.count).toBeGreaterThan(0);
  });
  await fc.assert(property, { numRuns: 50 });
});

describe('a manifest at fault', () => {
  it.each<[string, Damage, string]>([
    [
      'that says nothing of the API',
      (site) => site.edit('manifest.json', /"about":.*,\n/, ''),
      'see its about',
    ],
    ['that has no grid', (site) => site.edit('manifest.json', /"grid":.*,\n/, ''), 'see its grid'],
    [
      'that tells of other collections',
      (site) => site.edit('manifest.json', '"name":"kinds","title"', '"name":"sorts","title"'),
      'about.collections',
    ],
    [
      'with an order that sorts by nothing',
      (site) => site.edit('manifest.json', '"sortedBy":{"size"', '"sortedBy":{"sizes"'),
      'collections.0.sortedBy',
    ],
    [
      'with a collection twice',
      (site) => site.edit('manifest.json', '"name":"kinds","count"', '"name":"things","count"'),
      'grid.collections',
    ],
    [
      'with something of its own',
      (site) =>
        site.edit(
          'manifest.json',
          '"grid":{',
          `"grid":{"more":${'['.repeat(20_000)}${']'.repeat(20_000)},`,
        ),
      'see its grid',
    ],
    [
      'with more of anything than there can be',
      (site) => site.edit('manifest.json', '"limits":[2,', `"limits":[${'2,'.repeat(10_000)}`),
      'pagination.limits',
    ],
    ['cut off', (site) => site.edit('manifest.json', /\n\]\}\n$/, '\n'), 'is not a whole manifest'],
    [
      'cut off in its head',
      (site) => site.edit('manifest.json', /"files".*$/s, ''),
      'is not a whole manifest',
    ],
    [
      'of somebody else',
      (site) => site.add('manifest.json', '{"name":"app"}\n'),
      'is not a whole manifest',
    ],
    [
      'with rows out of order',
      (site) => site.edit('manifest.json', /(\{"path":"data\/errors\/f.*,\n)(\{.*,\n)/, '$2$1'),
      'is not a whole manifest',
    ],
    [
      'with a row twice',
      (site) => site.edit('manifest.json', /(\{"path":"data\/index.*,\n)/, '$1$1'),
      'is not a whole manifest',
    ],
    [
      'with a path that leads out',
      (site) => site.edit('manifest.json', '"data/index.json"', '"data/../../x"'),
      'is not a whole manifest',
    ],
    [
      'with a negative count',
      (site) => site.edit('manifest.json', '"count":5', '"count":-5'),
      'collections.0.count',
    ],
    [
      'with a name that leads out',
      (site) =>
        site.edit('manifest.json', '"name":"kinds","count"', '"name":"../../kinds","count"'),
      'collections.1.name',
    ],
    [
      'with an order of no kind',
      (site) => site.edit('manifest.json', '"kind":"number"', '"kind":"size"'),
      'sortedBy.size.kind',
    ],
  ])('%s', async (_, damage, message) => {
    const site = new Copy();
    damage(site);
    const { faults, listings } = await verifySite(site.folder);
    expect(faults.kinds).toMatchObject([{ code: 'manifest', more: 0 }]);
    expect(faults.kinds[0]?.first[0]?.message).toContain(message);
    expect(listings).toBe(0);
  });

  it('with another count than there are items', async () => {
    const site = new Copy();
    site.edit(
      'manifest.json',
      '"name":"things","count":5',
      '"name":"things","count":9007199254740991',
    );
    expect(await faultsOf(site.folder)).toEqual(['count data/things/list']);
  });

  it('with a grid of more pages than anybody could list -> is told at once', async () => {
    const site = new MemorySite(whole);
    const names = (start: string) => Array.from({ length: 3000 }, (_, at) => `${start}${at}`);
    site.describe(({ grid }) => {
      grid.formats = names('f');
      for (const one of grid.collections) {
        one.orderings = names('o');
        one.sortedBy = Object.fromEntries(
          one.orderings.map((name) => [name, { field: 'id', kind: 'number' }]),
        );
        one.pagination = { limits: names('').map((limit) => 1 + Number(limit)), default: 1 };
      }
    });
    expect(found(await verifyReader(site, () => []))).toEqual(
      ['kinds', 'nothings', 'parts', 'tags', 'things'].map((name) => `count data/${name}/list`),
    );
  });

  it('with a pattern that takes for ever -> is not run', async () => {
    const site = new MemorySite(whole);
    site.describe(({ grid }) => {
      for (const one of grid.collections) one.key = '(a+)+';
    });
    const next = `https://example.org/api/things/${'a'.repeat(60)}-/`;
    site.write(FIRST, site.text(FIRST).replace(/"next":"[^"]*"/, `"next":"${next}"`));
    const faults = found(await verifyReader(site, () => []));
    expect(faults).toContain(`next ${FIRST}`);
  });
});

describe('a site without a fault', () => {
  it('the shipped one', async () => {
    const { faults, files, listings, unwalked } = await verifySite(shippedSite());
    expect({ faults: faults.kinds, unwalked }).toEqual({ faults: [], unwalked: [] });
    expect(files).toBe(shippedManifest().files.length + 1);
    expect(listings).toBeGreaterThan(100);
  });

  it('with equal records, with keys that are not shown, and with no records at all', async () => {
    const { faults, listings } = await verifySite(whole);
    expect(faults.kinds).toEqual([]);
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
    ['what a file manager leaves', (site) => site.add('data/.DS_Store')],
    ['what wrangler leaves', (site) => site.add('.wrangler/state/v3/x')],
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

it('thousands of equal records -> each is looked at a few times, not once for every other', () => {
  const count = 2000;
  let looks = 0;
  class Watched extends Items {
    override find(record: Uint8Array): readonly number[] | undefined {
      const twins = super.find(record);
      return twins && watched(twins);
    }
  }
  const proxies = new Map<readonly number[], readonly number[]>();
  const watched = (twins: readonly number[]) => {
    const proxy = new Proxy(twins, {
      get(target, name) {
        looks++;
        return Reflect.get(target, name);
      },
    });
    const known = proxies.get(twins) ?? proxy;
    proxies.set(twins, known);
    return known;
  };
  const items = new Watched({ name: 'kinds', count, key: '.*', orderings: [] });
  for (let key = 0; key < count; key++) items.add(String(key), Buffer.from('{"name":"a"}\n'));
  const sequence = new Sequence(items, undefined, undefined);
  for (let place = 0; place < count; place++) {
    expect(sequence.recognize(Buffer.from('{"name":"a"}'), 'list.json')).toBeNull();
  }
  expect(sequence.isWhole).toBe(true);
  expect(looks).toBeLessThan(10 * count);
});

describe('a folder with guests', () => {
  it.each<[string, Damage, string[]]>([
    [
      'a file manager’s among the hosts, and a stray one',
      (site) => {
        site.add('_hosts/.DS_Store');
        site.add('notes.txt');
      },
      ['extra notes.txt'],
    ],
    [
      'a file instead of the hosts, and a stray one',
      (site) => {
        site.remove('_hosts');
        site.add('_hosts');
        site.add('notes.txt');
      },
      ['extra notes.txt', 'extra _hosts'],
    ],
    [
      'a stray one larger than can be read',
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
    // A build is as calm about them.
    expect(() => requireReplaceable(site.folder)).toThrow('which no build put there');
  });
});

describe('verifySite', () => {
  it('a site of another version -> UsageError that says so, for the site has no fault', async () => {
    const site = new Copy();
    site.edit('manifest.json', /staticrest [^"]*/, 'staticrest 0.0.9');
    const verifying = verifySite(site.folder);
    await expect(verifying).rejects.toThrow(UsageError);
    await expect(verifying).rejects.toThrow(
      'The site was made by staticrest 0.0.9; verify it with that version.',
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

  it('a site that another takes the place of meanwhile -> UsageError', async () => {
    const site = new Copy();
    const replace = () => {
      unlinkSync(site.at('manifest.json'));
      cpSync(path.join(whole, 'manifest.json'), site.at('manifest.json'));
    };
    const verifying = verifySite(site.folder, { onProgress: replace });
    await expect(verifying).rejects.toThrow('was replaced meanwhile');
  });

  it('ends when it is told to', async () => {
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
      `${FIRST}: is not there, and the manifest has it (missing)`,
      'more\u{fffd}[2J.txt: is a file that the manifest does not have (extra)',
      'The listings of things were not walked, for files of theirs are not as they were built.',
      `2 faults in ${site.folder}.`,
      '',
    ]);
  });

  it('no site -> a sentence, exit code 2', async () => {
    const { code, stdout, stderr } = await run(['verify'], { cwd: temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no built site at dist; .*\n$/);
  });

  it('no archive -> a sentence that calls it one, exit code 2', async () => {
    const { code, stdout, stderr } = await run(['verify', 'a.tar.gz'], { cwd: temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('There is no archive a.tar.gz.\n');
  });
});
