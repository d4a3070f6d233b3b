import type { z } from 'zod';
import { type Filter, type Filters, MATCHES, type ValueType } from '../core/filter.ts';
import { bothDirections } from '../core/grid.ts';
import { type FieldTypes, fieldTypes } from './field-types.ts';
import { type COLLECTION, FILTER_MATCHES, type FilterMatch } from './schema.ts';

/** The properties of a collection that concern its parameters. */
type Parameters = Pick<
  z.output<typeof COLLECTION>,
  'filters' | 'search' | 'orderings' | 'prerender' | 'schema' | 'published'
>;

/** The filters of a collection, by the names of their parameters. */
export function filtersOf(collection: Parameters): Filters {
  const { filters = {}, search, schema, published = schema } = collection;
  const typesAt = fieldTypes(published);
  const named = Object.entries(filters).map(([name, given]): [string, Filter] => {
    const [, start = name, end = 'exact'] = FILTER_NAME.exec(name) ?? [];
    const { field = start, match = FILTER_MATCHES[end as keyof typeof FILTER_MATCHES] } = given;
    return [name, { fields: [field], match, ...comparisonOf(match, typesAt(field.split('.'))) }];
  });
  const all = Object.fromEntries(named);
  return search ? { ...all, search: { fields: search, match: 'search' } } : all;
}

/** The name of a filter with an end that is a match. */
export const FILTER_NAME = new RegExp(`^(.+)__(${Object.keys(FILTER_MATCHES).join('|')})$`);

/** What the values of a filter are. A field with values of several types is compared as text. */
function comparisonOf(match: FilterMatch, field: FieldTypes = { types: [], items: [] }) {
  if (match === 'isnull') return { type: 'boolean' as const };
  if (MATCHES[match].form === 'caseless') return {};
  const isList = field.types.includes('array');
  // The elements of a list are compared as they are written.
  const known = ['number', 'boolean', 'uuid', ...(isList ? [] : ['date', 'date-time'])];
  const types = comparedTypes(field).map((one) => (one === 'decimal' && !isList ? 'number' : one));
  const [type = '', ...others] = new Set(types);
  const isTyped = others.length === 0 && known.includes(type);
  return { ...(isTyped && { type: type as ValueType }), ...(isList && { isList }) };
}

/** The types that a filter compares: those of a value, or of the elements of a list. */
export const comparedTypes = ({ types, items }: FieldTypes): string[] =>
  [...new Set([...types.filter((type) => type !== 'array'), ...items])].filter(
    (type) => type !== 'null',
  );

/** The names of the filters that are prerendered, sorted. */
export const prerenderedFilters = ({ prerender }: Pick<Parameters, 'prerender'>): string[] =>
  [...new Set(prerender?.filters)].sort();

/** The values of `ordering` that have pages. */
export const prerenderedOrderings = ({ orderings = {} }: Pick<Parameters, 'orderings'>): string[] =>
  bothDirections(Object.keys(orderings).filter((name) => orderings[name]?.printed !== false));
