import { describe, expect, it } from 'vitest';
import type { Facet } from '../../../../src/describe/facet.ts';
import {
  type CollectionModel,
  type Column,
  sortedTarget,
} from '../../../../src/page/view/collection-model.ts';
import type { RecordsPlace } from '../../../../src/page/view/pager.ts';
import {
  columnsOf,
  formatTime,
  type Linking,
  parseRows,
  recordFields,
  recordTable,
  type TableRow,
} from '../../../../src/page/view/record-table.ts';
import { markup } from '../../../../src/util/markup.ts';
import { tagsOf as tagsOfPage, textOf } from '../../../support/markup.ts';
import { rowsOf } from '../../../support/table.ts';

const UUIDS = ['0b1c2d3e-0000-4000-8000-000000000001', '1b1c2d3e-0000-4000-8000-000000000002'];
const HERE = 'https://example.org/bna/';

const linking: Linking = {
  toTarget: (address) => (address.startsWith(HERE) ? address.slice(HERE.length) : null),
  formatLink: (target) => markup` href="${target}"`,
};

const cities: CollectionModel = {
  name: 'cities',
  noun: 'cities',
  heading: 'cities',
  listing: 'api/cities/',
  place: 'results',
  keyColumn: 'id',
  columns: [],
  sorts: { size: ['size', '-size'] },
  labels: {},
  facets: [],
  csvColumns: [],
};

const tableOf = (rows: TableRow[], columns: readonly Column[] = [], target = cities.listing) =>
  withoutDirection(recordTable(rows, linking, { collection: { ...cities, columns }, target }).text);

/** Markup without the attributes that each text has. */
const withoutDirection = (text: string): string => text.replaceAll(' dir="auto"', '');

const tagsOf = (markup: string) => tagsOfPage(`<!doctype html>\n${markup}`);

const table = (...rows: TableRow[]) => tableOf(rows);

it.each(
  rowsOf(`
  list -> [{"a":1},{"b":2}] -> [{"a":1},{"b":2}]
  list -> [{"a":{"b":1,"c":[2]},"d":null}] -> [{"a.b":1,"a.c":[2],"d":null}]
  results -> {"count":5,"next":"n","previous":null,"results":[{"a":1}]} -> [{"a":1}]
  features -> {"type":"FeatureCollection","features":[{"id":"x","geometry":{"coordinates":[1,2]},"properties":{"a":3}}]} -> [{"id":"x","longitude":1,"latitude":2,"a":3}]
  list -> null -> []`),
)('the rows of a response with the place %s: %s', (place = '', value = '', rows = '') => {
  expect(parseRows(JSON.parse(value), place as RecordsPlace)).toEqual(JSON.parse(rows));
});

describe('the columns of rows', () => {
  const headers = (rows: TableRow[], columns: readonly Column[]) =>
    [...tableOf(rows, columns).matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, text = '']) =>
      textOf(text),
    );
  it.each<[string, TableRow[], Column[], string]>([
    ['as they come, in words', [{ createdAt: 1, a_b: null, 'c.d': 1 }], [], 'Created at A b C d'],
    ['one with a usual name first', [{ a: 1, name: 'x', label: 'y' }], [], 'Label A Name'],
    ['the known ones, whatever the rows have', [{ a: 1 }], [{ name: 'b' }, { name: 'a' }], 'B A'],
    ['then the others', [{ c: 1, a: 1 }], [{ name: 'b' }, { name: 'a' }], 'B A C'],
    ['labels in place of names', [{ a: 1 }], [{ name: 'a', label: 'A label' }], 'A label'],
    ['columns that only some rows have', [{ a: 1 }, { b: 1 }], [], 'A B'],
  ])('%s', (_, rows, columns, expected) => {
    expect(headers(rows, columns).join(' ')).toBe(expected);
  });
});

it('a row without a field called constructor, also in a list: an empty cell', () => {
  const rows = parseRows([{ id: 1, constructor: 'Ferrari' }, { id: 2 }], 'list');
  const list = recordFields({ rows: [{ id: 1, constructor: 'Ferrari' }, { id: 2 }] }, linking);
  for (const text of [table(...rows), withoutDirection(list.text)]) {
    expect(text).toContain('<td>Ferrari</td>');
    expect(text).toMatch(/>2<.*<td><\/td><\/tr>/);
  }
});

describe('a cell', () => {
  const CUT = `${'𝒳 '.repeat(66)}𝒳…`;
  it.each<[string, unknown, string]>([
    ['a number', 1234.5, '<td class="number">1234.5</td>'],
    ['null', null, '<td><span class="none" title="null">–</span></td>'],
    ['an absent value', undefined, '<td></td>'],
    [
      'a time',
      '2025-05-05T14:03:59.1Z',
      '<td><time datetime="2025-05-05T14:03:59.1Z" title="2025-05-05T14:03:59.1Z">5 May 2025, 14:03 UTC</time></td>',
    ],
    ['a UUID', UUIDS[0], `<td><span title="${UUIDS[0]}" translate="no">0b1c2d3e…</span></td>`],
    [
      'an address of this API',
      `${HERE}api/cities/?limit=1`,
      '<td><a href="api/cities/?limit=1" translate="no">api/cities/?limit=1</a></td>',
    ],
    [
      'an address elsewhere',
      'http://example.org/?a&b',
      '<td><a href="http://example.org/?a&#38;b" rel="noopener noreferrer" translate="no">http://example.org/?a&#38;b</a></td>',
    ],
    ['another scheme', 'javascript:alert(1)', '<td>javascript:alert(1)</td>'],
    [
      'a long list of objects',
      [1, 2, 3, 4, 5].map((n) => ({ code: n, name: `n${n}` })),
      '<td>n1, n2, n3 and 2 more</td>',
    ],
    ['a text of 6 KB', '𝒳 '.repeat(2e3), `<td><div class="long" title="${CUT}">${CUT}</div></td>`],
    ['several lines', 'a\nb', '<td><div class="long" title="a\nb">a\nb</div></td>'],
    ['a large decimal', -1_234_567.8901, '<td class="number">-1,234,567.8901</td>'],
    ['an exponent', 1e300, '<td class="number">1e+300</td>'],
    ['a year', 2025, '<td class="number">2025</td>'],
    ['markup', '<b>&"', '<td>&#60;b&#62;&#38;&#34;</td>'],
  ])('%s', (_, value, cell) => expect(table({ label: 'x', value })).toContain(`</th>${cell}</tr>`));

  it('shows the beginning of a long address', () => {
    const address = `https://example.org/${'folder/'.repeat(9)}file.zip`;
    expect(textOf(table({ label: 'x', address }))).toMatch(/https:\S+folder…/);
  });
});

describe('the names of records', () => {
  it.each<[string, TableRow, string]>([
    ['link to them', { id: 'a b/c', label: 'x' }, '<a href="api/cities/a%20b%2Fc/">x</a>'],
    [
      'are texts of any script',
      { id: 7, label: '\u200fنور👩‍🚀' },
      '<a href="api/cities/7/">\u200fنور👩‍🚀</a>',
    ],
    ...['\u00a0 ', '\u200b', '\u2060\u00ad', '\u0007', '\u0301', '\u3164', '\u2800'].map(
      (label): [string, TableRow, string] => [
        `are keys where nothing can be seen: ${JSON.stringify(label)}`,
        { id: 7, label },
        '<a href="api/cities/7/">7</a>',
      ],
    ),
    ['are no links without a key', { label: 'x' }, 'x'],
  ])('%s', (_, row, cell) => expect(table(row)).toContain(`<tr><th scope="row">${cell}</th>`));

  it('link to them by the fields of their keys', () => {
    const collection = { ...cities, keyColumn: ['country', 'id'] };
    const rows = [
      { label: 'x', country: 'NO', id: 7 },
      { label: 'y', id: 8 },
    ];
    const { text } = recordTable(rows, linking, { collection, target: cities.listing });
    expect(withoutDirection(text).match(/<th scope="row">.*?<\/th>/g)).toEqual([
      '<th scope="row"><a href="api/cities/NO-7/">x</a></th>',
      '<th scope="row">y</th>',
    ]);
  });
});

it.each(
  rowsOf(`
  id userId zip_code birth_year area.fips -> 1000077
  population grid barcodes -> 1,000,077`),
)('numbers in fields called %s: %s', (names = '', shown) => {
  for (const name of names.split(' ')) {
    const { text } = recordFields({ [name]: 1_000_077 }, linking, cities);
    expect(table({ label: 'x', [name]: 1_000_077 })).toContain(`>${shown}</td>`);
    expect(text).toContain(`>${shown}</dd>`);
  }
});

it('a list of addresses is several links, in a cell and in a record', () => {
  const addresses = ['a', 'b', 'c', 'd'].map((one) => `https://example.com/${one}`);
  for (const value of [addresses, addresses.join(', '), addresses.join('\n')]) {
    expect(table({ label: 'x', value })).toMatch(/(<a href="https:.*){3}c<\/a> and 1 more</);
    expect(recordFields({ value }, linking).text).toMatch(/(<a href="https:.*\n?){4}d<\/a></);
  }
});

it('each text of people has its own direction', () => {
  const name = 'مدرسة النور (رقم 5)!';
  const { text } = recordTable([{ name, note: name }], linking);
  expect(text).toContain(`<th scope="row" dir="auto">${name}</th><td dir="auto">${name}</td>`);
  const { text: fields } = recordFields({ name }, linking);
  expect(fields).toContain(`<dt dir="auto" title="name">Name</dt><dd dir="auto">${name}</dd>`);
});

it('columns with one value in all records are shown only with all columns', () => {
  const columns = [{ name: 'a', isConstant: true }, { name: 'b', isConstant: true }, { name: 'c' }];
  const listed = { collection: { ...cities, columns }, target: cities.listing };
  const names = (limit?: number) => columnsOf([], listed, limit).map(({ name }) => name);
  expect([...names(7), '-', ...names()].join('')).toBe('ac-abc');
});

it('keys of other records are links to them, in a table and in a record', () => {
  const references = {
    'country.code': { listing: 'api/countries/' },
    job: { listing: 'api/jobs/', keyFilter: 'id' },
    tags: { listing: 'api/tags/' },
  };
  const record = { label: 'x', country: { code: 'US', tags: 'a' }, job: UUIDS[0], tags: [1, 'b'] };
  const { text } = recordTable(parseRows([record], 'list'), linking, {
    collection: { ...cities, references },
    target: cities.listing,
  });
  const links = (text: string) => text.match(/<a href="[^"]*">.*?<\/a>/g);
  const country = '<a href="api/countries/US/">US</a>';
  const job = `<a href="api/jobs/?id=${UUIDS[0]}">`;
  const tags = ['<a href="api/tags/1/">1</a>', '<a href="api/tags/b/">b</a>'];
  const shortened = `<span title="${UUIDS[0]}" translate="no">0b1c2d3e…</span>`;
  expect(links(text)).toEqual([country, `${job}${shortened}</a>`, ...tags]);
  expect(links(recordFields(record, { ...linking, references }).text)).toEqual(
    expect.arrayContaining([country, `${job}${UUIDS[0]}</a>`, ...tags]),
  );
});

it('headers sort by a column, numbers from the highest on, and then in reverse', () => {
  const headersBy = (ordering: string, size: unknown = 1) =>
    tagsOf(tableOf([{ label: 'x', size }], [], ordering)).flatMap(({ name, attributes }) =>
      name === 'a' ? (attributes.get('href') ?? []) : (attributes.get('aria-sort') ?? []),
    );
  const to = (ordering: string) => `api/cities/?ordering=${ordering}`;
  expect(headersBy(cities.listing)).toEqual([to('-size')]);
  expect(headersBy(cities.listing, 'small')).toEqual([to('size')]);
  expect(headersBy(to('size'))).toEqual(['ascending', to('-size')]);
  expect(headersBy(to('-size'))).toEqual(['descending', to('size')]);
  // They keep the other parameters, and lead to the first page.
  expect(headersBy('api/cities/?limit=9&name=x&offset=18')).toEqual([
    'api/cities/?limit=9&name=x&ordering=-size',
  ]);
});

it.each(
  rowsOf(`
    ?name=x&offset=9                   -> -rain -> ?name=x&ordering=-rain&rain__isnull=false
    ?ordering=-rain&rain__isnull=false -> rain  -> ?ordering=rain&rain__isnull=false
    ?ordering=rain                     -> -rain -> ?ordering=-rain&rain__isnull=false
    ?ordering=rain&rain__isnull=false  -> -size -> ?ordering=-size
    ?ordering=size&rain__isnull=false  -> -size -> ?ordering=-size
    ?rain__isnull=true                 -> rain  -> ?ordering=rain&rain__isnull=true
    ?rain__gte=5                       -> -rain -> ?ordering=-rain&rain__gte=5
    ?ordering=size                     ->       -> ?rain__isnull=false`),
)('%s by the order %s, where rain can be null -> %s', (query, ordering, expected) => {
  const rain: Facet = {
    ...{ title: 'Rain', field: 'rain', filters: ['rain__gte', 'rain__isnull'], choices: [] },
    none: { values: ['', 'true'], label: 'No value' },
  };
  const sorts = { ...cities.sorts, rain: ['rain', '-rain'] } as const;
  const collection: CollectionModel = { ...cities, sorts, order: 'rain', facets: [rain] };
  const without = (target: string) => target.replace('ordering=rain&', '');
  expect(sortedTarget(collection, `${cities.listing}${query}`, ordering ?? '')).toBe(
    `${cities.listing}${without(expected ?? '')}`,
  );
});

it('a record shows nested objects and lists as fields, tables and lists, and escapes them', () => {
  const record = {
    '<i>': '<b>',
    id: UUIDS[0],
    country: { code: 'US', area: { size: 1 } },
    states: [{ name: 'Ohio', code: 'OH' }],
    words: ['a', ['b']],
    none: {},
  };
  const { text } = recordFields(record, linking);
  expect(text).not.toMatch(/<[bi]>/);
  expect(textOf(text)).toContain(UUIDS[0]);
  expect(textOf(text)).toContain('Ohio');
  const names = tagsOf(text).map(({ name }) => name);
  expect(names.filter((name) => name === 'dl')).toHaveLength(3);
  expect(names.filter((name) => name === 'table')).toHaveLength(1);
  expect(names.filter((name) => name === 'li')).toHaveLength(3);
  expect(text).toContain('title="empty object"');
});

it('a record shows its fields in the order of the definition', () => {
  const { text } = recordFields({ 2019: 1, name: 'x' }, linking, { fieldOrder: ['name', '2019'] });
  expect(textOf(text)).toBe('Namex20191');
});

it.each(
  rowsOf(
    `
  2025-05-05T14:03:59.123456Z => 5 May 2025, 14:03 UTC
  2024-02-29 => 29 Feb 2024
  2025-05-05T14:03:00+02:00 => 5 May 2025, 14:03 +02:00
  2025-02-29 => 2025-02-29
  2025-05-05T00:00:00.000000Z => 5 May 2025
  2025-05-05 00:00 => 5 May 2025
  2025-05-05T00:00:01Z => 5 May 2025, 00:00 UTC
  2025-05-05T00:00:00+02:00 => 5 May 2025, 00:00 +02:00
  2025-05-05T25:00:00Z => 2025-05-05T25:00:00Z
  about 2025-05-05 => about 2025-05-05`,
    '=>',
  ),
)('%s is shown as %s', (text = '', expected) => expect(formatTime(text)).toBe(expected));
