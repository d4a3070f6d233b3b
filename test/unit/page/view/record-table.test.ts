import { describe, expect, it } from 'vitest';
import type { CollectionModel, Column } from '../../../../src/page/view/collection-model.ts';
import {
  colouredJson,
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
  list: 'api/cities/',
  keyColumn: 'id',
  columns: [],
  sorts: { size: ['size', '-size'] },
  facets: [],
};

const tableOf = (rows: TableRow[], columns: readonly Column[] = [], target = cities.list) =>
  recordTable(rows, linking, { collection: { ...cities, columns }, target }).text;

const tagsOf = (markup: string) => tagsOfPage(`<!doctype html>\n${markup}`);

const table = (...rows: TableRow[]) => tableOf(rows);

it.each(
  rowsOf(`
  a list -> [{"a":1},{"b":2}] -> [{"a":1},{"b":2}]
  a list of texts -> ["x"] -> [{"value":"x"}]
  nested objects -> [{"a":{"b":1,"c":[2]},"d":null}] -> [{"a.b":1,"a.c":[2],"d":null}]
  a page -> {"count":5,"next":"n","previous":null,"results":[{"a":1}]} -> [{"a":1}]
  features -> {"type":"FeatureCollection","features":[{"id":"x","geometry":{"coordinates":[1,2]},"properties":{"a":3}}]} -> [{"id":"x","longitude":1,"latitude":2,"a":3}]
  a record -> {"a":1} -> null
  a record with fields of a page -> {"count":1,"results":[1]} -> null
  null -> null -> null`),
)('the rows of %s', (_, value = '', rows = '') => {
  expect(parseRows(JSON.parse(value))).toEqual(JSON.parse(rows));
});

describe('the columns of rows', () => {
  const headers = (rows: TableRow[], columns: readonly Column[]) =>
    [...tableOf(rows, columns).matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, text = '']) =>
      textOf(text),
    );
  it.each<[string, TableRow[], Column[], string]>([
    ['as they come, without known ones', [{ b: 1, a: null }], [], 'b a'],
    ['one with a usual name first', [{ a: 1, name: 'x', label: 'y' }], [], 'label a name'],
    ['the known ones, whatever the rows have', [{ a: 1 }], [{ name: 'b' }, { name: 'a' }], 'b a'],
    ['then the others', [{ c: 1, a: 1 }], [{ name: 'b' }, { name: 'a' }], 'b a c'],
    ['labels in place of names', [{ a: 1 }], [{ name: 'a', label: 'A label' }], 'A label'],
    ['columns that only some rows have', [{ a: 1 }, { b: 1 }], [], 'a b'],
  ])('%s', (_, rows, columns, expected) => {
    expect(headers(rows, columns).join(' ')).toBe(expected);
  });
});

it('a row without a field called constructor, also in a list: an empty cell', () => {
  const rows = parseRows([{ id: 1, constructor: 'Ferrari' }, { id: 2 }]) ?? [];
  const list = recordFields({ rows: [{ id: 1, constructor: 'Ferrari' }, { id: 2 }] }, linking);
  for (const text of [table(...rows), list.text]) {
    expect(text).toContain('<td>Ferrari</td>');
    expect(text).toMatch(/>2<.*<td><\/td><\/tr>/);
  }
});

describe('a cell', () => {
  it.each<[string, unknown, string]>([
    ['a number', 1234.5, '<td class="number">1234.5</td>'],
    ['null', null, '<td><span class="none" title="null">–</span></td>'],
    ['an absent value', undefined, '<td></td>'],
    [
      'a time',
      '2025-05-05T14:03:59.1Z',
      '<td><time datetime="2025-05-05T14:03:59.1Z" title="2025-05-05T14:03:59.1Z">5 May 2025, 14:03 UTC</time></td>',
    ],
    ['a UUID', UUIDS[0], `<td><span title="${UUIDS[0]}">0b1c2d3e…</span></td>`],
    [
      'an address of this API',
      `${HERE}api/cities/?limit=1`,
      '<td><a href="api/cities/?limit=1">api/cities/?limit=1</a></td>',
    ],
    [
      'an address elsewhere',
      'http://example.org/?a&b',
      '<td><a href="http://example.org/?a&#38;b" rel="noopener noreferrer">http://example.org/?a&#38;b</a></td>',
    ],
    ['another scheme', 'javascript:alert(1)', '<td>javascript:alert(1)</td>'],
    [
      'a long list of objects',
      [1, 2, 3, 4, 5].map((n) => ({ code: n, name: `n${n}` })),
      '<td>n1, n2, n3 and 2 more</td>',
    ],
    [
      'a long text',
      `${'word '.repeat(20)}end`,
      `<td><div class="long" title="${'word '.repeat(20)}end">${'word '.repeat(20)}end</div></td>`,
    ],
    ['a large number', 1_306_784, '<td class="number">1,306,784</td>'],
    ['a year', 2025, '<td class="number">2025</td>'],
    ['markup', '<b>&"', '<td>&#60;b&#62;&#38;&#34;</td>'],
  ])('%s', (_, value, cell) => expect(table({ label: 'x', value })).toContain(`</th>${cell}</tr>`));

  it('shows the end of a long address', () => {
    const address = `https://example.org/${'folder/'.repeat(9)}file.zip`;
    expect(textOf(table({ label: 'x', address }))).toContain('…/file.zip');
  });
});

describe('the names of records', () => {
  it.each<[string, TableRow, string]>([
    ['link to them', { id: 'a b/c', label: 'x' }, '<a href="api/cities/a%20b%2Fc/">x</a>'],
    ['are their keys where they are empty', { id: 7, label: '' }, '<a href="api/cities/7/">7</a>'],
    ['are no links without a key', { label: 'x' }, 'x'],
  ])('%s', (_, row, cell) => expect(table(row)).toContain(`<tr><th scope="row">${cell}</th>`));

  it('link to them by the fields of their keys', () => {
    const collection = { ...cities, keyColumn: ['country', 'id'] };
    const rows = [
      { label: 'x', country: 'NO', id: 7 },
      { label: 'y', id: 8 },
    ];
    const { text } = recordTable(rows, linking, { collection, target: cities.list });
    expect(text.match(/<th scope="row">.*?<\/th>/g)).toEqual([
      '<th scope="row"><a href="api/cities/NO-7/">x</a></th>',
      '<th scope="row">y</th>',
    ]);
  });
});

it('headers sort by a column, and then in reverse', () => {
  const headersBy = (ordering: string) =>
    tagsOf(tableOf([{ label: 'x', size: 1 }], [], ordering)).flatMap(({ name, attributes }) =>
      name === 'a' ? (attributes.get('href') ?? []) : (attributes.get('aria-sort') ?? []),
    );
  const to = (ordering: string) => `api/cities/?ordering=${ordering}`;
  expect(headersBy(cities.list)).toEqual([to('size')]);
  expect(headersBy(to('size'))).toEqual(['ascending', to('-size')]);
  expect(headersBy(to('-size'))).toEqual(['descending', to('size')]);
  // They keep the other parameters, and lead to the first page.
  expect(headersBy('api/cities/?limit=9&name=x&offset=18')).toEqual([
    'api/cities/?limit=9&name=x&ordering=size',
  ]);
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
  expect(textOf(text)).toBe('namex20191');
});

it.each(
  rowsOf(
    `
  2025-05-05T14:03:59.123456Z => 5 May 2025, 14:03 UTC
  2024-02-29 => 29 Feb 2024
  2025-05-05T14:03:00+02:00 => 5 May 2025, 14:03 +02:00
  2025-02-29 => 2025-02-29
  2025-05-05T25:00:00Z => 2025-05-05T25:00:00Z
  about 2025-05-05 => about 2025-05-05`,
    '=>',
  ),
)('%s is shown as %s', (text = '', expected) => expect(formatTime(text)).toBe(expected));

it('indented JSON has colours for keys, strings, numbers and words', () => {
  const value = { a: 'b', c: [-1.5e30, null], '{[,:]}"\\': {} };
  const formatted = JSON.stringify(value, null, 2);
  const shown: string[] = [];
  const { text } = colouredJson(formatted, (one) => `${shown.push(one)}`);
  const last = '"{[,:]}\\"\\\\"';
  expect(shown).toEqual(['"a"', '"b"', '"c"', '-1.5e+30', 'null', last]);
  const kinds = Array.from(text.matchAll(/json-(\w+)">(\d)/g), ([, kind]) => kind);
  expect(kinds).toEqual(['key', 'string', 'key', 'number', 'word', 'key']);
});
