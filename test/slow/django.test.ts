import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defineCollection } from '../../src/api/definition.ts';
import { answer } from '../../src/core/answer.ts';
import { decimal, z } from '../../src/index.ts';
import { openSiteFolder } from '../../src/server/site-folder.ts';
import { builtSite } from '../support/built-site.ts';
import { apiOf, titled } from '../support/definition.ts';
import { DJANGO_API, djangoTowns, recordsFile } from '../support/django.ts';
import { lacks } from '../support/engine.setup.ts';
import { engineOf } from '../support/engines.mjs';
import { valuesOf } from '../support/table.ts';

/*
 * The same requests to a genuine Django REST Framework with django-filter, and to a site of the same records.
 */

const BASE = 'http://example.org';

const towns = {
  schema: z.object({
    id: z.int(),
    label: z.string(),
    state: z.string(),
    size: z.number().nullable(),
    active: z.boolean(),
    created_at: z.iso.datetime().nullable(),
    day: z.iso.date(),
    price: decimal(),
    amount: decimal(),
  }),
  key: 'id' as const,
  order: { field: 'id' as const, kind: 'number' as const },
  orderings: {
    id: { field: 'id' as const, kind: 'number' as const },
    label: { field: 'label' as const, kind: 'code' as const },
    day: { field: 'day' as const, kind: 'code' as const },
    price: { field: 'price' as const, kind: 'number' as const },
    amount: { field: 'amount' as const, kind: 'number' as const },
  },
  filters: {
    label__icontains: {},
    state: {},
    state__in: {},
    active: {},
    ...Object.fromEntries(
      ['size', 'created_at', 'day', 'price'].flatMap((field) =>
        ['', '__gte', '__lte', '__gt', '__lt'].map((end) => [field + end, {}]),
      ),
    ),
    size__in: {},
    size__isnull: {},
    created_at__isnull: {},
    price__in: {},
    amount: {},
    amount__gte: {},
  },
  search: ['label', 'state'],
};

const pagination = { limits: [20], default: 20 };
const api = apiOf(
  defineCollection({ ...titled('towns'), ...towns, pagination }),
  defineCollection({ ...titled('pages'), ...towns, pagination: { style: 'page', ...pagination } }),
);

const records = djangoTowns(300);

const some = (...values: readonly string[]) => fc.constantFrom(...values);
const valuesIn = (text: string) => fc.constantFrom(...valuesOf(text));
const NUMBERS = valuesIn('0 | 1 | 5.0 | 5.50 | +3 | 1e1 | .5 | -1 | 11 | 1000000');
const NO_NUMBERS = valuesIn('abc | 1,5 | 1 0 | NaN | Infinity | --1 | 5.5.5 | 0x10');
const TIMES = valuesIn(`
  2024-01-01T05:00:00Z | 2024-01-02T00:00:00.000001Z | 2024-01-02 03:00 | 1999-12-31T23:59:59Z
  2024-01-01T00:30:00-03:00 | 2024-01-02T05:00:00+0100 | 2024-01-03T00:00:00`);
const NO_TIMES = valuesIn(
  'yesterday | 2024-02-30T00:00:00Z | 2024-01-01T25:00 | 20240101 | 2024-1 | Z',
);
const DAYS = valuesIn('2024-01-01 | 2024-01-02 | 2024-01-03 | 2030-12-31');
const NO_DAYS = valuesIn('2024-02-30 | abc | 2024-01-01T00:00 | 2024-13-01 | 20240101');
const mostly = (valid: fc.Arbitrary<string>, invalid: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: invalid });
const SIZES = mostly(NUMBERS, NO_NUMBERS);
const PRICES = mostly(fc.oneof(NUMBERS, some('-1.25', '7.5', '10.00', '10.37')), NO_NUMBERS);
const AMOUNTS = mostly(some('9.5', '9.50', '+9.500', '10', '-.25', '100.125', '0'), NO_NUMBERS);

const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  label__icontains: some('north', 'EAST', ',', "'", '1', '%', '_', 'xyz'),
  state: some('CO', 'co', 'New York', 'xyz'),
  state__in: some('CO,co', 'New York, C', 'xyz', 'C,C,CO'),
  size__isnull: some('true', 'false', 'True', '1', '0'),
  created_at__isnull: some('true', 'False'),
  active: some('true', 'false', 'True', 'FALSE', '1', '0'),
  size__in: mostly(some('1,2.0,3.50', '0', '5 , 5.5', '99'), some('1,a', 'a')),
  price__in: mostly(some('1.25,10', '0', '-3.5 , 5.500', '99'), some('1,a', '1;2')),
  amount: AMOUNTS,
  amount__gte: AMOUNTS,
  search: some('north', 'o 1', 'east,co', 'new york', "o'b"),
  ...Object.fromEntries(
    ['', '__gte', '__lte', '__gt', '__lt'].flatMap((end) => [
      [`size${end}`, SIZES],
      [`price${end}`, PRICES],
      [`created_at${end}`, mostly(TIMES, NO_TIMES)],
      [`day${end}`, mostly(DAYS, NO_DAYS)],
    ]),
  ),
};

const ORDERINGS = valuesOf(`
  id | -id | label | -label | day,label | -day,label
  price,id | -price,id | price,-label | amount,id | -amount,-price,-id | day,price,id`);

/** Parameters of a request: some filters, an order that is total, and a page. */
const query = (page: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(VALUES)), { maxLength: 3 })
    .chain((names) =>
      fc.record({
        ...Object.fromEntries(names.map((name) => [name, VALUES[name] ?? some('')])),
        ordering: some('', ...ORDERINGS),
        ...page,
      }),
    )
    .map(
      (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')),
    );

const limitOffset = query({
  limit: some('', '1', '7', '20', '300'),
  offset: some('', '0', '5', '20', '40', '299', '300', '1000'),
});

const pageNumber = query({
  page_size: some('', '1', '7', '20', '300'),
  page: mostly(some('', '1', '2', '3', '15'), some('0', '-1', 'abc', '16', '1000', '1.5')),
});

/** A search that finds records here; Django ignores accents only with `unaccent` of PostgreSQL. */
const ACCENTED = 'search=N%C3%B3rth';

const PAGE_ERROR = { status: 404, parameters: ['page'] };

/** What both must agree on. An error of Django has the names of the parameters that are wrong. */
function comparable([status, body]: readonly [number, Record<string, unknown>]) {
  if (status !== 200) return { status, parameters: Object.keys(body) };
  // Django leaves out an offset of 0 in `previous`.
  const link = (href: unknown) =>
    href &&
    String(href)
      .replace(/&offset=0(?=&|$)/, '')
      .replace('?offset=0&', '?');
  return { status, body: { ...body, next: link(body.next), previous: link(body.previous) } };
}

it.skipIf(lacks('django')).each([
  ['towns', limitOffset],
  ['pages', pageNumber],
] as const)('the same answers to 400 requests: %s', async (name, queries) => {
  const { folder } = await builtSite(
    api,
    { 'towns/all.json': records, 'pages/all.json': records },
    { base: BASE },
  );
  const targets = fc
    .sample(queries, { numRuns: 400, seed: 34 })
    .map((one) => `/api/${name}/?${one}`)
    .concat(`/api/${name}/?${ACCENTED}`);
  const python = engineOf('django') ?? '';
  const output = execFileSync(python, [DJANGO_API, recordsFile(records)], {
    input: targets.join('\n'),
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  });
  const site = openSiteFolder(folder);
  const statuses: Record<number, number> = {};
  for (const [index, line] of output.trim().split('\n').entries()) {
    const target = targets[index] ?? '';
    const response = await answer(new Request(BASE + target), site);
    const body: Record<string, unknown> = Object(await response.json());
    const own = comparable([response.status, response.ok ? body : { [String(body.parameter)]: 0 }]);
    const django = comparable(JSON.parse(line));
    if (target.endsWith(ACCENTED)) {
      expect([Number(body.count) > 0, JSON.parse(line)[1].count]).toEqual([true, 0]);
      continue;
    }
    statuses[own.status] = (statuses[own.status] ?? 0) + 1;
    if (own.status !== 400) expect(own, target).toEqual(own.status === 404 ? PAGE_ERROR : django);
    // Django names every wrong parameter, a site the first one.
    else expect(django.parameters, target).toContain(own.parameters?.[0]);
    expect(own.status, target).toBe(django.status);
  }
  expect(statuses[200]).toBeGreaterThan(200);
  expect(statuses[400]).toBeGreaterThan(20);
});
