import { z } from 'zod';
import type { JsonSchema } from '../../api/json-schema.ts';
import { isWholeNumber } from '../../core/endpoint.ts';
import { isHashName } from '../../core/file-name.ts';
import { type Filter, MATCHES, maxLength, type ValueType } from '../../core/filter.ts';
import { type Grid, keyFileName } from '../../core/grid.ts';
import { keyFields } from '../../core/key.ts';
import { type DescribedParameter, supportedText } from '../../site/parameter.ts';
import type { DescribedCollection } from '../described.ts';
import { keyName } from '../endpoint.ts';
import type { PathTemplate } from '../path-template.ts';

/** A query parameter as a Parameter Object, with the values that every host answers as `x-prerendered`. */
export function queryParameter({ hostKind }: Grid, parameter: DescribedParameter) {
  const { name, kind, values, meaning, defaultText, example, prerendered, filter } = parameter;
  const schema = filter ? filterSchema(filter, prerendered[0]) : parameterSchema(parameter);
  return {
    name,
    in: 'query',
    description: `${meaning} Default: ${defaultText}. ${supportedText(hostKind, parameter)}`,
    schema,
    ...(example && { example: jsonValue(example) }),
    ...(hostKind !== 'code' &&
      values !== 'number' && {
        'x-prerendered': prerendered.map(kind === 'filter' ? String : jsonValue),
      }),
  };
}

/**
 * The schema of a filter's values. Tools send the examples of all parameters in one request, which has the response
 * that is the example of the operation: that of a filter is in its schema.
 * @param example a value that every host answers
 */
function filterSchema({ match, type }: Filter, example: string | undefined): JsonSchema {
  if (type && MATCHES[match].takesList)
    return { type: 'string', maxLength: maxLength({ match }), pattern: listPattern(ITEMS[type]) };
  const isText = type !== 'number' && type !== 'boolean';
  const limit = type
    ? { format: type }
    : { maxLength: maxLength({ match }), pattern: '^[^\\u0000]*$' };
  const value: JsonSchema = isText ? { type: 'string', ...limit } : { type };
  return { ...value, ...(example && { examples: [isText ? example : JSON.parse(example)] }) };
}

/**
 * A list of values as a pattern. It is not an array: some generated clients repeat the name for each value of an
 * array, or add brackets to it, in spite of `explode: false`.
 */
const listPattern = (item: string, start = '^'): string => `${start}(?:${item})(?:,(?:${item}))*$`;

const patternOf = (schema: z.ZodType): string =>
  String(z.toJSONSchema(schema).pattern).replace(/^\^|\$$/g, '');

/** The patterns of the values of lists. */
const ITEMS: Readonly<Record<ValueType, string>> = {
  number: '-?\\d{1,15}(?:\\.\\d{1,15})?',
  boolean: 'true|false',
  date: patternOf(z.iso.date()),
  'date-time': patternOf(z.iso.datetime({ offset: true })),
  uuid: '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}',
};

/** A parameter's value as JSON: a number where it is one. */
const jsonValue = (value: string): string | number =>
  isWholeNumber(value) ? Number(value) : value;

/** The values that hosts with code support. */
function parameterSchema(parameter: DescribedParameter): JsonSchema {
  const { kind, prerendered, composed, composedText, accepts, defaultText } = parameter;
  const schemas: JsonSchema[] = [];
  const maximum = Number.MAX_SAFE_INTEGER;
  const isNumber = accepts(String(maximum));
  if (isNumber) schemas.push({ type: 'integer', minimum: accepts('0') ? 0 : 1, maximum });
  const names = [...prerendered, ...composed].filter((value) => !isWholeNumber(value));
  if (kind === 'ordering' && composedText)
    schemas.push({ type: 'string', pattern: listPattern(names.join('|'), EACH_ONCE) });
  else if (names.length > 0) schemas.push({ type: 'string', enum: names });
  // An empty parameter is an absent one.
  const [first = { type: 'string', maxLength: 0 }, ...others] = schemas;
  const schema = others.length > 0 ? { anyOf: schemas } : first;
  return { ...schema, ...(isNumber && { default: jsonValue(defaultText) }) };
}

/** The start of a pattern of names with commas between them, and perhaps `-` before them: none of them occurs twice. */
const EACH_ONCE = '^(?!(?:.*,)?-?(\\w+)(?:,.*)?,-?\\1(?:,|$))';

/**
 * A parameter in a path as a Parameter Object; undefined if it is not there.
 * @param segments what the path has of each parameter
 */
export function pathParameter(
  { name, kind, meaning, prerenderedText }: DescribedParameter,
  segments: PathTemplate['parameters'],
) {
  const values = segments.get(name);
  if (!values) return undefined;
  const listed = Array.from(values, kind === 'filter' ? String : jsonValue);
  const isText = listed.every((value) => typeof value === 'string');
  // The first page has no number in its path.
  const schema: JsonSchema = prerenderedText
    ? { type: 'integer', minimum: kind === 'page' ? 2 : 1, maximum: Number.MAX_SAFE_INTEGER }
    : { ...(isText && { type: 'string' }), enum: listed };
  const description = prerenderedText ? `${meaning} Values: ${prerenderedText}.` : meaning;
  return { name, in: 'path', required: true, description, schema };
}

/**
 * The key in the path of a record as a Parameter Object.
 * @param isFile true for the path of a file
 */
export function keyParameter(described: DescribedCollection, isFile = false) {
  const { collection, keyValue } = described;
  const name = keyFileName(collection, String(keyValue));
  const example = isFile ? name : keyValue;
  const fields = keyFields(collection.keyField ?? '');
  const joined = fields.length > 1 && `: its \`${fields.join('` and `')}\`, joined by \`-\``;
  return {
    name: keyName(collection),
    in: 'path',
    required: true,
    description: `The key of a record of ${collection.name}${joined || ''}.${isFile ? ENCODED : ''}`,
    schema: isFile ? { type: 'string' } : keySchema(described),
    ...(keyValue !== undefined && !(isFile && isHashName(name)) && { example }),
  };
}

const ENCODED =
  ' A key with other characters than letters, digits and `_ . -` is encoded, as `docs/requests.md` of staticrest describes.';

/** The schema of a record's key in a path, where it can also be an alias. */
function keySchema({ metadata, collection }: DescribedCollection): JsonSchema {
  const { key: pattern, keyField = '', numericKeys, count } = collection;
  const [field = '', other] = keyFields(keyField);
  const { type } = Object(other === undefined && Object(metadata.record.properties)[field]);
  // `numericKeys` says nothing where there are no records.
  const isNumber = count > 0 ? numericKeys : ['integer', 'number'].includes(type);
  if (isNumber) return { type: 'integer' };
  return { type: 'string', ...(pattern ? { pattern: `^(?:${pattern})$` } : { minLength: 1 }) };
}
