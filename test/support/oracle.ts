import type { Filter } from '../../src/core/filter.ts';
import type { CollectionGrid } from '../../src/core/grid.ts';
import type { Sort } from '../../src/core/ordering.ts';
import { listText, type PublishedRecord, pageText } from './page-text.ts';

/** The parameters of a request by name, as in a query; those that are absent can be empty. */
export type Query = Readonly<Record<string, string>>;

/**
 * What requests for a collection find: records in memory, selected, sorted and sliced. It shares no code with `src/`
 * but takes the filters and orderings from the grid. The values of filters must be supported.
 */
export class Oracle {
  /** The place of each record by a term alone, the same for equal values. */
  readonly #ranks = new Map<string, ReadonlyMap<PublishedRecord, number>>();

  /**
   * @param href the address of the collection
   * @param records all records, in the order of the content
   * @param listed the fields that listings have; absent: all
   */
  constructor(
    private readonly href: string,
    private readonly grid: CollectionGrid,
    private readonly records: readonly PublishedRecord[],
    private readonly key: string,
    private readonly listed?: readonly string[],
  ) {}

  /** The status of an answer, and its text; an empty one for an error. */
  answer(query: Query): [status: number, text: string] {
    const { pagination } = this.grid;
    const { listed } = this;
    const found = this.#find(query).map((record) =>
      listed ? Object.fromEntries(listed.map((field) => [field, record[field]])) : record,
    );
    if (!pagination) return [200, listText(found)];
    const { limit = '', offset = '', page = '', page_size: size = '', ...others } = query;
    if (pagination.style !== 'page') {
      const all = limit === 'all';
      const page = {
        limit: all ? limit : Number(limit || pagination.default),
        offset: Number(offset),
      };
      return [200, pageText(this.href, found, { ...trimmed(others), ...page } as never)];
    }
    if (size && !isPositive(size)) return [400, ''];
    const [number, perPage] = [Number(page || 1), Number(size || pagination.default)];
    const last = Math.max(1, Math.ceil(found.length / perPage));
    if ((page && !isPositive(page)) || number > last) return [404, ''];
    const link = (to: number) => {
      if (to < 1 || to > last) return null;
      const values = { ...trimmed(others), page_size: size, page: to === 1 ? '' : `${to}` };
      const given = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
      given.sort();
      return this.href + (given.size > 0 ? `?${given}` : '');
    };
    const links = JSON.stringify({ next: link(number + 1), previous: link(number - 1) }).slice(
      1,
      -1,
    );
    const results = listText(found.slice((number - 1) * perPage, number * perPage)).slice(2, -3);
    return [200, `{"count":${found.length},${links},"results":[\n${results}\n]}\n`];
  }

  #find(query: Query): PublishedRecord[] {
    const { filters = {}, sorts = {}, defaultSort } = this.grid;
    const given = Object.entries(filters).filter(([name]) => query[name]?.trim());
    const found = this.records.filter((record) =>
      given.every(([name, filter]) => isFound(record, filter, query[name]?.trim() ?? '')),
    );
    const terms = (query.ordering || '').split(',').flatMap((term) => {
      const { [term.replace('-', '')]: sort = defaultSort } = sorts;
      if (!sort) return [];
      const isReversed = term.startsWith('-') !== (sort.descending ?? false);
      return [{ sort, sign: isReversed ? -1 : 1 }];
    });
    const { sign = 1 } = terms.at(-1) ?? {};
    const byKey = { sort: { field: this.key, kind: 'code' } as Sort, sign };
    const ranks = [...terms, ...(terms.length > 0 ? [byKey] : [])].map(
      (term) => [this.#ranksBy(term.sort), term.sign] as const,
    );
    return found.sort((a, b) => {
      for (const [rank, direction] of ranks) {
        const difference = (rank.get(a) ?? 0) - (rank.get(b) ?? 0);
        if (difference !== 0) return direction * difference;
      }
      return 0;
    });
  }

  #ranksBy({ field, kind }: Sort): ReadonlyMap<PublishedRecord, number> {
    const id = `${field} ${kind}`;
    const known = this.#ranks.get(id);
    if (known) return known;
    const values = this.records.map(
      (record) => [record, sortable(valueIn(record, field), kind)] as const,
    );
    const collator = new Intl.Collator('en');
    const compare = (a: string | number | null, b: string | number | null) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (kind === 'text') return collator.compare(String(a), String(b));
      return Number(a > b) - Number(a < b);
    };
    const ranks = new Map<PublishedRecord, number>();
    let [rank, before] = [0, values[0]?.[1] ?? null];
    for (const [record, value] of values.sort(([, a], [, b]) => compare(a, b))) {
      if (compare(before, value) !== 0) rank++;
      before = value;
      ranks.set(record, rank);
    }
    this.#ranks.set(id, ranks);
    return ranks;
  }
}

const isPositive = (text: string): boolean => /^[1-9]\d*$/.test(text);

const trimmed = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.trim()]));

const valueIn = (record: PublishedRecord, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => Object(value)[name] ?? null, record);

/** A value in a form that `<` compares as its kind of ordering does. */
function sortable(value: unknown, kind: Sort['kind']): string | number | null {
  if (value === null) return null;
  if (kind === 'number') return Number(value);
  if (kind === 'time') return Date.parse(String(value));
  return kind === 'caseless' ? String(value).toLowerCase() : String(value);
}

/** Whether a record matches the value of a filter. */
function isFound(
  record: PublishedRecord,
  { fields, match, type, isList }: Filter,
  value: string,
): boolean {
  const values = fields.map((field) => valueIn(record, field));
  // Each element by itself.
  const texts = values.flat();
  const holds = (part: string, convert: (text: string) => string) =>
    texts.some((one) => one !== null && convert(String(one)).includes(convert(part)));
  const listed = (separator: RegExp) => value.split(separator).filter(Boolean);
  const own = (isList ? ((values[0] as unknown[] | null) ?? []) : values).filter(
    (one) => one !== null,
  );
  const has = (text: string) => own.some((one) => comparable(one, type) === comparable(text, type));
  const isSo = (compare: (a: never, b: never) => boolean) =>
    own.some((one) => compare(comparable(one, type) as never, comparable(value, type) as never));
  switch (match) {
    case 'equals':
      return has(value);
    case 'in':
      return listed(/\s*,\s*/).some(has);
    case 'contains':
      return holds(value, (text) => text.toLowerCase());
    case 'isnull':
      return (values[0] === null) === comparable(value, 'boolean');
    case 'search':
      return listed(/[\s,]+/).every((part) => holds(part, folded));
    case 'min':
      return isSo((a, b) => a >= b);
    case 'max':
      return isSo((a, b) => a <= b);
    case 'above':
      return isSo((a, b) => a > b);
    case 'below':
      return isSo((a, b) => a < b);
  }
}

/** A text in the form that `search` compares. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0591-\u05bd\u05c1\u05c2\u064b-\u0652]/g, '')
    .replace(/([\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu, '$1')
    .replace(/([аеиоуыэюя])[\u0300\u0301]+/g, '$1')
    .replaceAll('е\u0308', 'е')
    .replaceAll('’', "'")
    .normalize('NFC');

/** A value of a type in a form that operators compare. */
function comparable(value: unknown, type: Filter['type']): string | number | boolean | bigint {
  if (type === 'number') return Number(value);
  if (type === 'boolean') return /^(?:true|1)$/i.test(String(value));
  if (type === 'uuid') return String(value).toLowerCase().replaceAll('-', '');
  return type ? instantOf(String(value)) : String(value);
}

/** The microseconds of a time, in UTC without an offset. */
function instantOf(time: string): bigint {
  const [, start, fraction = '', zone = ''] =
    /^([^.]{10,19}?)(?:\.(\d+))?(Z|[-+]\d\d:\d\d)?$/.exec(time.replace(/(?<=:.*) /, '+')) ?? [];
  const whole = new Date(`${start}${start?.includes('T') ? zone || 'Z' : ''}`).getTime();
  return BigInt(whole) * 1000n + BigInt(fraction.padEnd(6, '0'));
}
