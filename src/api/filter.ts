import type { z } from 'zod';
import { type Filter, type Filters, MATCHES, type Match, type ValueType } from '../core/filter.ts';
import { suggestion } from '../util/suggestion.ts';
import { type ComparedTypes, comparedTypes } from './field-types.ts';

/** How a filter of a definition compares a field with its value, by the end of the name of the parameter. */
export const FILTER_MATCHES = {
  exact: 'equals',
  in: 'in',
  icontains: 'contains',
  gte: 'min',
  lte: 'max',
  gt: 'above',
  lt: 'below',
} as const satisfies Record<string, Match>;

export type FilterMatch = (typeof FILTER_MATCHES)[keyof typeof FILTER_MATCHES];

/** The properties of a collection that concern its filters. */
interface FilteredCollection {
  readonly filters?: Readonly<
    Record<string, { readonly field?: string; readonly match?: FilterMatch }>
  >;
  readonly search?: readonly string[] | undefined;
  readonly prerender?: { readonly filters?: readonly string[] | undefined } | undefined;
  readonly schema: z.ZodObject;
  readonly published?: z.ZodObject;
}

/** The filters of a collection, by the names of their parameters. */
export function filtersOf({ filters = {}, search, ...collection }: FilteredCollection): Filters {
  const typesAt = comparedTypes(collection.published ?? collection.schema);
  const named = Object.entries(filters).map(([name, { field, match }]): [string, Filter] => {
    const [, start = name, end = 'exact'] = NAME.exec(name) ?? [];
    const own = match ?? FILTER_MATCHES[end as keyof typeof FILTER_MATCHES];
    const compared = field ?? start;
    return [
      name,
      { fields: [compared], match: own, ...comparisonOf(own, typesAt(compared.split('.'))) },
    ];
  });
  return Object.fromEntries([
    ...named,
    ...(search ? [['search', { fields: search, match: 'search' }] as const] : []),
  ]);
}

/** The names of the filters that are prerendered, sorted. */
export const prerenderedFilters = ({
  prerender,
}: Pick<FilteredCollection, 'prerender'>): string[] =>
  [...new Set(prerender?.filters ?? [])].sort();

const NAME = new RegExp(`^(.+)__(${Object.keys(FILTER_MATCHES).join('|')})$`);

/** What the values of a filter are. A field with values of several types is compared as text. */
function comparisonOf(
  match: FilterMatch,
  { types, isList }: ComparedTypes = { types: [], isList: false },
): Pick<Filter, 'type' | 'isList'> {
  if (MATCHES[match].form === 'caseless') return {};
  // The elements of a list are compared as they are written.
  const known = isList ? ['number', 'boolean'] : ['number', 'boolean', 'date', 'date-time'];
  const [type = ''] = types;
  const isTyped = types.length === 1 && known.includes(type);
  return { ...(isTyped && { type: type as ValueType }), ...(isList && { isList }) };
}

/** What is wrong with the filters and the search of a collection, as sentences. */
export function* filterMistakes(collection: FilteredCollection): Generator<string> {
  const { published = collection.schema, prerender } = collection;
  const typesAt = comparedTypes(published);
  for (const [name, { fields, match }] of Object.entries(filtersOf(collection))) {
    const subject = match === 'search' ? 'its search' : `its filter ${name} (match ${match})`;
    for (const field of fields) {
      const compared = typesAt(field.split('.'));
      const problem = compared
        ? typeProblem(match, compared)
        : `but its records have no such field.${suggestion(field, Object.keys(published.shape))}`;
      if (problem !== undefined) yield `${subject} looks in the field ${field}, ${problem}`;
    }
    if (prerender?.filters?.includes(name) && !['equals', 'contains'].includes(match)) {
      yield `its prerender.filters contain ${name} (match ${match}). Only equals and contains can be prerendered.`;
    }
  }
}

function typeProblem(match: Match, { types, isList }: ComparedTypes): string | undefined {
  const { fitting, takesLists, text } = MATCHED_VALUES[match];
  const unfit = isList && !takesLists ? ['array'] : types.filter((type) => !fitting.includes(type));
  if (unfit.length > 0) {
    return `whose type can be ${unfit.join(' or ')}. It must be ${text}.`;
  }
  // Values of several types have no order, and a value of unknown type is a text.
  const isSized = !fitting.includes('string');
  if (!isSized || types.length === 1) return undefined;
  return `whose type can be ${types.join(' or ') || 'anything'}. It must be ${text}.`;
}

interface MatchedValues {
  readonly fitting: readonly string[];
  readonly takesLists?: true;
  /** The types in words. */
  readonly text: string;
}

const DATES = ['date', 'date-time'];
const ANY: MatchedValues = {
  fitting: ['string', ...DATES, 'number', 'boolean'],
  takesLists: true,
  text: 'string or number or integer or boolean, or a list of them',
};
const TEXTS: MatchedValues = { fitting: ['string', ...DATES], text: 'string' };
const SIZED: MatchedValues = {
  fitting: ['number', ...DATES],
  text: 'a number, z.iso.date() or z.iso.datetime()',
};

/** The values that each match can compare. */
const MATCHED_VALUES: Readonly<Record<Match, MatchedValues>> = {
  equals: ANY,
  in: ANY,
  contains: TEXTS,
  search: TEXTS,
  min: SIZED,
  max: SIZED,
  above: SIZED,
  below: SIZED,
};
