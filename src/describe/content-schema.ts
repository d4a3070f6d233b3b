import type { Collection } from '../api/definition.ts';
import { type JsonSchema, writtenShape } from '../site/shape.ts';

/**
 * The shape of a collection's content files as JSON Schema, for editors: a file holds one record, or
 * a list of them.
 * https://json-schema.org/draft-07
 */
export const contentSchema = ({ title, description, schema }: Collection): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
  description,
  // Rather than a choice: of what fits neither, an editor could not say what is wrong with it.
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: { type: 'array', items: { $ref: '#/definitions/record' } },
  else: { $ref: '#/definitions/record' },
  definitions: { record: writtenShape(schema) },
});
