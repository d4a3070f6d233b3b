import { type Endpoint, type Parameter, parametersOf } from '../../core/endpoint.ts';
import { bothWays, type CollectionGrid, type Grid } from '../../core/grid.ts';
import { formatNumber } from '../../util/text.ts';
import { defaultOrdering } from '../ordering.ts';

/** One query parameter of an endpoint, in words. */
export interface ToldParameter {
  readonly name: Parameter['name'];
  readonly meaning: string;
  /** What an absent or empty one stands for. */
  readonly fallback: string;
  /** The same in a word; empty where none says it. */
  readonly sameAs: string;
  /** The values that every host answers: one by one, or as a phrase. */
  readonly values: readonly string[] | string;
  /** Those that are answered besides where code runs; empty where there are none. */
  readonly composed: readonly string[] | string;
}

const MEANINGS: Readonly<Record<Parameter['name'], string>> = {
  format: 'The form of the answer: every one of them is JSON.',
  ordering: 'What the records are ordered by. A - before it reverses the order.',
  limit: 'How many records a page has; all stands for every one from the offset on.',
  offset: 'How many records come before the first one of the page.',
};

/** The parameters of an endpoint, those that change the most first. */
export const toldParameters = (grid: Grid, endpoint: Endpoint): ToldParameter[] =>
  parametersOf(grid, endpoint)
    .map((parameter) => told(grid, endpoint, parameter))
    .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));

const ORDER: readonly Parameter['name'][] = ['ordering', 'limit', 'offset', 'format'];

function told(
  grid: Grid,
  endpoint: Endpoint,
  { name, fallback, values }: Parameter,
): ToldParameter {
  const parameter = { name, meaning: MEANINGS[name], fallback, sameAs: fallback };
  if (name === 'format' || endpoint.kind === 'index') {
    const composed = grid.composedFormats ?? [];
    return { ...parameter, fallback: 'JSON', sameAs: 'JSON', values: listed(values), composed };
  }
  const { collection } = endpoint;
  switch (name) {
    case 'ordering':
      return {
        ...parameter,
        fallback: orderIn(collection),
        sameAs: defaultOrdering(collection),
        values: listed(values),
        composed: bothWays(Object.keys(collection.sorts?.by ?? {})),
      };
    case 'limit':
      return { ...parameter, values: listed(values), composed: 'any whole number from 1' };
    case 'offset':
      return {
        ...parameter,
        values: `0 and the multiples of the limit below ${formatNumber(collection.count)}; with limit=all only 0`,
        composed: 'any whole number from 0',
      };
  }
}

const listed = (values: Parameter['values']): readonly string[] =>
  values === 'number' ? [] : values;

/** The order of a collection where a request names none. */
function orderIn({ order }: CollectionGrid): string {
  if (!order) return 'as the content has them';
  return `by ${order.field}, ${order.descending ? 'descending' : 'ascending'}`;
}
