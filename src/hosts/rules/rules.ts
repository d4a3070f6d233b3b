import { type Address, ERRORS, type ErrorName, errorAddress } from '../../core/address.ts';
import {
  type Endpoint,
  endpointName,
  endpointPath,
  endpointsOf,
  hrefAt,
  type Parameter,
  parameterNames,
  parametersOf,
} from '../../core/endpoint.ts';
import { PLAIN_NAME } from '../../core/file-name.ts';
import { basePath, type CollectionGrid, type Grid } from '../../core/grid.ts';
import { ownValue } from '../../core/object.ts';
import { fileOf } from '../../core/path.ts';
import { anyOf, noneOf, pairPattern } from './pattern.ts';

/*
 * How hosts that have only rules answer a query: they compose the path of a file from it, and send the file if it
 * exists. Each parameter becomes a part of the path. What no file answers becomes a part that no path has, so that
 * no request gets a page that it did not ask for.
 *
 * A definition and a base address accept only names and paths that need no quotes and, but for dots, no escape in
 * any configuration.
 */

/** A file that is an answer. */
export interface Target {
  readonly status: number;
  /** Its path from the host's root. */
  readonly file: string;
}

/** A part of a path: the first case whose pattern matches the query as it was sent, else the default. */
export interface PathPart {
  /** Its name for a variable. */
  readonly name: string;
  /** What it is made of, for a comment. */
  readonly comment: string;
  readonly cases: readonly PartCase[];
  /** Absent: the part is empty for other queries. */
  readonly default?: string;
}

interface PartCase {
  /** A regular expression with at most one group. */
  readonly pattern: string;
  /** What the part is; if it ends with a slash, what the group matched follows. */
  readonly text: string;
}

/** All that a host's rules are printed from. */
export type Rules = ReturnType<typeof rulesOf>;

/** The rules of one kind of path of the API. */
export type EndpointRules = Rules['endpoints'][number];

/** The part that no path has: no file has this name. */
export const NOWHERE = '/-';

/** The path of the API, with a slash at both ends. */
export const apiRoot = (grid: Grid): string => endpointPath(grid, { kind: 'index' });

/** The absolute address of the API. */
export const apiHref = (grid: Grid): string => hrefAt(grid, { kind: 'index' });

/** Every status that rules answer with, in ascending order. */
export const STATUSES = [...new Set([200, 301, ...Object.values(ERRORS)])].sort();

/**
 * The rules of a site.
 * @param isPerl whether a pattern can have `\1` and `(?!`, which make some shorter
 */
export function rulesOf(grid: Grid, isPerl = false) {
  const names = parameterNames(grid);
  const root = apiRoot(grid);
  const targetOf = (address: Address): Target => ({
    status: address.kind === 'error' ? ERRORS[address.error] : 200,
    file: `${basePath(grid)}/${fileOf(grid, address)}`,
  });
  const error = (name: ErrorName, collection = '') => targetOf(errorAddress(name, collection));
  const parts = new Map<string, PathPart>();
  const numbered = (part: UnnamedPart): PathPart => {
    const text = JSON.stringify(part);
    const known = parts.get(text) ?? { name: `${parts.size + 1}`, ...part };
    parts.set(text, known);
    return known;
  };
  const endpoints = endpointsOf(grid, '').map((endpoint) => {
    const name = endpointName(endpoint);
    const isRecord = endpoint.kind === 'record';
    const collection = endpoint.kind === 'index' ? '' : endpoint.collection.name;
    return {
      /** In paths; `index` for the index; of records, that of their collection. */
      name: name || 'index',
      /** True for the records of a collection. */
      isRecord,
      /** From the host's root, with a slash at the end; of records, that of their collection. */
      path: root + (name && `${name}/`),
      /** The answer if there is no such file. */
      missing: error(isRecord ? 'key' : 'parameters', collection),
      /** Of records: the keys that are not the names of their files, with these names. */
      encodedKeys: isRecord ? Object.entries(endpoint.collection.keyFileNames ?? {}) : [],
      /**
       * The path of the file is that of the API, the name, of a record also a slash and the name of its key, then these
       * parts and `.json`. What is refused for any endpoint is not among them.
       */
      parts: partsOf(grid, endpoint, isPerl).map(numbered),
    };
  });
  const refused = refusedPart(names, isPerl);
  return {
    /** The path of the API, with a slash at both ends. */
    root,
    /** The answer that is an error: that of a collection, if it has a name, or a variable for it. */
    error,
    /** The answer to `OPTIONS`. @param collection its name, or a variable for it */
    options: (collection: string) => targetOf({ kind: 'options', collection }),
    endpoints,
    /** All parts, each once, `refused` and `format` among them. */
    parts: [...parts.values(), refused, unknownFormat(grid)],
    /** A part for all paths, called `refused`: a name twice, in brackets or encoded. */
    refused,
    /** A pattern for the query of an address by path that has parameters there. */
    refusedBehindPath: grid.refusesUnknown ? '&[^&]' : `&(?:[^=&]*%|${anyOf(names)}(?:=[^&]|[[]))`,
  };
}

type UnnamedPart = Omit<PathPart, 'name'>;

/** Whether the `format` of a query is one that there is not: a part that is empty if it is not. */
const unknownFormat = ({ formats }: Grid): PathPart => ({
  name: 'format',
  comment: 'A format that there is not.',
  cases: [
    { pattern: `&format=${anyOf(['', ...formats])}&`, text: '' },
    { pattern: '&format=', text: NOWHERE },
  ],
});

/** What no file answers. A name that is spelled with a percent-encoding can't be compared. */
function refusedPart(names: readonly string[], isPerl: boolean): PathPart {
  const both = isPerl
    ? [[`(${names.join('|')})`, '\\1'] as const]
    : names.map((name) => [name, name] as const);
  const misused = both.map(([name, again]) => `&${name}(?:[[]|(?:[=&].*)?&${again}[=&])`);
  return {
    name: 'refused',
    comment: 'What no file answers: a name twice, in brackets or encoded.',
    cases: ['&[^=&]*%', ...misused].map((pattern) => ({ pattern, text: NOWHERE })),
  };
}

/** The parts of a path that depend on the query, in their order. Those without a file come first. A record has none. */
function partsOf(grid: Grid, endpoint: Endpoint, isPerl: boolean): UnnamedPart[] {
  if (endpoint.kind === 'record') return [];
  const unknown = grid.refusesUnknown ? [unknownPart(grid, endpoint, isPerl)] : [];
  return endpoint.kind === 'collection' ? [...unknown, ...listParts(grid, endpoint)] : unknown;
}

/** A name that is no parameter of an endpoint. */
function unknownPart(grid: Grid, endpoint: Endpoint, isPerl: boolean): UnnamedPart {
  const names = parametersOf(grid, endpoint).map(({ name }) => name);
  const ended = names.flatMap((name) => [`${name}=`, `${name}&`]);
  const pattern = isPerl ? `&(?!${anyOf(names)}[=&])[^&]` : `&${noneOf(['&', ...ended])}`;
  return { comment: 'Unknown parameters.', cases: [{ pattern, text: NOWHERE }] };
}

/** The parts of the path of a listing. */
function listParts(grid: Grid, endpoint: Endpoint & { kind: 'collection' }): UnnamedPart[] {
  const { prerenderedFormats = [], partitions, filters = {} } = endpoint.collection;
  const prerendered = partitions?.filters ?? [];
  const others = Object.keys(filters).filter((name) => !prerendered.includes(name));
  const formats = accepting('format', prerenderedFormats);
  return [
    ...(others.length > 0 ? [{ comment: 'Other filters.', cases: [refusing(anyOf(others))] }] : []),
    ...(formats.length > 0 ? [{ comment: 'The part of format.', cases: formats }] : []),
    ...prerendered.map((name) => filterPart(endpoint.collection, name)),
    ...parametersOf(grid, endpoint)
      .filter(({ kind }) => kind !== 'format' && kind !== 'filter')
      .map(listPart),
  ];
}

/** The case for the values of a parameter that are copied; none if there are no such values. */
const accepting = (name: string, values: readonly string[]): PartCase[] =>
  values.length > 0 ? [{ pattern: `&${name}=(${values.join('|')})&`, text: `/${name}/` }] : [];

/** The case for all other values of a parameter, which has no file. */
const refusing = (name: string): PartCase => ({ pattern: `&${name}=[^&]`, text: NOWHERE });

function filterPart({ partitions }: CollectionGrid, name: string): UnnamedPart {
  const { valueFileNames = {} } = partitions ?? {};
  const encoded = Object.entries(ownValue(valueFileNames, name) ?? {}).map(([value, file]) => ({
    pattern: pairPattern(name, value),
    text: `/${name}/${file}`,
  }));
  const cases = [...encoded, ...accepting(name, [PLAIN_NAME]), refusing(name)];
  return { comment: `The part of ${name}.`, cases };
}

/** The part of an ordering, or of the size or the place of a page. The first place is left out. */
function listPart({ name, values, fallback }: Parameter): UnnamedPart {
  const isPlace = values === 'number';
  const first = isPlace ? [{ pattern: `&${name}=${fallback}&`, text: '' }] : [];
  const cases = [...first, ...accepting(name, isPlace ? ['[1-9][0-9]*'] : values), refusing(name)];
  const absent = isPlace || !fallback ? '' : `/${name}/${fallback}`;
  return { comment: `The part of ${name}.`, cases, default: absent };
}
