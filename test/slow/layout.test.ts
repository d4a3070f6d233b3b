import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answer, openSite } from '../../src/core/answer.ts';
import { run } from '../support/cli.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import {
  type PageRequest,
  type PublishedRecord,
  pageText,
  sortedBy,
} from '../support/page-text.ts';

/*
 * A large site without pages. Every answer is judged by records in memory, which are sorted, filtered and
 * sliced plainly.
 */

const [COUNT, REQUESTS] = [100_000, 2000];
const BASE = 'https://example.org';

/** Fields that a plain comparison sorts as the API does: numbers and ASCII. */
const DEFINITION = `
import { defineApi, defineCollection, z } from ${JSON.stringify(path.resolve('lib/index.js'))};

const code = (field) => ({ field, kind: 'code' });

export default defineApi({
  name: 'Parts',
  description: 'Parts.',
  collections: [
    defineCollection({
      name: 'parts',
      title: 'parts',
      description: 'Parts.',
      schema: z.object({
        id: z.string(),
        name: z.string(),
        area: z.string().nullable(),
        size: z.int().nullable(),
        made: z.string(),
      }),
      key: 'id',
      order: { field: 'made', kind: 'code', descending: true },
      orderings: { name: code('name'), made: code('made') },
      filters: {
        name: { field: 'name', match: 'contains' },
        area: { field: 'area', match: 'equals' },
        size: { field: 'size', match: 'equals' },
      },
      search: ['name', 'area'],
      pagination: { limits: [20, 50], default: 20 },
    }),
  ],
});
`;

const WORDS = ['alder', 'birch', 'cedar', 'elder', 'hazel', 'larch', 'maple', 'rowan', 'thorn'];

/** Mixed numbers, the same at every run. */
const mixed = (index: number, salt: number): number =>
  Math.imul(Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b), 0xc2b2ae35) >>> 0;

const pick = (number: number) => WORDS[number % WORDS.length] ?? '';

/** A record in which some fields are rare, some are often equal, and some are null. */
function part(index: number) {
  const [a, b, c] = [1, 2, 3].map((salt) => mixed(index, salt)) as [number, number, number];
  const name = `${pick(a)} ${pick(a >>> 8)} ${(b >>> 12).toString(36)}`;
  const area = b % 10 === 0 ? null : `${'NSEW'[b % 4]}${c % 40}`;
  const size = c % 5 === 0 ? null : c % 700;
  const made = new Date(1.5e12 + (a % 40_000) * 3_600_000).toISOString().slice(0, 13);
  return {
    id: `p${String(mixed(index, 4) % 1e6).padStart(6, '0')}-${index}`,
    name,
    area,
    size,
    made,
  };
}

type Matches = (record: PublishedRecord) => boolean;

const contains = (field: string, value: string): Matches => {
  const sought = value.toLowerCase();
  return ({ [field]: text }) => text !== null && String(text).toLowerCase().includes(sought);
};

/** What each filter makes of its value. */
const FILTERS: Readonly<Record<string, (value: string) => Matches>> = {
  name: (value) => contains('name', value),
  area: (value) => (record) => record.area === value,
  size: (value) => (record) => String(record.size) === value,
  search(value) {
    const terms = value
      .split(/[\s,]+/)
      .map((term) => [contains('name', term), contains('area', term)]);
    return (record) => terms.every((fields) => fields.some((matches) => matches(record)));
  },
};

/** The same requests at every run; set SEED for others. */
const SEED = Number(process.env.SEED ?? 1);

const some = (...values: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...values));

const anyRequest = fc.record({
  name: some('maple', 'AN TH', 'r 1', 'zz', '9'),
  area: some('N0', 'W35', 'n0', 'x'),
  size: some('7', '699', '700'),
  search: some('rowan', 'cedar e3', 'hazel,S2', 'zz'),
  ordering: fc.constantFrom(
    ...['', '-made', 'made', 'name', '-size', 'area', '-id'],
    ...['area,-size', 'size,-area,made'],
  ),
  limit: fc.integer({ min: 1, max: 200 }),
  offset: fc.oneof(
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 0, max: COUNT + 10 }),
    fc.constant(0),
  ),
});

it(`${COUNT} records without pages: ${REQUESTS} random requests -> the records that match, in order`, {
  timeout: 240_000,
}, async () => {
  const cwd = temporaryFolder();
  const records = Array.from({ length: COUNT }, (_, index) => part(index));
  writeFiles(cwd, { 'api.mjs': DEFINITION, 'content/parts/parts.json': JSON.stringify(records) });
  const build = await run(['build', '--host', 'cloudflare', '--base-url', BASE], { cwd });
  expect(build).toMatchObject({ code: 0, stderr: '' });
  expect(await run(['verify'], { cwd })).toMatchObject({ code: 0 });

  const read = (file: string) => readFile(path.join(cwd, 'dist', file)).catch(() => null);
  const site = await openSite(read);
  const get = async (target: string) => {
    const response = await answer(new Request(`${BASE}/api/parts/${target}`), site);
    return [response.status, await response.text()];
  };
  const orders = new Map<string, PublishedRecord[]>();
  const sorted = (ordering: string) => {
    const known = orders.get(ordering) ?? sortedBy(records, ordering || '-made', 'id');
    orders.set(ordering, known);
    return known;
  };
  const expected = (request: PageRequest) => {
    const filters = Object.entries(FILTERS).flatMap(([name, matching]) =>
      request[name] ? [matching(String(request[name]))] : [],
    );
    const matching = sorted(request.ordering ?? '').filter((record) =>
      filters.every((matches) => matches(record)),
    );
    return pageText(`${BASE}/api/parts/`, matching, request);
  };
  const property = fc.asyncProperty(anyRequest, async (request) => {
    const given = Object.entries(request).filter(([, value]) => value !== '');
    const query = new URLSearchParams(
      given.map(([name, value]): [string, string] => [name, String(value)]),
    );
    expect(await get(`?${query}`)).toEqual([200, expected(request)]);
  });
  await fc.assert(property, { numRuns: REQUESTS, seed: SEED });
  for (let index = 0; index < COUNT; index += COUNT / 50) {
    const record = part(index);
    expect(await get(`${record.id}/`)).toEqual([200, `${JSON.stringify(record)}\n`]);
    expect((await get(`${record.id}0/`))[0]).toBe(404);
  }
});
