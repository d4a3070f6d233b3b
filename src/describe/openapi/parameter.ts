import { type Endpoint, isWholeNumber, type Parameter, parametersOf } from '../../core/endpoint.ts';
import { bothWays, type CollectionGrid, type Grid } from '../../core/grid.ts';
import type { Sort } from '../../core/ordering.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { keyName } from '../template.ts';
import { exampleValue } from './example.ts';
import { keySchema } from './key.ts';

/** A query parameter, or the key in an item's path, as OpenAPI says it. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** The values that are answered wherever the site is, where they can be listed. */
  readonly 'x-pre-rendered'?: readonly unknown[];
}

/** The query parameters of an endpoint, without those that no value is left for. */
export const queryParameters = (grid: Grid, endpoint: Endpoint): ParameterObject[] =>
  parametersOf(grid, endpoint).flatMap((parameter) => {
    const { name, values } = parameter;
    const schema = schemaOf(grid, endpoint, parameter);
    if (!schema) return [];
    const example = exampleValue(endpoint, parameter);
    return {
      name,
      in: 'query',
      description: descriptionOf(endpoint, parameter),
      schema,
      ...(example !== '' && { example: typed(example) }),
      ...(values !== 'number' && { 'x-pre-rendered': values.map(typed) }),
    } as const;
  });

/** A parameter's value as JSON: a number where it is one. */
const typed = (value: string): string | number => (isWholeNumber(value) ? Number(value) : value);

/** All values that our own code takes; undefined where there is none. */
function schemaOf(grid: Grid, endpoint: Endpoint, parameter: Parameter): JsonSchema | undefined {
  const { values, fallback, composes } = parameter;
  const listed = values === 'number' ? [] : values;
  const composed = composedWords(grid, endpoint, parameter).filter(composes);
  const words = [...new Set([...listed, ...composed])].filter((value) => !isWholeNumber(value));
  const shapes: JsonSchema[] = [];
  if (composes(String(LARGEST))) {
    shapes.push({ type: 'integer', minimum: composes('0') ? 0 : 1, maximum: LARGEST });
  }
  if (words.length > 0) shapes.push({ type: 'string', enum: words });
  const [shape] = shapes;
  if (!shape) return undefined;
  const all = shapes.length > 1 ? { anyOf: shapes } : shape;
  return { ...all, ...(fallback !== '' && { default: typed(fallback) }) };
}

const LARGEST = Number.MAX_SAFE_INTEGER;

/** The words, not numbers, that only our own code might take. */
function composedWords(grid: Grid, endpoint: Endpoint, { name }: Parameter): readonly string[] {
  if (name === 'format') return grid.composedFormats ?? [];
  const isOrdering = name === 'ordering' && endpoint.kind === 'collection';
  return isOrdering ? bothWays(Object.keys(endpoint.collection.sorts?.by ?? {})) : [];
}

function descriptionOf(endpoint: Endpoint, { name, fallback, values }: Parameter): string {
  const rendered = values === 'number' ? [] : values;
  switch (name) {
    case 'format':
      return 'How the answer is written: each value means JSON, and so does none. It is kept in the links of a page.';
    case 'limit':
      return `How many records a page has, or \`all\` that are left from \`offset\` on; by default ${fallback}. Every host answers ${rendered.join(', ')}; where code composes pages it may be any whole number from 1.`;
    case 'offset':
      return `How many records come before the first of the page; by default ${fallback}. Every host answers the multiples of \`limit\` below \`count\`, and ${fallback} with \`limit=all\`; where code composes pages it may be any whole number, and past the end the page is empty.`;
    case 'ordering':
      return `What the records are ordered by, with \`-\` before it for descending; by default ${defaultOrder(endpoint)}. Null is last, or first where it is descending.`;
  }
}

function defaultOrder(endpoint: Endpoint): string {
  const order = endpoint.kind === 'collection' ? endpoint.collection.order : undefined;
  return order ? wordsOf(order) : 'the order of the content';
}

const wordsOf = ({ field, descending }: Sort): string =>
  `by \`${field}\`, ${descending ? 'descending' : 'ascending'}`;

/**
 * The key in an item's path.
 * @param record the shape of a published record
 * @param example a published record, if there is any
 */
export function keyParameter(
  collection: CollectionGrid,
  record: JsonSchema,
  example: unknown,
): ParameterObject {
  const { name, keyField = '' } = collection;
  const shown: unknown = Object(example)[keyField];
  return {
    name: keyName(collection),
    in: 'path',
    required: true,
    description: `Which of ${name} it is.`,
    schema: keySchema(collection, record),
    ...(shown !== undefined && { example: shown }),
  };
}
