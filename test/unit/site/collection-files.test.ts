import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { answer } from '../../../src/core/answer.ts';
import { recordsIn } from '../../../src/core/envelope.ts';
import { ROOT, STORE_FOLDER } from '../../../src/core/store.ts';
import { z } from '../../../src/index.ts';
import { builtSite } from '../../support/built-site.ts';
import { type PublishedRecord, pageText, sortedBy } from '../../support/page-text.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const HREF = `${SMALL_BASE}/api/things/`;
const FORMATS = ['', 'json', 'api'];
const ORDERINGS = ['', 'size', '-size', 'label', '-label'];

describe.each([0, 1, 20, 21])('a collection of %i', (count) => {
  const { site, files } = renderedSite(thingsApi, { things: things(count) });
  const pagesOf = (limit: number) => Math.max(1, Math.ceil(count / limit));

  it.each(ORDERINGS)(
    'ordered by "%s": the links lead through all pages in order',
    async (ordering) => {
      const records = sortedBy(things(count), ordering, 'id');
      for (const format of FORMATS) {
        for (const limit of [7, 20] as const) {
          let href = `${HREF}?limit=${limit}&ordering=${ordering}&format=${format}`;
          for (let offset = 0; offset < pagesOf(limit) * limit; offset += limit) {
            const text = await (await answer(new Request(href), site, { composes: false })).text();
            expect(text).toBe(pageText(HREF, records, { format, ordering, limit, offset }));
            href = JSON.parse(text).next;
          }
          expect(href).toBeNull();
        }
      }
      const all = files.get(`data/things/list/f-/o-${ordering}/l-all/0.json`);
      expect(String(all)).toBe(pageText(HREF, records, { limit: 'all', offset: 0 }));
    },
  );

  it('no more pages and items than these', () => {
    const pages = ORDERINGS.length * (1 + FORMATS.length * (pagesOf(7) + pagesOf(20)));
    const namesOf = (kind: string) =>
      [...files.keys()].filter((file) => file.includes(`/${kind}/`));
    expect([namesOf('list').length, namesOf('item').length]).toEqual([pages, count]);
  });
});

describe('the bytes of a file', () => {
  const { files, siteFiles } = renderedSite(thingsApi, { things: things(45) });

  it('one file -> the same as among all files', () => {
    expect(files.size).toBeGreaterThan(100);
    for (const [file, body] of files) {
      if (file === ROOT || file.startsWith(STORE_FOLDER)) continue;
      expect(Buffer.concat(siteFiles.bodyOf(file) ?? []).equals(body), file).toBe(true);
    }
  });

  it.each([
    'data/things/list/f-/o-/l-20/21.json',
    'data/things/list/f-/o-name/l-20/0.json',
    'data/things/list/f-xml/o-/l-20/0.json',
    'data/things/list/o-.json',
    'data/things/item/45.json',
    'data/things/features.json',
    'data/errors/things/nothing.json',
  ])('%s -> no data file', (file) => expect(siteFiles.bodyOf(file)).toBe(null));

  it('text that JSON escapes, or has more than one byte per letter -> one line per record', () => {
    const labels = ['two\nlines', 'quote " and \\', 'Åland 🚲', '\u{2028}', ''];
    const records = labels.map((label, id) => ({ id, size: null, label }));
    const { text } = renderedSite(thingsApi, { things: records });
    const expected = pageText(HREF, records, { limit: 20, offset: 0 });
    expect(text('data/things/list/f-/o-/l-20/0.json')).toBe(expected);
    expect(text('data/things/item/2.json')).toBe('{"id":2,"size":null,"label":"Åland 🚲"}\n');
  });
});

describe('an unpaginated list', () => {
  const notes = defineCollection({
    name: 'notes',
    title: 'Note List',
    description: 'Notes in the order in which they are written.',
    schema: z.object({ id: z.string() }),
    key: 'id',
    orderings: { backwards: { field: 'id', kind: 'code', descending: true } },
  });
  const api = defineApi({ name: 'Notes', description: 'Short notes.', collections: [notes] });

  it.each([
    ['no records', [], '', '[\n\n]\n'],
    ['one', ['b'], '', '[\n{"id":"b"}\n]\n'],
    ['two -> the order of the content', ['a', 'b'], '', '[\n{"id":"a"},\n{"id":"b"}\n]\n'],
    ['descending ordering', ['a', 'b'], 'backwards', '[\n{"id":"b"},\n{"id":"a"}\n]\n'],
    ['reversed with -', ['b', 'a'], '-backwards', '[\n{"id":"a"},\n{"id":"b"}\n]\n'],
  ])('%s', (_, ids, ordering, expected) => {
    const { text } = renderedSite(api, { notes: ids.map((id) => ({ id })) });
    const list = text(`data/notes/list/o-${ordering}.json`);
    expect(list).toBe(expected);
    expect(recordsIn(Buffer.from(list))).toHaveLength(ids.length);
  });
});

describe('records that are not public', () => {
  const [definition] = thingsApi.collections;
  const features = {
    properties: z.object({ label: z.string() }),
    feature: ({ size, label }: PublishedRecord) => ({
      longitude: Number(size),
      latitude: 1,
      properties: { label: String(label) },
    }),
  };
  const filters = {
    named: { field: 'label', match: 'contains' },
    sized: { field: 'size', match: 'equals' },
  };
  const prerender = { filters: ['named', 'sized'], orderings: ['label'] };
  const api = defineApi({
    ...thingsApi,
    collections: [{ ...definition, features, filters, search: ['label'], prerender } as never],
  });
  const open = { id: 3333, size: 33.33, label: 'Openton' };
  const secret = { id: 4444, size: 44.44, label: 'Secretville', secret: true };
  const folderOf = async (files: Readonly<Record<string, unknown>>) =>
    (await builtSite(api, files)).folder;

  it('are in no file and no file name, and change no byte', async () => {
    const folder = await folderOf({ 'things/all.json': [secret, open] });
    const site = filesOf(folder)
      // The same in every site, and with coordinates of coasts.
      .filter((file) => !file.endsWith('.js'))
      .map((file) => `${file}\n${readFileSync(path.join(folder, file), 'utf8')}`)
      .join('\n')
      // The digits of a hash can be those of a number by chance.
      .replace(/[0-9a-f]{64}/g, '');
    const found = ['3333', '33.33', 'Openton', '4444', '44.44', 'Secretville'].filter((text) =>
      site.toLowerCase().includes(text.toLowerCase()),
    );
    expect(found).toEqual(['3333', '33.33', 'Openton']);
    expect(site).toContain('data/things/list/w/named-Openton/sized-33.33/');
    const withoutSecret = await folderOf({ 'things/all.json': [open] });
    expect(fingerprint(folder)).toEqual(fingerprint(withoutSecret));
  });

  it('only such records, no records, or no file -> the same empty collection', async () => {
    const empty = await builtSite(api, {});
    const page = path.join(empty.folder, 'data/things/list/f-/o-/l-20/0.json');
    expect(JSON.parse(readFileSync(page, 'utf8'))).toMatchObject({ count: 0, results: [] });
    for (const records of [[], [secret]]) {
      const folder = await folderOf({ 'things/all.json': records });
      expect(fingerprint(folder)).toEqual(fingerprint(empty.folder));
    }
  });
});
