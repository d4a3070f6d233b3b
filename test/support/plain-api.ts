import {
  listText,
  type PageRequest,
  type PublishedRecord,
  pageText,
  sortedBy,
} from './page-text.ts';
import { SHIPPED_BASE, shippedJson, shippedText } from './shipped-site.ts';

/** The expected answer to a GET; a body only where it is 200. */
export interface Expected {
  readonly status: number;
  readonly body?: string;
}

const GEOJSON = 'neighborhoods_geojson';
const INDEX = ['countries', 'score_metadata', 'neighborhoods', GEOJSON];
const KEYS = { countries: 'alpha_2', score_metadata: 'name', neighborhoods: 'uuid' } as const;
type Collection = keyof typeof KEYS;
const isCollection = (name: string): name is Collection => Object.hasOwn(KEYS, name);

const RENDERED = ['created_at', 'modified_at', 'label', 'state_abbrev'];
const COMPOSED =
  'uuid name label_suffix organization city_fips speed_limit boundary_file visibility last_job';
const ORDERINGS: Readonly<Record<Collection, readonly string[]>> = {
  countries: [],
  score_metadata: ['name', 'label', 'category', 'description'],
  neighborhoods: [...RENDERED, ...COMPOSED.split(' ')],
};

const contains = (text: unknown, value: string) =>
  String(text).toLowerCase().includes(value.toLowerCase());

/** The filters of neighborhoods: whether a record matches a value. */
const FILTERS: Readonly<Record<string, (record: PublishedRecord, value: string) => boolean>> = {
  name: ({ label }, value) => contains(label, value),
  state: ({ state_abbrev: state }, value) => contains(state, value),
  country: ({ country }, value) => contains(Object(country).code, value),
  state_abbrev: ({ state_abbrev: state }, value) => state === value,
  search: ({ label, state_abbrev: state, country }, value) =>
    value
      .split(/[\s,]+/)
      .every((term) => [label, state, Object(country).name].some((text) => contains(text, term))),
};

/** All neighborhoods in an order. */
function sortedNeighborhoods(ordering: string): PublishedRecord[] {
  const all: PublishedRecord[] = shippedJson('data/neighborhoods/list/f-/o-/l-all/0.json').results;
  const labels = all.map(({ label }) => String(label)).sort(new Intl.Collator('en').compare);
  const ranks = new Map(labels.map((label, rank) => [label, rank]));
  // `ordering` has other names for some fields, and labels are not in the order of their characters.
  const sortable = all.map((record) => ({
    ...record,
    record,
    created_at: record.createdAt,
    modified_at: record.modifiedAt,
    label: ranks.get(String(record.label)),
  }));
  return sortedBy(sortable, ordering || '-created_at', 'uuid').map(
    ({ record }) => record as PublishedRecord,
  );
}

/**
 * A simple implementation of the shipped API: records in memory, selected, sorted and sliced for each
 * request. It takes only the records and two files from the build; other tests check these.
 */
export class PlainApi {
  readonly #orders = new Map<string, PublishedRecord[]>();

  /** The text of a page of neighborhoods. */
  page(request: PageRequest, origin = SHIPPED_BASE): string {
    const records = this.#neighborhoods(request.ordering ?? '').filter((record) =>
      Object.entries(FILTERS).every(([name, matches]) => {
        const { [name]: value } = request;
        return !value || matches(record, String(value));
      }),
    );
    return pageText(`${origin}/api/neighborhoods/`, records, request);
  }

  #neighborhoods(ordering: string): PublishedRecord[] {
    const known = this.#orders.get(ordering) ?? sortedNeighborhoods(ordering);
    this.#orders.set(ordering, known);
    return known;
  }

  /** @param target as in the request line */
  get(target: string, origin: string): Expected {
    const [route = '', ...rest] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
    if (route === '/') return { status: 200, body: shippedText('index.html') };
    const segments = decoded(route);
    if (segments?.[0] !== '' || segments[1] !== 'api') return { status: 404 };
    const names = segments.slice(2);
    const hasFinalSlash = names.at(-1) === '';
    const status = this.#statusOf(hasFinalSlash ? names.slice(0, -1) : names);
    if (status !== 200 && status !== 301) return { status };
    if (!hasFinalSlash) return { status: 301 };
    return this.#answer(names.slice(0, -1), new URLSearchParams(`?${rest.join('?')}`), origin);
  }

  /** 200 if there is such a path, even without such a record. */
  #statusOf([name, key, ...more]: readonly string[]): number {
    if (name === undefined || (name === GEOJSON && key === undefined)) return 200;
    if (!isCollection(name) || more.length > 0) return 404;
    return key === undefined || isKey(key) ? 200 : 404;
  }

  #answer([name, key]: readonly string[], query: URLSearchParams, origin: string): Expected {
    const names = key === undefined ? parametersOf(name) : ['format'];
    if (names.some((one) => query.getAll(one).length > 1)) return { status: 400 };
    const given = Object.fromEntries(
      names.map((one) => [
        one,
        one in FILTERS ? (query.get(one) ?? '').trim() : (query.get(one) ?? ''),
      ]),
    );
    if (!['', 'json', 'api'].includes(given.format ?? '')) return { status: 404 };
    if (name === GEOJSON)
      return { status: 200, body: shippedText('data/neighborhoods/features.json') };
    if (name === undefined || !isCollection(name)) return { status: 200, body: indexText(origin) };
    return key === undefined ? this.#listing(name, given, origin) : this.#item(name, key);
  }

  #listing(name: Collection, given: Readonly<Record<string, string>>, origin: string): Expected {
    const { ordering = '' } = given;
    if (ordering && !isOrdering(name, ordering)) return { status: 400 };
    if (name !== 'neighborhoods') {
      // The only list of orderings that tests send is of `label,name`, and the labels are unique.
      const [first = ''] = ordering.split(',');
      return { status: 200, body: listText(listOf(name, first)) };
    }
    const values = Object.keys(FILTERS).map((filter) => given[filter] ?? '');
    if (values.some((value) => [...value].length > 200 || value.includes('\0'))) {
      return { status: 400 };
    }
    const [limit, offset] = [given.limit || '20', given.offset || '0'];
    const isLimit = limit === 'all' || (isWhole(limit) && limit !== '0');
    if (!isLimit || !isWhole(offset)) return { status: 400 };
    const size = limit === 'all' ? ('all' as const) : Number(limit);
    const request = { ...given, limit: size, offset: Number(offset) };
    return { status: 200, body: this.page(request, origin) };
  }

  #item(name: Collection, key: string): Expected {
    const all = name === 'neighborhoods' ? this.#neighborhoods('') : listOf(name, '');
    const found = all.find((record) => record[KEYS[name]] === key);
    return found ? { status: 200, body: `${JSON.stringify(found)}\n` } : { status: 404 };
  }
}

const listOf = (name: string, ordering: string): readonly PublishedRecord[] =>
  shippedJson(`data/${name}/list/o-${ordering}.json`);

/** True for different fields of a collection, with commas between them. */
function isOrdering(name: Collection, ordering: string): boolean {
  const fields = ordering.split(',').map((term) => term.replace(/^-/, ''));
  const isKnown = fields.every((field) => ORDERINGS[name].includes(field));
  return isKnown && new Set(fields).size === fields.length;
}

const indexText = (origin: string) =>
  `${JSON.stringify(Object.fromEntries(INDEX.map((name) => [name, `${origin}/api/${name}/`])))}\n`;

/** The parameters of a listing or the index. */
function parametersOf(name: string | undefined): readonly string[] {
  if (name === 'neighborhoods') {
    return ['format', ...Object.keys(FILTERS), 'ordering', 'limit', 'offset'];
  }
  return name === 'score_metadata' ? ['format', 'ordering'] : ['format'];
}

const isWhole = (text: string) =>
  /^\d+$/.test(text) && String(Number(text)) === text && BigInt(text) < 2n ** 53n;

/** True if a text can be a key of some collection. */
const isKey = (key: string): boolean => /^\w[\w.-]*$/.test(key);

function decoded(route: string): string[] | null {
  try {
    return route.split('/').map((segment) => decodeURIComponent(segment));
  } catch {
    return null;
  }
}
