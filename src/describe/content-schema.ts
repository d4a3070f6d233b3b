import type { Collection } from '../api/definition.ts';
import { type JsonSchema, writtenShape } from '../site/shape.ts';

/**
 * The JSON Schema of a collection's content files, for editors. A file contains one record, or a list
 * of records.
 * https://json-schema.org/draft-07
 */
export const contentSchema = ({ title, description, schema }: Collection): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
  description,
  // With `anyOf`, editors could not say what is wrong with a file that matches neither.
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: { type: 'array', items: { $ref: '#/definitions/record' } },
  else: { $ref: '#/definitions/record' },
  definitions: { record: writtenShape(schema) },
});
