import { listText, type PublishedRecord, pageText, sortedBy } from './page-text.ts';
import { shippedJson, shippedText } from './shipped-site.ts';

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
const bothWays = (fields: readonly string[]) => fields.flatMap((field) => [field, `-${field}`]);

/**
 * A simple implementation of the shipped API: records in memory, sorted and sliced for each request.
 * It takes only the records, their pre-rendered orders and two files from the build; other tests check
 * these.
 */
export class PlainApi {
  readonly #orders = new Map<string, readonly PublishedRecord[]>();

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
    const given = Object.fromEntries(names.map((one) => [one, query.get(one) ?? '']));
    if (!['', 'json', 'api'].includes(given.format ?? '')) return { status: 404 };
    if (name === GEOJSON)
      return { status: 200, body: shippedText('data/neighborhoods/features.json') };
    if (name === undefined || !isCollection(name)) return { status: 200, body: indexText(origin) };
    return key === undefined ? this.#listing(name, given, origin) : this.#item(name, key);
  }

  #listing(name: Collection, given: Readonly<Record<string, string>>, origin: string): Expected {
    const { format = '', ordering = '' } = given;
    if (ordering && !bothWays(ORDERINGS[name]).includes(ordering)) return { status: 400 };
    const records = this.#ordered(name, ordering);
    if (name !== 'neighborhoods') return { status: 200, body: listText(records) };
    const [limit, offset] = [given.limit || '20', given.offset || '0'];
    const isLimit = limit === 'all' || (isWhole(limit) && limit !== '0');
    if (!isLimit || !isWhole(offset)) return { status: 400 };
    const size = limit === 'all' ? ('all' as const) : Number(limit);
    const values = { format, ordering, limit: size, offset: Number(offset) };
    return { status: 200, body: pageText(`${origin}/api/neighborhoods/`, records, values) };
  }

  #item(name: Collection, key: string): Expected {
    const found = this.#ordered(name, '').find((record) => record[KEYS[name]] === key);
    return found ? { status: 200, body: `${JSON.stringify(found)}\n` } : { status: 404 };
  }

  #ordered(name: Collection, ordering: string): readonly PublishedRecord[] {
    const id = `${name} ${ordering}`;
    const known = this.#orders.get(id) ?? recordsOf(name, ordering);
    this.#orders.set(id, known);
    return known;
  }
}

function recordsOf(name: Collection, ordering: string): readonly PublishedRecord[] {
  if (name !== 'neighborhoods') return shippedJson(`data/${name}/list/o-${ordering}.json`);
  const rendered = (one: string): PublishedRecord[] =>
    shippedJson(`data/neighborhoods/list/f-/o-${one}/l-all/0.json`).results;
  const isRendered = ordering === '' || bothWays(RENDERED).includes(ordering);
  return isRendered ? rendered(ordering) : sortedBy(rendered(''), ordering, 'uuid');
}

const indexText = (origin: string) =>
  `${JSON.stringify(Object.fromEntries(INDEX.map((name) => [name, `${origin}/api/${name}/`])))}\n`;

/** The parameters of a listing or the index. */
function parametersOf(name: string | undefined): readonly string[] {
  if (name === 'neighborhoods') return ['format', 'ordering', 'limit', 'offset'];
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
