import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsOf, typeIn } from '../../src/describe/page/field.ts';
import { publishedShape } from '../../src/site/shape.ts';

const typeOf = (schema: z.ZodType): string => {
  const shape = publishedShape(z.object({ a: schema }));
  return fieldsOf(shape)[0]?.type ?? '';
};

describe('the type of a field in words', () => {
  it.each([
    ['a text', z.string(), 'text'],
    ['a text of a form', z.string().regex(/^a/), 'text'],
    ['an identity', z.uuid(), 'UUID'],
    ['a moment', z.iso.datetime(), 'date and time'],
    ['a day', z.iso.date(), 'date'],
    ['an address', z.url(), 'URL'],
    ['a number', z.number(), 'number'],
    ['a whole number', z.int(), 'whole number'],
    ['yes or no', z.boolean(), 'true or false'],
    ['one word', z.literal('public'), '"public"'],
    ['one of some words', z.enum(['a', 'b']), '"a" or "b"'],
    ['what may be null', z.uuid().nullable(), 'UUID or null'],
    ['what may be two', z.union([z.string(), z.number()]), 'text or number'],
    ['an object', z.object({ b: z.string() }), 'object'],
    ['a table', z.record(z.string(), z.number()), 'object'],
    ['texts', z.array(z.string()), 'list of texts'],
    ['objects', z.array(z.object({})), 'list of objects'],
    ['either', z.array(z.union([z.string(), z.null()])), 'list of (text or null)'],
    ['whatever', z.unknown(), 'anything'],
  ])('%s', (_, schema, words) => expect(typeOf(schema)).toBe(words));

  it.each([
    ['types side by side', { type: ['string', 'null'] }, 'text or null'],
    ['a list of whatever', { type: 'array' }, 'list'],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }, 'anything'],
    ['a reference to elsewhere', { $ref: 'https://example.org/x' }, 'anything'],
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
    ['of what may be null', z.object({ a: z.object({ b: z.int() }).nullable() }), ['a', 'a.b']],
  ])('%s', (_, schema, paths) => expect(pathsOf(schema)).toEqual(paths));

  it('that refers to itself are told to some depth', () => {
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

  it('say what they mean, and what their texts match', () => {
    const code = z.string().regex(/^[A-Z]{2}$/);
    const [field] = fieldsOf(publishedShape(z.object({ a: code.describe('A code.') })));
    expect(field).toMatchObject({ meaning: 'A code.', pattern: '^[A-Z]{2}$' });
  });
});
