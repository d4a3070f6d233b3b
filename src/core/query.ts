import { type Endpoint, type Parameter, parametersOf, type Values } from './endpoint.ts';
import { bracketsText, misplacedText, repeatedText, unknownText } from './error-text.ts';
import type { Grid } from './grid.ts';
import { ownValue } from './object.ts';

/*
 * The values of an endpoint's parameters in a query.
 */

/** A name that a query can't have, and what is wrong with it. */
export interface RefusedName {
  readonly parameter: string;
  readonly detail: string;
}

/**
 * The values of the parameters in a query by their names, those that it lacks too, and the first parameter whose value
 * is not supported; or a name that is refused.
 */
export function readQuery(
  grid: Grid,
  endpoint: Endpoint,
  query: string,
): { readonly values: Values; readonly refused: Parameter | undefined } | RefusedName {
  const parameters = parametersOf(grid, endpoint);
  // A record and points take no filters.
  const isList = endpoint.kind === 'index' || endpoint.kind === 'collection';
  const { filters: misplaced = {} } = isList ? {} : endpoint.collection;
  const names = parameters.map(({ name }) => name);
  const given = parseQuery(query);
  const entries = parameters.map(({ name, kind, fallback }) => {
    const value = given.get(name) ?? '';
    // White space around a filter's value is no part of it.
    return [name, (kind === 'filter' ? value.trim() : value) || fallback] as const;
  });
  const values = Object.fromEntries(entries);
  // A wrong `format`, the only parameter beside misplaced filters, is reported before them.
  const refused = refusedParameter(parameters, values);
  for (const [name, value] of given) {
    const known = nameBeforeBracket(name);
    if (!refused && value.trim() !== '' && Object.hasOwn(misplaced, known)) {
      return { parameter: known, detail: misplacedText(known) };
    }
    if (known !== name && names.includes(known)) {
      return { parameter: known, detail: bracketsText(known) };
    }
    if (grid.refusesUnknown && !names.includes(name)) {
      return { parameter: name, detail: unknownText(name, names) };
    }
  }
  const repeated = names.find((name) => given.getAll(name).length > 1);
  if (repeated !== undefined) return { parameter: repeated, detail: repeatedText(repeated) };
  return { values, refused };
}

/** True for a query with a parameter whose value an address by path has in the path. */
export function hasParameters(grid: Grid, endpoint: Endpoint, query: string): boolean {
  const own: Endpoint =
    'collection' in endpoint ? { kind: 'collection', collection: endpoint.collection } : endpoint;
  const names = parametersOf(grid, own).map(({ name }) => name);
  return [...parseQuery(query)].some(([name, value]) =>
    names.includes(nameBeforeBracket(name))
      ? value !== '' || name.includes('[')
      : grid.refusesUnknown === true,
  );
}

/** The first parameter with a value that is not supported. */
export const refusedParameter = (parameters: readonly Parameter[], values: Values) =>
  parameters.find(({ name, fallback, accepts }) => {
    const value = ownValue(values, name) ?? fallback;
    return value !== fallback && !accepts(value);
  });

// URLSearchParams drops a leading question mark: add one, since the query's own is part of a name.
const parseQuery = (query: string) => new URLSearchParams(`?${query}`);

/** `status__in` for `status__in[]` and `status__in[0]`, as some clients write the values of a list. */
const nameBeforeBracket = (name: string): string => name.replace(/\[.*/s, '');
