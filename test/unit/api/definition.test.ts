import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { checkContent } from '../../../src/build/build.ts';
import { UsageError, z } from '../../../src/index.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

const thing = {
  name: 'things',
  title: 'Thing List',
  description: 'Things.',
  schema: z.object({ id: z.int(), label: z.string(), size: z.number().optional() }),
  key: 'id',
};

/** A definition whose records are shown by this of any shape. */
const publishing = (publish: unknown) => ({ published: z.looseObject({}), publish });

const create = {
  schema: z.object({ label: z.string() }),
  record: (given: object) => ({ id: 1, ...given }),
  file: () => ['a'],
  namedBy: 'label',
};

/** An API of one collection with these changes, as plain JavaScript would pass it. */
const apiWith = (changes: object, more: object = {}) =>
  defineApi({
    name: 'N',
    description: 'D',
    collections: [{ ...thing, ...changes }],
    ...more,
  } as never);

/** Names that would mean something to a path, a rule or the language of a configuration. */
const HOSTILE = [
  ...['', ' ', 'a b', 'a\tb', 'a\nb', 'a\0b', 'a"b', "a'b", 'a`b', 'a\\', 'a;deny all', 'a#b', 'é'],
  ...['$args', `\${a}`, '{env.HOME}', '%{ENV:HOME}', ':splat', '*', 'a*', '(', 'a|b', 'a]', '^a$'],
  ...[
    '..',
    '.',
    'a.b',
    '/',
    'a/b',
    '%2e',
    'a%00',
    'a&b',
    'a=b',
    'a?b',
    '?',
    '!',
    '<a>',
    '</script>',
  ],
  ...['a,b', '-a', '--a', '_a', '1a', 'A', 'constructor()', 'a'.repeat(65)],
];

describe('defineApi refuses a name that some host could read otherwise', () => {
  it.each(HOSTILE.map((name) => [JSON.stringify(name), name] as const))('%s', (_, name) => {
    const sort = { field: 'label', kind: 'code' };
    const refusals = [
      () => apiWith({ name }),
      () => apiWith({ orderings: { [name]: sort } }),
      () => apiWith({}, { formats: [name] }),
    ];
    for (const refused of refusals) {
      expect(refused).toThrow(UsageError);
      expect(refused).toThrow(/use lower-case letters, digits and _, a letter first/);
    }
  });
});

describe('defineApi refuses', () => {
  it.each<[string, object, RegExp]>([
    ['a misspelt property', { pagnation: {} }, /collections\.0: Unrecognized key: "pagnation"/],
    ['a missing title', { title: undefined }, /collections\.0\.title/],
    [
      'a schema that is not a schema',
      { schema: {} },
      /collections\.0\.schema: must be a z\.object/,
    ],
    [
      'a publish that is not a function',
      { publish: 'id' },
      /collections\.0\.publish: must be a function/,
    ],
    ['publish without published', { publish: () => ({}) }, /publish without published/],
    ['published without publish', { published: thing.schema }, /published without publish/],
    [
      'a published schema that is not a schema',
      { ...publishing(() => ({})), published: {} },
      /published: must be a z/,
    ],
    ['features without properties', { features: { feature: () => null } }, /features\.properties/],
    [
      'an unknown kind of ordering',
      { orderings: { label: { field: 'label', kind: 'numeric' } } },
      /orderings\.label\.kind: .*"code"\|"caseless"\|"text"\|"number"/,
    ],
    ['an ordering with a sign', { orderings: { '-a': { field: 'label', kind: 'code' } } }, /"-a"/],
    ['a name in capitals', { name: 'Things' }, /A collection is called "Things"/],
    ['a reserved name', { name: 'errors' }, /A collection is called "errors"/],
    ['a name that is a path', { name: '../x' }, /A collection is called/],
    ['a key that is not a field', { key: 'uuid' }, /its key, uuid, is not a field/],
    ['an optional key', { key: 'size' }, /its key, size, must not be optional/],
    [
      'a key pattern that is not a regular expression',
      { keyPattern: '(' },
      /keyPattern: must be a regular expression/,
    ],
    ['a limit of 0', { pagination: { limits: [0], default: 0 } }, /pagination\.limits\.0: .*>=1/],
    ['a limit twice', { pagination: { limits: [5, 5], default: 5 } }, /contain a number twice/],
    ['create that is not an object', { create: true }, /collections\.0\.create/],
    ['create without record', { create: { ...create, record: undefined } }, /create\.record/],
    [
      'create with a schema that is not a schema',
      { create: { ...create, schema: {} } },
      /create\.schema/,
    ],
    ['a misspelt property of a creation', { create: { ...create, named: 'a' } }, /"named"/],
    [
      'create.namedBy that is not a field of the body',
      { create: { ...create, namedBy: 'id' } },
      /its create\.namedBy, id, is not a field of its create\.schema/,
    ],
    [
      'an ordering by a field that is not published',
      { orderings: { a: { field: 'zz', kind: 'code' } } },
      /it orders by zz, which is not a field of its records/,
    ],
    [
      'a default that is not among the limits',
      { pagination: { limits: [5], default: 7 } },
      /7, is not among/,
    ],
  ])('%s', (_, changes, message) => {
    expect(() => apiWith(changes)).toThrow(UsageError);
    expect(() => apiWith(changes)).toThrow(message);
  });

  it.each<[string, object, RegExp]>([
    ['formats that are a text', { formats: 'json' }, /formats/],
    ['a format that is long', { formats: ['a'.repeat(65)] }, /at most 64 characters/],
    ['a format twice', { formats: ['json', 'json'] }, /A format is named twice/],
    ['a format with a slash', { formats: ['a/b'] }, /A format is called "a\/b"/],
    ['two collections with one name', { collections: [thing, thing] }, /share the name things/],
    [
      'a collection with the name of another’s features',
      {
        collections: [
          { ...thing, features: { properties: thing.schema, feature: () => null } },
          { ...thing, name: 'things_geojson' },
        ],
      },
      /Two collections or their features share the name things_geojson/,
    ],
  ])('%s', (_, more, message) => {
    expect(() => apiWith({}, more)).toThrow(UsageError);
    expect(() => apiWith({}, more)).toThrow(message);
  });
});

describe('a definition that fails on a record is an error that names the callback and the record', () => {
  type Thing = z.output<typeof thing.schema>;
  const rejected = (record: unknown) => Promise.resolve(record);
  const fail = () => {
    throw null;
  };
  const idOnly = thing.schema.pick({ id: true });
  const withFeature = (feature: unknown) => ({
    features: { properties: idOnly, feature: () => feature },
  });
  const changes =
    /: publish does not match its schema: .* a default, a coercion or a transformation/;
  it.each<[string, object, RegExp]>([
    ['publish is async', publishing(rejected), /: publish returned a promise/],
    ['publish returns a list', publishing((one: object) => [one]), /: publish does not match/],
    ['publish returns nothing', publishing(() => undefined), /: publish does not match/],
    ['isPublic is async', { isPublic: async () => false }, /: isPublic returned a promise/],
    ['isPublic returns nothing', { isPublic: () => undefined }, /: isPublic must return true or/],
    ['isPublic returns a text', { isPublic: () => 'no' }, /: isPublic must return true or false/],
    ['unique is async', { unique: async () => ({}) }, /: unique returned a promise/],
    ['check is async', { check: async () => [] }, /: check threw an error/],
    ['check returns half a finding', { check: () => [{ message: 'x' }] }, /: check threw an error/],
    ['publish throws null', publishing(fail), /: publish threw an error/],
    ['isPublic throws', { isPublic: fail }, /: isPublic threw an error/],
    ['unique throws', { unique: fail }, /: unique threw an error/],
    [
      'publish lacks a promised field',
      { ...publishing(() => ({ id: 1 })), published: thing.schema },
      /: publish does not match its schema: label: /,
    ],
    [
      'publish returns a field that its schema does not name',
      { ...publishing(({ id, label }: Thing) => ({ id, label })), published: idOnly },
      /: publish does not match its schema: Unrecognized key: "label"/,
    ],
    [
      'publish leaves a field to a default',
      {
        ...publishing(() => ({ id: 1 })),
        published: idOnly.extend({ note: z.string().default('') }),
      },
      changes,
    ],
    [
      'publish returns a field within a field that its schema does not name',
      {
        ...publishing(() => ({ id: 1, deep: { a: 1, secret: 2 } })),
        published: idOnly.extend({ deep: z.object({ a: z.int() }) }),
      },
      /: publish does not match its schema: it returned a field that the schema does not name/,
    ],
    [
      'publish returns a text for a number',
      { ...publishing(() => ({ id: '1' })), published: z.object({ id: z.coerce.number() }) },
      changes,
    ],
    [
      'a feature is async',
      withFeature(Promise.resolve(null)),
      /: features\.feature returned a pro/,
    ],
    ['a feature is a text', withFeature('here'), /: features\.feature does not match its schema/],
    [
      'a feature beyond the pole',
      withFeature({ longitude: 0, latitude: 91, properties: { id: 1 } }),
      /: features\.feature does not match its schema: latitude: /,
    ],
    [
      'a feature has a property that its schema does not name',
      withFeature({ longitude: 0, latitude: 0, properties: { id: 1, label: 'a' } }),
      /: features\.feature does not match its schema: properties: Unrecognized key: "label"/,
    ],
    [
      'an ordering of texts as numbers',
      { order: { field: 'label', kind: 'number' } },
      /: it orders by label as a number, which/,
    ],
    [
      'a schema that is async',
      { schema: z.object({ id: z.int(), label: z.string().refine(async () => true) }) },
      /: schema threw an error/,
    ],
  ])('%s', async (_, changes, message) => {
    const content = temporaryFolder();
    writeFiles(content, { 'things/a.yaml': 'id: 1\nlabel: a\n' });
    const checking = checkContent({ api: apiWith(changes), content });
    await expect(checking).rejects.toThrow(UsageError);
    await expect(checking).rejects.toThrow(message);
    await expect(checking).rejects.toThrow(
      /^The definition of things fails on record 1 in things\/a\.yaml: /,
    );
  });

  it('a key that the collection’s pattern does not have is a problem of the content', async () => {
    const content = temporaryFolder();
    writeFiles(content, { 'things/a.yaml': 'id: 12\nlabel: a\n' });
    const checking = checkContent({ api: apiWith({ keyPattern: '[0-9]' }), content });
    await expect(checking).rejects.toMatchObject({
      problems: [{ code: 'bad-key', message: '`id` does not look like a key of things.' }],
    });
  });
});

it('a valid definition is returned as it is', () => {
  const collection = defineCollection({ ...thing, create } as never);
  const api = defineApi({ name: 'N', description: 'D', collections: [collection] });
  expect(api).toEqual({
    name: 'N',
    description: 'D',
    version: '1.0.0',
    formats: ['json'],
    collections: [collection],
  });
});
