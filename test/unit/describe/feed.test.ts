import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection, z } from '../../../src/index.ts';
import { builtSite } from '../../support/built-site.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { shippedSite } from '../../support/shipped-site.ts';
import { filesOf } from '../../support/site-files.ts';

const notes = (updated?: 'changed') =>
  defineCollection({
    ...titled('notes'),
    schema: z.object({ id: z.int(), text: z.string(), changed: z.string().nullable() }),
    key: 'id',
    label: 'text',
    ...(updated && { updated }),
  });
const days = defineCollection({
  ...titled('days'),
  schema: z.object({ day: z.iso.date() }),
  key: 'day',
  updated: 'day',
});

const parts = defineCollection({
  ...titled('parts'),
  schema: z.object({ sizes: z.array(z.int()), code: z.string(), day: z.string() }),
  key: 'code',
  updated: 'day',
});

/** Builds a site of notes with these texts and times. */
async function feedOf(
  records: readonly (readonly [string, string | null])[],
  { name = 'Notes & “more”', base = 'https://me.org/n' } = {},
) {
  const api = defineApi({
    name,
    description: 'a < b',
    collections: [notes('changed'), days, parts],
  });
  const list = records.map(([text, changed], index) => ({ id: index + 1, text, changed }));
  const files = {
    'notes/all.json': list,
    'days/all.json': [{ day: '2025-01-02' }],
    'parts/all.json': [{ sizes: [1], code: 'a-1', day: '2023-01-01' }],
  };
  const { folder } = await builtSite(api, files, { base });
  const feed = readFileSync(path.join(folder, 'feed.xml'), 'utf8');
  const entries = Array.from(
    feed.matchAll(/<entry>\n<id>.*<\/id>\n<title>(.*)<\/title>\n<updated>(.*)<\/updated>/g),
    ([, ...parts]) => parts.join(' | '),
  );
  const ids = Array.from(feed.matchAll(/<id>(.*)<\/id>/g), ([, id]) => id);
  return { feed, entries, ids };
}

describe('the feed', () => {
  it('the newest records of all collections first, equal ones by key; others are left out; a title is the name or the key', async () => {
    const { entries } = await feedOf([
      ['old', '2024-12-31T23:00:00+01:00'],
      ['b', '2025-02-01T00:00:00.123456Z'],
      ['c', '2025-02-01T00:00:00.123456Z'],
      ['never', null],
      ['wrong', 'yesterday'],
    ]);
    expect(entries).toEqual([
      'b | 2025-02-01T00:00:00.123Z',
      'c | 2025-02-01T00:00:00.123Z',
      '2025-01-02 | 2025-01-02T00:00:00.000Z',
      'old | 2024-12-31T22:00:00.000Z',
      // No text names it.
      'a-1 | 2023-01-01T00:00:00.000Z',
    ]);
  });

  it('another base address -> the same ids; another name -> other ids', async () => {
    const { ids } = await feedOf([['x', '2025-02-01']]);
    // By uuid.uuid5 of Python, of the feed and of each record.
    expect(ids).toEqual([
      'urn:uuid:4f3e8d97-e1aa-58e7-9dcf-58af47a352a3',
      'urn:uuid:a35fcd1d-9b15-599c-9697-58013c383d80',
      'urn:uuid:6af308a0-664f-5b25-abd8-c6e7e2532c7e',
      'urn:uuid:ca0c4831-3f14-5782-b1b6-08e007d06ec5',
    ]);
    const moved = await feedOf([['y', '2025-03-01']], { base: 'https://example.org' });
    expect(moved.ids).toEqual(ids);
    const other = await feedOf([['x', '2025-02-01']], { name: 'Other notes' });
    expect(new Set([...ids, ...other.ids]).size).toBe(8);
  });

  it('a record that a part of its key would name -> the whole key as its title, and in the data package', async () => {
    const { label: _, ...unnamed } = notes('changed');
    const api = apiOf({ ...unnamed, key: ['id', 'text'] });
    const files = { 'notes/all.json': [{ id: 1, text: 'x', changed: '2025-01-01' }] };
    const { folder } = await builtSite(api, files, { base: 'https://me.org' });
    expect(readFileSync(path.join(folder, 'feed.xml'), 'utf8')).toContain('<title>1-x</title>');
    const descriptor = readFileSync(path.join(folder, 'downloads/datapackage.json'), 'utf8');
    expect(descriptor).toMatch(/"primaryKey": \[\s*"id",\s*"text"\s*\]/);
  });

  it('what XML can’t contain is escaped or left out', async () => {
    const { feed } = await feedOf([['<b> & \u0001 \ufffe "x"', '2025-02-01']]);
    expect(feed).toContain('<title>&#60;b&#62; &#38;   &#34;x&#34;</title>');
    expect(feed).toContain('<title>Notes &#38; “more”</title>');
  });

  it('50 records at most, the newest ones of the shipped API', () => {
    const read = (file: string) => readFileSync(path.join(shippedSite(), file), 'utf8');
    const found = read('feed.xml').matchAll(/<updated>(.*)<\/updated>/g);
    const [newest, ...entries] = Array.from(found, ([, time]) => time);
    const records = read('downloads/neighborhoods.jsonl').trim().split('\n');
    const times = records.map((line) => new Date(JSON.parse(line).modifiedAt).toISOString());
    expect(entries).toEqual(times.sort().reverse().slice(0, 50));
    expect(newest).toBe(entries[0]);
  });

  it('no collection says when a record changed -> no feed', async () => {
    const files = { 'notes/all.json': [{ id: 1, text: 'x', changed: '2025-01-01' }] };
    const { folder } = await builtSite(apiOf(notes()), files, { base: 'https://me.org' });
    expect(filesOf(folder)).not.toContain('feed.xml');
    expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).not.toContain('feed.xml');
  });
});
