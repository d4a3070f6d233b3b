import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf, typeIn } from '../../../src/describe/page/field.ts';
import { publishedShape } from '../../../src/site/shape.ts';

const typeOf = (schema: z.ZodType): string => {
  const shape = publishedShape(z.object({ a: schema }));
  return fieldsOf(shape)[0]?.type ?? '';
};

describe('the type of a field', () => {
  it.each([
    ['a string', z.string(), 'text'],
    ['a string with a pattern', z.string().regex(/^a/), 'text'],
    ['a UUID', z.uuid(), 'UUID'],
    ['a date and time', z.iso.datetime(), 'date and time'],
    ['a date', z.iso.date(), 'date'],
    ['a URL', z.url(), 'URL'],
    ['a number', z.number(), 'number'],
    ['an integer', z.int(), 'whole number'],
    ['a boolean', z.boolean(), 'true or false'],
    ['a literal', z.literal('public'), '"public"'],
    ['an enum', z.enum(['a', 'b']), '"a" or "b"'],
    ['a nullable type', z.uuid().nullable(), 'UUID or null'],
    ['a union', z.union([z.string(), z.number()]), 'text or number'],
    ['an object', z.object({ b: z.string() }), 'object'],
    ['a record', z.record(z.string(), z.number()), 'object'],
    ['a list of strings', z.array(z.string()), 'list of texts'],
    ['a list of objects', z.array(z.object({})), 'list of objects'],
    ['a list of a union', z.array(z.union([z.string(), z.null()])), 'list of (text or null)'],
    ['unknown', z.unknown(), 'anything'],
  ])('%s', (_, schema, words) => expect(typeOf(schema)).toBe(words));

  it.each([
    ['a list of types', { type: ['string', 'null'] }, 'text or null'],
    ['a list of unknown items', { type: 'array' }, 'list'],
    ['a broken reference', { $ref: '#/$defs/none' }, 'anything'],
    ['a reference to another document', { $ref: 'https://example.org/x' }, 'anything'],
  ])('%s', (_, shape, words) => expect(typeIn({}, shape)).toBe(words));
});

describe('the fields of a shape', () => {
  const pathsOf = (schema: z.ZodObject) =>
    fieldsOf(publishedShape(schema)).map(({ path, isRequired }) => path + (isRequired ? '' : '?'));

  it.each([
    ['none', z.object({}), []],
    ['flat', z.object({ a: z.string(), b: z.int().optional() }), ['a', 'b?']],
    ['within an object', z.object({ a: z.object({ b: z.string() }) }), ['a', 'a.b']],
    ['of objects in a list', z.object({ a: z.array(z.object({ b: z.int() })) }), ['a', 'a[].b']],
    [
      'of lists in a list',
      z.object({ a: z.array(z.array(z.object({ b: z.int() }))) }),
      ['a', 'a[][].b'],
    ],
    ['of a nullable object', z.object({ a: z.object({ b: z.int() }).nullable() }), ['a', 'a.b']],
  ])('%s', (_, schema, paths) => expect(pathsOf(schema)).toEqual(paths));

  it('that refers to itself are described to some depth', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    });
    const paths = pathsOf(z.object({ root: node }));
    expect(paths.slice(0, 4)).toEqual([
      'root',
      'root.name',
      'root.children',
      'root.children[].name',
    ]);
    expect(paths.length).toBeLessThan(20);
  });

  it('that contain any JSON are described to some depth', () => {
    expect(pathsOf(z.object({ any: z.json() }))).toEqual(['any']);
    expect(typeOf(z.json())).toContain('list of (text or number or true or false or null');
  });

  it('have descriptions and patterns', () => {
    const code = z.string().regex(/^[A-Z]{2}$/);
    const [field] = fieldsOf(publishedShape(z.object({ a: code.describe('A code.') })));
    expect(field).toMatchObject({ meaning: 'A code.', pattern: '^[A-Z]{2}$' });
  });
});
