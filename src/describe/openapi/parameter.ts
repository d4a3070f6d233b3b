import { isWholeNumber } from '../../core/endpoint.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import type { JsonSchema } from '../../site/shape.ts';
import type { DescribedCollection } from '../described.ts';
import { keyName } from '../endpoint.ts';
import type { DescribedParameter } from '../parameter.ts';

/** A query parameter, or the key in an item's path, as an OpenAPI Parameter Object. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required?: true;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** The values that every host answers, if they can be listed. */
  readonly 'x-pre-rendered'?: readonly unknown[];
}

/** A query parameter; none where no value of it is supported. */
export function queryParameters(parameter: DescribedParameter): ParameterObject[] {
  const { name, values, rendered, example } = parameter;
  const schema = schemaOf(parameter);
  if (!schema) return [];
  return [
    {
      name,
      in: 'query',
      description: descriptionOf(parameter),
      schema,
      ...(example !== '' && { example: typed(example) }),
      ...(values !== 'number' && { 'x-pre-rendered': rendered.map(typed) }),
    },
  ];
}

function descriptionOf(parameter: DescribedParameter): string {
  const { meaning, defaultText, rendered, renderedText, composedText } = parameter;
  const text = `${meaning} Default: ${defaultText}.`;
  if (composedText === undefined) return text;
  return `${text} Every host supports ${renderedText ?? rendered.join(', ')}. Hosts that run code support ${composedText}.`;
}

/** A parameter's value as JSON: a number where it is one. */
const typed = (value: string): string | number => (isWholeNumber(value) ? Number(value) : value);

const LARGEST = Number.MAX_SAFE_INTEGER;

/** The values that hosts with code support; undefined where there are none. */
function schemaOf(parameter: DescribedParameter): JsonSchema | undefined {
  const { rendered, composed, composes, fallback } = parameter;
  const schemas: JsonSchema[] = [];
  if (composes(String(LARGEST))) {
    schemas.push({ type: 'integer', minimum: composes('0') ? 0 : 1, maximum: LARGEST });
  }
  const names = [...rendered, ...composed].filter((value) => !isWholeNumber(value));
  if (names.length > 0) schemas.push({ type: 'string', enum: names });
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  return schema && { ...schema, ...(fallback !== '' && { default: typed(fallback) }) };
}

/** The key in an item's path. */
export function keyParameter(described: DescribedCollection): ParameterObject {
  const { about, collection, example } = described;
  const value: unknown = Object(example)[collection.keyField ?? ''];
  return {
    name: keyName(collection),
    in: 'path',
    required: true,
    description: `The key of a record of ${collection.name}.`,
    schema: keySchema(collection, about.record),
    ...(value !== undefined && { example: value }),
  };
}

/**
 * The schema of a record's key.
 * @param record the schema of a published record
 */
export function keySchema(
  { key: pattern, keyField = '', numericKeys, count }: CollectionGrid,
  record: JsonSchema,
): JsonSchema {
  const { type } = Object(Object(record.properties)[keyField]);
  // `numericKeys` says nothing where there are no records.
  const isNumber = ['integer', 'number'].includes(type) || (numericKeys && count > 0);
  // The key is a file name too, so that a number is whole and has no sign.
  if (isNumber) return { type: 'integer', minimum: 0 };
  return { type: 'string', pattern: `^(?:${pattern})$` };
}
