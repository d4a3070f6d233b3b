import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publishedShape } from '../../../src/api/json-schema.ts';
import { describeFields, describeType } from '../../../src/describe/field.ts';
import { rowsOf } from '../../support/table.ts';

describe('the type of a field with the schema', () => {
  it.each(
    rowsOf(`
    {"type":"string"} -> text
    {"type":"string","format":"uuid"} -> UUID
    {"type":"string","format":"date-time"} -> date and time
    {"type":"string","format":"date"} -> date
    {"type":"string","format":"uri"} -> URL
    {"type":"number"} -> number
    {"type":"integer"} -> whole number
    {"type":"boolean"} -> true or false
    {"type":"string","const":"public"} -> "public"
    {"type":"string","enum":["a","b"]} -> "a" or "b"
    {"anyOf":[{"type":"string","format":"uuid"},{"type":"null"}]} -> UUID or null
    {"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]} -> object
    {"type":["string","null"]} -> text or null
    {"type":"array","items":{"type":"string"}} -> list of texts
    {"type":"array","items":{"type":"object"}} -> list of objects
    {"type":"array","items":{"type":["string","null"]}} -> list of (text or null)
    {"type":"array"} -> list
    {} -> anything
    {"$ref":"#/$defs/none"} -> anything
    {"$ref":"https://example.org/x"} -> anything`),
  )('%s is %s', (schema = '', type) => expect(describeType({}, JSON.parse(schema))).toBe(type));

  it('a time without a zone is not a date-time of JSON Schema', () => {
    const schema = z.object({ at: z.iso.datetime({ local: true }).nullable() });
    expect(JSON.stringify(publishedShape(schema))).toContain('"format":"date-time-local"');
    expect(describeFields(publishedShape(schema))[0]?.type).toBe(
      'date and time without a zone or null',
    );
  });

  it('that contains itself is described to some depth', () => {
    const [{ type } = { type: '' }] = describeFields(publishedShape(z.object({ any: z.json() })));
    expect(type).toContain('list of (text or number or true or false or null');
  });
});

describe('the fields', () => {
  const b = z.object({ b: z.int() });
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node);
    },
  });
  it.each<[string, z.ZodObject, string]>([
    ['with an optional one', z.object({ a: z.string(), b: z.int().optional() }), 'a b?'],
    ['in an object', z.object({ a: b }), 'a a.b'],
    ['in a nullable object', z.object({ a: b.nullable() }), 'a a.b'],
    ['of objects in a list', z.object({ a: z.array(b) }), 'a a[].b'],
    ['of objects in lists in a list', z.object({ a: z.array(z.array(b)) }), 'a a[][].b'],
    ['with any JSON', z.object({ any: z.json() }), 'any'],
    [
      'that contain themselves',
      z.object({ root: node }),
      'root root.name root.children root.children[].name root.children[].children',
    ],
  ])('%s', (_, schema, expected) => {
    const fields = describeFields(publishedShape(schema));
    const paths = fields.map(({ path, isRequired }) => path + (isRequired ? '' : '?'));
    expect(paths.join(' ')).toBe(expected);
  });

  it('that refer to a schema have its description', () => {
    const $defs = { code: { type: 'string', description: 'A code.' } };
    const properties = { a: { $ref: '#/$defs/code' } };
    expect(describeFields({ properties, $defs })).toMatchObject([
      { type: 'text', meaning: 'A code.' },
    ]);
  });
});
