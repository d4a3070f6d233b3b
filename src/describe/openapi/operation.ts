import type { JsonSchema } from '../../api/json-schema.ts';
import { type Endpoint, isWholeNumber } from '../../core/endpoint.ts';
import { type Filter, maxLength } from '../../core/filter.ts';
import type { Grid } from '../../core/grid.ts';
import { underscored } from '../../util/text.ts';
import type { Described, DescribedCollection } from '../described.ts';
import { errorsOf, keyName, templateOf } from '../endpoint.ts';
import { exampleBody } from '../examples.ts';
import { type DescribedParameter, describedParameters, partitionText } from '../parameter.ts';
import { responsesOf } from './response.ts';
import type { Parts } from './shared-parts.ts';

/**
 * The GET of an endpoint, with its parameters and responses in full.
 * @param schema the schema of its body
 * @param of the endpoint's collection; absent for the index
 */
export function operationOf(
  described: Described,
  endpoint: Endpoint,
  schema: JsonSchema,
  of?: DescribedCollection,
): Operation {
  const query = describedParameters(described, endpoint);
  const values = Object.fromEntries(query.map(({ name, example }) => [name, example]));
  const example = exampleBody(described, endpoint, values);
  const texts = operationTexts(described.grid, endpoint, of);
  const body = { description: `${texts.summary}.`, schema, example };
  const parameters = [
    ...(of && endpoint.kind === 'item' ? [keyParameter(of)] : []),
    ...query.flatMap((parameter) => queryParameter(parameter) ?? []),
  ];
  return {
    path: templateOf(described.grid, endpoint),
    texts,
    parameters: parameters.map((part) => [part.name, part] as const),
    responses: Object.entries(responsesOf(errorsOf(described.grid, endpoint), body)),
  };
}

/** A GET of a path, with its parts in full. */
export interface Operation {
  readonly path: string;
  readonly texts: {
    readonly operationId: string;
    readonly summary: string | undefined;
    readonly description?: string | undefined;
    readonly tags?: readonly string[];
  };
  readonly parameters: Parts<{ readonly name: string; readonly [property: string]: unknown }>;
  readonly responses: Parts<object>;
}

/** What an operation is called. The identifiers are those that drf-spectacular would give. */
export function operationTexts(grid: Grid, { kind }: Endpoint, of?: DescribedCollection) {
  if (!of || kind === 'index') return { operationId: 'index', summary: 'API index' };
  const { name, title, description } = of.metadata;
  const [verb, summary] = {
    collection: ['list', title],
    item: ['retrieve', `A record of ${name} by its ${keyName(of.collection)}`],
    features: ['geojson', `${title} as GeoJSON`],
  }[kind];
  const texts = kind === 'collection' ? [description, partitionText(grid, of.collection)] : [];
  return {
    operationId: `${underscored(name)}_${verb}`,
    summary,
    description: texts.filter(Boolean).join('\n\n') || undefined,
    tags: [name],
  };
}

/**
 * A query parameter as a Parameter Object, with the values that every host answers as `x-pre-rendered`;
 * undefined where no value is supported.
 */
function queryParameter(parameter: DescribedParameter) {
  const { name, values, meaning, defaultText, composedText, example, hasPages, filter } = parameter;
  const rendered = values === 'number' ? [] : values;
  // The example of a filter is in the schema: tools send the examples of all parameters in one request,
  // which has the response that is the example of the operation.
  const schema = filter ? filterSchema(filter, rendered[0]) : parameterSchema(parameter);
  if (!schema) return undefined;
  const listed = parameter.renderedText ?? (rendered.join(', ') || 'none');
  const supported = hasPages
    ? ` On every host: ${listed}. Where code runs also: ${composedText}.`
    : ` Also supported: ${composedText}.`;
  return {
    name,
    in: 'query',
    description: `${meaning} Default: ${defaultText}.${composedText ? supported : ''}`,
    // The values of a list have commas between them.
    ...(hasLists(parameter) && { style: 'form', explode: false }),
    schema,
    ...(example !== '' && { example: jsonValue(example) }),
    ...(hasPages &&
      values !== 'number' && { 'x-pre-rendered': rendered.map(filter ? String : jsonValue) }),
  };
}

/** The schema of a filter's values. @param example a value that every host answers */
function filterSchema(filter: Filter, example: string | undefined): JsonSchema {
  const { match, type } = filter;
  const isText = type === undefined || type.startsWith('date');
  const value: JsonSchema = isText
    ? { type: 'string', ...(type ? { format: type } : { maxLength: maxLength(filter) }) }
    : { type };
  if (match === 'in') return { type: 'array', items: value, minItems: 1 };
  const examples = example && [isText ? example : JSON.parse(example)];
  return { ...value, ...(examples && { examples }) };
}

/** A parameter's value as JSON: a number where it is one. */
export const jsonValue = (value: string): string | number =>
  isWholeNumber(value) ? Number(value) : value;

const LARGEST = Number.MAX_SAFE_INTEGER;

const hasLists = ({ kind, composedText, filter }: DescribedParameter): boolean =>
  filter?.match === 'in' || (kind === 'ordering' && composedText !== undefined);

/** The values that hosts with code support; undefined where there are none. */
function parameterSchema(parameter: DescribedParameter): JsonSchema | undefined {
  const { rendered, composed, composes, fallback } = parameter;
  const schemas: JsonSchema[] = [];
  if (composes(String(LARGEST))) {
    schemas.push({ type: 'integer', minimum: composes('0') ? 0 : 1, maximum: LARGEST });
  }
  const names = [...rendered, ...composed].filter((value) => !isWholeNumber(value));
  if (names.length > 0) schemas.push({ type: 'string', enum: names });
  if (hasLists(parameter)) {
    schemas.push({ type: 'array', items: schemas[0], minItems: 2, uniqueItems: true });
  }
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  return schema && { ...schema, ...(fallback !== '' && { default: jsonValue(fallback) }) };
}

/** The key in an item's path as a Parameter Object. */
export function keyParameter(described: DescribedCollection) {
  const { collection, keyValue } = described;
  return {
    name: keyName(collection),
    in: 'path',
    required: true,
    description: `The key of a record of ${collection.name}.`,
    schema: keySchema(described),
    ...(keyValue !== undefined && { example: keyValue }),
  };
}

/** The schema of a record's key. */
export function keySchema({ metadata, collection }: DescribedCollection): JsonSchema {
  const { key: pattern, keyField = '', numericKeys, count } = collection;
  const { type } = Object(Object(metadata.record.properties)[keyField]);
  // `numericKeys` says nothing where there are no records.
  const isNumber = ['integer', 'number'].includes(type) || (numericKeys && count > 0);
  if (isNumber) return { type: 'integer' };
  return { type: 'string', ...(pattern ? { pattern: `^(?:${pattern})$` } : { minLength: 1 }) };
}
