import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import { z } from '../../../src/index.ts';
import { builtSite, SMALL_BASE } from '../../support/built-site.ts';
import { renderedThings } from '../../support/rendered-things.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { things, thingsApi } from '../../support/things-api.ts';

interface Thing {
  readonly id: number;
  readonly size: number | null;
  readonly label: string;
}

const thingsOf = (count: number) => things(count) as Thing[];
const builtThings = (count: number) => builtSite(thingsApi, { 'things/all.json': things(count) });

/** The ids of so many things in the order of a value of `ordering`. */
function idsBy(ordering: string, count: number): number[] {
  const sign = ordering.startsWith('-') ? -1 : 1;
  const [field] = /(?:size|label)$/.exec(ordering) ?? [];
  // Null behind every number; the labels' digits stand in the order of their codes.
  const sortedBy = ({ size, label }: Thing) => (field === 'size' ? (size ?? 99) : label);
  const compare = (a: Thing, b: Thing) => {
    if (!field || sortedBy(a) === sortedBy(b)) return a.id - b.id;
    return sortedBy(a) < sortedBy(b) ? -sign : sign;
  };
  return thingsOf(count)
    .sort(compare)
    .map(({ id }) => id);
}

const LIMITS = [7, 20];
const FORMATS = ['', 'json', 'api'];
const ORDERINGS = ['', 'size', '-size', 'label', '-label'];
const LISTINGS = ORDERINGS.flatMap((ordering) =>
  LIMITS.flatMap((limit) => FORMATS.map((format) => ({ ordering, limit, format }))),
);

describe.each([0, 1, 20, 21])('a collection of %i', (count) => {
  it('walked by next and back by previous: all once, in order, in every listing', async () => {
    const site = await builtThings(count);
    for (const { ordering, limit, format } of LISTINGS) {
      const name = `ordering=${ordering}&limit=${limit}&format=${format}`;
      const first = site.list('things', name);
      const pages = site.walk(first, 'next');
      const ids = pages.flatMap(({ results }) => results.map(({ id }) => id));
      expect(ids, name).toEqual(idsBy(ordering, count));
      expect(pages, name).toHaveLength(Math.max(1, Math.ceil(count / limit)));
      expect(new Set(pages.map((page) => page.count)), name).toEqual(new Set([count]));
      const back = site.walk(pages.at(-1) ?? first, 'previous');
      expect(back.map(({ file }) => file).reverse(), name).toEqual(pages.map(({ file }) => file));
    }
  });

  it('limit=all: all in one page without links', async () => {
    const site = await builtThings(count);
    for (const ordering of ORDERINGS) {
      const page = site.list('things', `limit=all&ordering=${ordering}`);
      expect(page).toMatchObject({ count, next: null, previous: null });
      expect(page.results.map(({ id }) => id)).toEqual(idsBy(ordering, count));
    }
  });

  it('has an item for each record, and no page or item more', async () => {
    const { folder } = await builtThings(count);
    const pagesOf = (limit: number) => Math.max(1, Math.ceil(count / limit));
    const pages = ORDERINGS.length * (1 + FORMATS.length * (pagesOf(7) + pagesOf(20)));
    const lengthOf = (name: string) => filesOf(path.join(folder, 'data/things', name)).length;
    expect(lengthOf('list')).toBe(pages);
    if (count > 0) expect(lengthOf('item')).toBe(count);
    else expect(filesOf(path.join(folder, 'data/things')).join()).not.toContain('item');
  });
});

describe('the bytes of a page', () => {
  it('is the same whether all files are walked or one is asked for', () => {
    const { files, siteFiles } = renderedThings();
    expect(files.size).toBeGreaterThan(100);
    for (const [path, body] of files) {
      expect(Buffer.concat(siteFiles.bodyOf(path) ?? []).equals(body), path).toBe(true);
    }
  });

  it.each([
    'data/things/list/f-/o-/l-20/21.json',
    'data/things/list/f-/o-/l-20/60.json',
    'data/things/list/f-/o-name/l-20/0.json',
    'data/things/list/f-xml/o-/l-20/0.json',
    'data/things/list/f-json/o-/l-all/0.json',
    'data/things/list/o-.json',
    'data/things/item/45.json',
    'data/things/features.json',
    'data/nothings/item/1.json',
    'data/errors/things/nothing.json',
    'index.html',
  ])('%s is no file with data', (path) => {
    expect(renderedThings().siteFiles.bodyOf(path)).toBe(null);
  });

  const href = (query: string) => `${SMALL_BASE}/api/things/?${query}`;
  const page = (head: object, records: readonly object[]) => {
    const lines = records.map((record) => JSON.stringify(record)).join(',\n');
    return `${JSON.stringify({ ...head, results: [] }).replace(/\]\}$/, '')}\n${lines}\n]}\n`;
  };

  it.each([
    ['none', 0, '', { count: 0, next: null, previous: null }, []],
    ['one', 1, '', { count: 1, next: null, previous: null }, thingsOf(1)],
    ['exactly a page', 20, '', { count: 20, next: null, previous: null }, thingsOf(20)],
    [
      'one more than a page, its first',
      21,
      '',
      { count: 21, next: href('limit=20&offset=20'), previous: null },
      thingsOf(20),
    ],
    [
      'one more than a page, its last',
      21,
      'offset=20&format=api',
      { count: 21, next: null, previous: href('format=api&limit=20&offset=0') },
      thingsOf(21).slice(20),
    ],
  ])('%s', async (_, count, query, head, records) => {
    const site = await builtThings(count);
    expect(site.text(site.list('things', query).file)).toBe(page(head, records));
  });

  it('a collection without any file is as empty as one with an empty list', async () => {
    const [none, empty] = [await builtSite(thingsApi, {}), await builtThings(0)];
    expect(fingerprint(none.folder)).toEqual(fingerprint(empty.folder));
  });

  it('text that JSON escapes, or that is more than a byte a letter, stays whole', async () => {
    const labels = ['two\nlines', 'quote " and \\', 'Åland 🚲', '\u{2028}', ''];
    const records = labels.map((label, id) => ({ id, size: null, label }));
    const site = await builtSite(thingsApi, { 'things/all.json': records });
    expect(site.list('things').results).toEqual(records);
    expect(site.text(site.list('things').file).split('\n')).toHaveLength(records.length + 3);
  });
});

describe('an unpaginated list', () => {
  const notesApi = defineApi({
    name: 'Notes',
    description: 'Short notes.',
    collections: [
      defineCollection({
        name: 'notes',
        title: 'Note List',
        description: 'Notes in the order in which they are written.',
        schema: z.object({ id: z.string() }),
        key: 'id',
        orderings: { backwards: { field: 'id', kind: 'code', descending: true } },
      }),
    ],
  });

  it.each([
    ['none', [], '[\n\n]\n'],
    ['one', ['b'], '[\n{"id":"b"}\n]\n'],
    ['two, in the content’s order', ['b', 'a'], '[\n{"id":"b"},\n{"id":"a"}\n]\n'],
  ])('%s', async (_, ids, expected) => {
    const site = await builtSite(notesApi, { 'notes/all.json': ids.map((id) => ({ id })) });
    const text = site.text(site.fileAt(`${SMALL_BASE}/api/notes/`));
    expect(text).toBe(expected);
    expect(JSON.parse(text)).toHaveLength(ids.length);
  });

  it('`-` reverses an ordering that descends by itself', async () => {
    const site = await builtSite(notesApi, { 'notes/all.json': [{ id: 'b' }, { id: 'a' }] });
    const ids = (ordering: string) =>
      JSON.parse(site.text(`data/notes/list/o-${ordering}.json`)).map(
        (one: { id: string }) => one.id,
      );
    expect([ids('backwards'), ids('-backwards')]).toEqual([
      ['b', 'a'],
      ['a', 'b'],
    ]);
  });
});

/** A neighborhood of Colorado, with ids that are like no other's. */
const neighborhood = (label: string, digit: number, visibility: string) => {
  const digits = String(digit).repeat(8);
  const time = `202${digit}-01-01T00:00:00.000000Z`;
  return {
    uuid: `${digits}-1111-4111-8111-111111111111`,
    label,
    country: 'US',
    state_abbrev: 'CO',
    city_fips: `08${digits.slice(0, 5)}`,
    created_at: time,
    modified_at: time,
    last_job: `${digits}-2222-4222-8222-222222222222`,
    visibility,
  };
};

const NEIGHBORHOODS = {
  openton: neighborhood('Openton', 3, 'public'),
  secretville: neighborhood('Secretville', 4, 'private'),
  hiddenham: neighborhood('Hiddenham', 5, 'hidden'),
} as const;

/** Content of the shipped API, with some of those neighborhoods. */
const contentWith = (...names: (keyof typeof NEIGHBORHOODS)[]) => ({
  'countries/all.json': [
    {
      alpha_2: 'US',
      alpha_3: 'USA',
      name: 'United States',
      subdivisions: [{ name: 'Colorado', code: 'CO', type: 'State', fips: '08' }],
      subdivisions_required: true,
    },
  ],
  ...Object.fromEntries(
    names.map((name) => [`neighborhoods/US/CO/${name}.json`, NEIGHBORHOODS[name]]),
  ),
});

describe('records that are not public', () => {
  it('change no byte of the site', async () => {
    const all = await builtSite(bnaApi(), contentWith('openton', 'secretville', 'hiddenham'));
    const open = await builtSite(bnaApi(), contentWith('openton'));
    expect(fingerprint(all.folder)).toEqual(fingerprint(open.folder));
    expect(all.list('neighborhoods').count).toBe(1);
  });

  it('stand in no file and no file’s name', async () => {
    const { folder } = await builtSite(
      bnaApi(),
      contentWith('openton', 'secretville', 'hiddenham'),
    );
    const site = filesOf(folder)
      .map((file) => `${file}\n${readFileSync(path.join(folder, file), 'utf8')}`)
      .join('\n')
      .toLowerCase();
    const marksOf = ({ uuid, label, city_fips, created_at, last_job }: Record<string, string>) =>
      [uuid, label, city_fips, created_at, last_job].map((mark) => String(mark).toLowerCase());
    expect(marksOf(NEIGHBORHOODS.openton).every((mark) => site.includes(mark))).toBe(true);
    for (const name of ['secretville', 'hiddenham'] as const) {
      expect(marksOf(NEIGHBORHOODS[name]).filter((mark) => site.includes(mark))).toEqual([]);
    }
  });

  it('where none is public the listing is an empty one', async () => {
    const site = await builtSite(bnaApi(), contentWith('secretville', 'hiddenham'));
    expect(site.list('neighborhoods')).toMatchObject({ count: 0, results: [] });
  });
});

describe('two builds of the same content', () => {
  const files = Object.fromEntries(
    thingsOf(45).map((thing) => [`things/${thing.id % 4}/n${thing.id}.json`, thing]),
  );
  const inOrderOf = (rank: (index: number) => number) =>
    Object.fromEntries(
      Object.entries(files)
        .map((entry, index) => ({ entry, rank: rank(index) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry),
    );

  it.each([
    ['in another folder', (index: number) => index],
    ['files written last to first', (index: number) => -index],
    ['files written in a mixed order', (index: number) => (index * 17) % 45],
  ])('%s: the same bytes', async (_, rank) => {
    const [one, other] = [
      await builtSite(thingsApi, files),
      await builtSite(thingsApi, inOrderOf(rank)),
    ];
    expect(one.folder).not.toBe(other.folder);
    expect(fingerprint(other.folder)).toEqual(fingerprint(one.folder));
  });

  it('the shipped API, files written last to first: the same bytes', async () => {
    const content = contentWith('openton', 'secretville');
    const reversed = Object.fromEntries(Object.entries(content).reverse());
    const [one, other] = [await builtSite(bnaApi(), content), await builtSite(bnaApi(), reversed)];
    expect(fingerprint(other.folder)).toEqual(fingerprint(one.folder));
  });
});
