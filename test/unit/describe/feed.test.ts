import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection, z } from '../../../src/index.ts';
import { builtSite } from '../../support/built-site.ts';
import { shippedSite } from '../../support/shipped-site.ts';
import { filesOf } from '../../support/site-files.ts';

const described = (name: string) => ({ name, title: name, description: name });

const notes = (updated?: 'changed') =>
  defineCollection({
    ...described('notes'),
    schema: z.object({ id: z.int(), text: z.string(), changed: z.string().nullable() }),
    key: 'id',
    label: 'text',
    ...(updated && { updated }),
  });
const days = defineCollection({
  ...described('days'),
  schema: z.object({ day: z.iso.date() }),
  key: 'day',
  updated: 'day',
});

const parts = defineCollection({
  ...described('parts'),
  schema: z.object({ sizes: z.array(z.int()), code: z.string(), day: z.string() }),
  key: 'code',
  updated: 'day',
});

/** Builds a site of notes with these texts and times. */
async function feedOf(records: readonly (readonly [string, string | null])[]) {
  const api = defineApi({
    name: 'Notes & “more”',
    description: 'a < b',
    collections: [notes('changed'), days, parts],
  });
  const list = records.map(([text, changed], index) => ({ id: index + 1, text, changed }));
  const files = {
    'notes/all.json': list,
    'days/all.json': [{ day: '2025-01-02' }],
    'parts/all.json': [{ sizes: [1], code: 'a-1', day: '2023-01-01' }],
  };
  const { folder } = await builtSite(api, files, { base: 'https://me.org/n' });
  const feed = readFileSync(path.join(folder, 'feed.xml'), 'utf8');
  const entries = Array.from(
    feed.matchAll(/<id>(.*)<\/id>\n<title>(.*)<\/title>\n<updated>(.*)<\/updated>/g),
    ([, ...parts]) => parts.join(' | '),
  );
  return { feed, entries };
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
      'https://me.org/n/api/notes/2/ | b | 2025-02-01T00:00:00.123Z',
      'https://me.org/n/api/notes/3/ | c | 2025-02-01T00:00:00.123Z',
      'https://me.org/n/api/days/2025-01-02/ | 2025-01-02 | 2025-01-02T00:00:00.000Z',
      'https://me.org/n/api/notes/1/ | old | 2024-12-31T22:00:00.000Z',
      // No text names it.
      'https://me.org/n/api/parts/a-1/ | a-1 | 2023-01-01T00:00:00.000Z',
    ]);
  });

  it('what XML can’t contain is escaped or left out', async () => {
    const { feed } = await feedOf([['<b> & \u0001 \ufffe "x"', '2025-02-01']]);
    expect(feed).toContain('<title>&#60;b&#62; &#38;   &#34;x&#34;</title>');
    expect(feed).toContain('<title>Notes &#38; “more”</title>');
  });

  it('50 records at most, those of the shipped API', () => {
    const feed = readFileSync(path.join(shippedSite(), 'feed.xml'), 'utf8');
    expect(feed.match(/<entry>/g)).toHaveLength(50);
    const times = Array.from(feed.matchAll(/<updated>(.*)<\/updated>/g), ([, time = '']) => time);
    const [newest, ...entries] = times;
    expect(newest).toBe(entries[0]);
    expect(entries).toEqual(entries.toSorted().reverse());
  });

  it('no collection says when a record changed -> no feed', async () => {
    const api = defineApi({ name: 'Notes', description: 'Notes.', collections: [notes()] });
    const files = { 'notes/all.json': [{ id: 1, text: 'x', changed: '2025-01-01' }] };
    const { folder } = await builtSite(api, files, { base: 'https://me.org' });
    expect(filesOf(folder)).not.toContain('feed.xml');
    expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).not.toContain('feed.xml');
  });
});
