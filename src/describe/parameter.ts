import { type Endpoint, type Parameter, parametersOf } from '../core/endpoint.ts';
import { bothWays, type Grid } from '../core/grid.ts';
import { exampleValue } from './examples.ts';

/** A query parameter with its description, which the page and the OpenAPI document share. */
export interface DescribedParameter extends Parameter {
  /** What the parameter does, in sentences; names stand in backticks. */
  readonly meaning: string;
  /** What an absent or empty parameter means. */
  readonly defaultText: string;
  /** The values that every host answers, as far as they can be listed. */
  readonly rendered: readonly string[];
  /** The further values that hosts with code answer, as far as they can be listed. */
  readonly composed: readonly string[];
  /** The numbers that every host answers, in words. */
  readonly renderedText?: string;
  /** The numbers that hosts with code answer, in words. */
  readonly composedText?: string;
  /** A value that every host answers; empty where there is none. */
  readonly example: string;
}

const TEXTS: Readonly<
  Record<Parameter['name'], Pick<DescribedParameter, 'meaning' | 'renderedText' | 'composedText'>>
> = {
  format: { meaning: 'The response format: every value means JSON. The links of a page keep it.' },
  ordering: {
    meaning:
      'The field to sort by. A leading `-` sorts in descending order. Null values come last, or first in descending order.',
  },
  limit: {
    meaning: 'The number of records per page; `all` returns every record from `offset` on.',
    composedText: 'any whole number from 1',
  },
  offset: {
    meaning: 'The number of records to skip before the page starts.',
    renderedText: '0 and the multiples of `limit` below `count`; with `limit=all` only 0',
    composedText: 'any whole number from 0; a page past the end is empty',
  },
};

/** The parameters of an endpoint, in the order in which they are checked. */
export const describedParameters = (grid: Grid, endpoint: Endpoint): DescribedParameter[] =>
  parametersOf(grid, endpoint).map((parameter) => ({
    ...parameter,
    ...TEXTS[parameter.name],
    defaultText: defaultText(endpoint, parameter),
    rendered: parameter.values === 'number' ? [] : parameter.values,
    composed: composedValues(grid, endpoint, parameter),
    example: exampleValue(endpoint, parameter),
  }));

function defaultText(endpoint: Endpoint, { name, fallback }: Parameter): string {
  if (name === 'format') return 'JSON';
  const order = endpoint.kind === 'collection' ? endpoint.collection.order : undefined;
  if (name !== 'ordering') return fallback;
  if (!order) return 'the order of the content files';
  return `by ${order.field}, ${order.descending ? 'descending' : 'ascending'}`;
}

function composedValues(
  grid: Grid,
  endpoint: Endpoint,
  { name, values, composes }: Parameter,
): string[] {
  const isOrdering = name === 'ordering' && endpoint.kind === 'collection';
  const orderings = isOrdering ? Object.keys(endpoint.collection.sorts?.by ?? {}) : [];
  const named = name === 'format' ? (grid.composedFormats ?? []) : bothWays(orderings);
  return named.filter((value) => composes(value) && !values.includes(value));
}
