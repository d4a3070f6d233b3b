import { describe, expect, it } from 'vitest';
import { z as z3 } from 'zod/v3';
import {
  type Context,
  defineApi,
  defineCollection,
  type RecordSources,
} from '../../../src/api/definition.ts';
import { decimal, type OrderingKind, UsageError, z } from '../../../src/index.ts';
import { recordsOf } from '../../../src/publish/build.ts';
import type { Problem } from '../../../src/util/problem.ts';
import { runAtOnce } from '../../../src/util/progress.ts';
import { entriesOf } from '../../support/rendered-site.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

const thing = {
  name: 'things',
  title: 'Thing List',
  description: 'Things.',
  schema: z.object({ id: z.int(), label: z.string(), size: z.number().optional() }),
  key: 'id',
};

const create = {
  schema: z.object({ label: z.string() }),
  record: (given: object) => ({ id: 1, ...given }),
  file: () => ['a'],
};

/** An API of one collection with these changes, as plain JavaScript would pass it. */
const apiWith = (changes: object, more: object = {}) => {
  const collections = [{ ...thing, ...changes }];
  return defineApi({ name: 'N', description: 'D', collections, ...more } as never);
};

it('a valid definition -> the same with its defaults', () => {
  const collection = defineCollection({ ...thing, create } as never);
  const given = { name: 'N', description: 'D', collections: [collection] };
  expect(defineApi(given)).toEqual({ ...given, version: '1.0.0', formats: ['json'] });
});

it('the types of a key, a field or two or more, and of references', () => {
  const both = ['id', 'label'] as const;
  expect(defineCollection({ ...thing, key: both }).key).toBe(both);
  // @ts-expect-error: one field in a list
  defineCollection({ ...thing, key: ['id'] });
  // @ts-expect-error: a field that does not exist
  defineCollection({ ...thing, key: ['id', 'lable'] });
  const references = { label: 'things', 'size.unit': 'things' };
  expect(defineCollection({ ...thing, key: 'id', references }).references).toBe(references);
  // @ts-expect-error: a field that does not exist
  defineCollection({ ...thing, key: 'id', references: { lable: 'things' } });
});

it('the types of a record that has no key, of values of fields, and of fields that listings have', () => {
  const { key: _, ...meta } = { ...thing, key: 'id' };
  const single = defineCollection({ ...meta, single: true });
  const { collections } = defineApi({ name: 'N', description: 'D', collections: [single] });
  expect(collections[0]).toMatchObject({ key: [], items: false });
  expect(defineApi({ name: 'N', description: 'D', collections }).collections).toEqual(collections);
  // @ts-expect-error: a collection without a key
  defineCollection(meta);
  const records = ({ where }: RecordSources) => where(single, { label: 'a' });
  expect(defineCollection({ ...thing, key: 'id', listed: ['id'], records }).listed).toEqual(['id']);
  // @ts-expect-error: a field that does not exist
  defineCollection({ ...thing, key: 'id', listed: ['lable'] });
  // @ts-expect-error: a field that does not exist
  defineCollection({ ...thing, key: 'id', records: ({ where }) => where(single, { lable: 'a' }) });
  // @ts-expect-error: records without a field
  defineCollection({ ...thing, key: 'id', records: () => [{ label: 'a' }] });
});

const NO_NAME = 'must be up to 64 ASCII letters, digits and _, beginning with a letter.';
const NO_FORMAT = 'must be up to 64 lower-case letters, digits and _, beginning with a letter.';

describe('defineApi refuses a name with a meaning in a path, a rule or a configuration', () => {
  it.each([
    ...['', ' ', 'a\nb', 'a\0b', 'a"b', 'a`b', 'a\\', 'a;b', 'a#b', 'é', '$args', '{env.HOME}'],
    ...[':splat', '*', '(', 'a|b', '^a$', '<a>', '..', 'a.b', '/', '%2e', 'a&b', 'a=b', 'a,b'],
    ...['-a', 'a-', 'a--b', '_a', '1a'],
    'a'.repeat(65),
  ])('%j', (name) => {
    const sort = { field: 'label', kind: 'code' };
    expect(() => apiWith({ name })).toThrow(
      `name: must be up to 64 lower-case letters, digits, _ and single hyphens`,
    );
    expect(() => apiWith({ orderings: { [name]: sort } })).toThrow(NO_NAME);
    expect(() => apiWith({ filters: { [name]: { field: 'label' } } })).toThrow(NO_NAME);
    expect(() => apiWith({}, { formats: [name] })).toThrow(`formats.0: ${NO_FORMAT}`);
  });

  it.each(['A', 'aB', 'postId'])('%j, except for a filter or an ordering', (name) => {
    expect(() => apiWith({ name })).toThrow('name: must be up to 64 lower-case letters');
    expect(() => apiWith({}, { formats: [name] })).toThrow(`formats.0: ${NO_FORMAT}`);
    const orderings = { [name]: { field: 'label', kind: 'code' } };
    const filters = { [name]: { field: 'label' }, [`${name}__in`]: { field: 'label' } };
    expect(() => apiWith({ orderings, filters })).not.toThrow();
  });
});

it('a name with hyphens, one of 64 characters, or that of a folder, is one of a collection', () => {
  for (const name of ['bike-shops-2', 'a'.repeat(64), 'options', 'errors'])
    expect(() => apiWith({ name })).not.toThrow();
});

it('index: reserved for the index among collections, and a name of anything else', () => {
  expect(() => apiWith({ name: 'index' })).toThrow('name: must be');
  const orderings = { index: { field: 'label', kind: 'code' } };
  expect(() => apiWith({ orderings }, { formats: ['index'] })).not.toThrow();
});

describe('the prefix', () => {
  const withPrefix = (prefix: string) => () => apiWith({}, { prefix });
  it.each(['api', 'v1', 'api/v2', '2025-01/x_y', 'a'.repeat(64)])('can be %s', (prefix) => {
    expect(withPrefix(prefix)).not.toThrow();
  });

  it.each([
    ...['', 'a'.repeat(65)],
    ...valuesOf('/v1 | v1/ | a//b | V1 | v1.0 | .. | a/../b | _hosts | -a | é | a b | a%2Fb'),
    ...valuesOf('data | downloads/v1 | index | 404 | v1/v1'),
  ])('can’t be %j', (prefix) => {
    expect(withPrefix(prefix)).toThrow(
      'prefix: must be one or more different segments, such as v1',
    );
  });
});

describe('the icon', () => {
  const withIcon = (icon: string) => () => apiWith({}, { icon });
  it.each(['A', 'Ab', 'é', '7', '東京', '🚲', '❤️', '👩🏽‍🚀', '🇨🇦'])('can be %s', (icon) => {
    expect(withIcon(icon)).not.toThrow();
  });

  it.each(['', 'ABC', '<', '🚲🚲', 'a.png'])('can’t be "%s"', (icon) => {
    expect(withIcon(icon)).toThrow('icon: must be an emoji, or one or two letters');
  });
});

/** Rows of an error and the JSON of what causes it. */
const jsonRows = (table: string) =>
  rowsOf(table).map(([json = '', ...message]): [string, object] => [
    message.join(' -> '),
    JSON.parse(json),
  ]);

describe('defineApi refuses', () => {
  it.each(
    jsonRows(`
      {"pagnation":{}} -> The collection things: there is no property "pagnation". Did you mean pagination?
      {"qx":1} -> The collection things: there is no property "qx". The properties are name, title
      {"name":7} -> The definition is invalid: collections.0.name: must be text, but this is the number 7.
      {"schema":{"id":1}} -> The collection things: schema: must be a z.object of zod 4, and so must its fields, such as z.object({ id: z.int(), name: z.string() }). Import z from 'staticrest'.
      {"key":null} -> key: must be one field, or a list of two or more different fields.
      {"orderings":["label"]} -> orderings: must be an object, but this is ["label"].
      {"orderings":{"label":"text"}} -> orderings.label: must be an object, but this is "text".
      {"filters":{"a":{"feild":"label"}}} -> filters.a: there is no property "feild". Did you mean field?
      {"filters":{"a":{"match":"equal"}}} -> filters.a.match: must be "equals" or "in" or "contains" or "min" or "max" or "above" or "below" or "isnull".
      {"search":"label"} -> search: must be a list, but this is "label".
      {"search":[]} -> search: must not be empty.
      {"pagination":{"limits":[0],"default":5}} -> pagination.limits.0: must be at least 1.
      {"pagination":{"limits":[5,5],"default":5}} -> pagination.limits: must not contain one twice
      {"pagination":{"limits":[7],"default":5}} -> The collection things: pagination: default is not among its limits. Add it to the limits, or choose one of them.
      {"pagination":{"style":"cursor"}} -> pagination.style: must be "offset" or "page".
      {"map":{}} -> its map needs features, or map.features with the name
      {"keyPattern":"(a"} -> keyPattern: Invalid regular expression: /(a/
      {"order":{"field":"label","kind":"numeric"}} -> order.kind: must be "code" or "caseless" or "text" or "number" or "time".
      {"orderings":{"a":{"field":"zz","kind":"code"}}} -> its ordering a sorts by the field zz (kind code), but its records have no such field
      {"order":{"field":"zz","kind":"text"}} -> its ordering by default sorts by the field zz (kind text), but
      {"label":"zz"} -> its label is the field zz, but its records have no such field
      {"key":"idd"} -> its key is the field idd, but its records have no such field. Did you mean id?
      {"key":"uuid"} -> its key is the field uuid, but its records have no such field. Possible: id, label, size.
      {"key":"size"} -> its key, size, must not be optional
      {"key":["id"]} -> The collection things: key: must be one field, or a list of two or more different fields.
      {"key":["id","id"]} -> key: must be one field, or a list of two or more different fields.
      {"key":["id","lable"]} -> its key is the field lable, but its records have no such field. Did you mean label?
      {"key":["id","size"]} -> its key, size, must not be optional
      {"single":true} -> it can’t have both single and key.
      {"listed":["id","lable"]} -> one of its listed is "lable", which does not exist. Did you mean label?
      {"listed":["size"],"label":"label"} -> its listed lacks id. Listings need the key, the label and the columns.
      {"listed":["id"],"columns":["size"]} -> its listed lacks size. Listings need
      {"listed":["id"],"items":false} -> it can’t have both listed and items: false.
      {"content":{"body":"text"}} -> its content.body is "text"
      {"content":{"fileName":"slug"}} -> its content.fileName is "slug"
      {"filters":{"Limit":{"field":"label"}}} -> its filter Limit has the name of another one, limit; case makes no difference. Choose another name.
      {"filters":{"name":{"field":"label"},"Name":{"field":"label"}}} -> its filter Name has the name of another one, name; case makes no difference. Choose another name.
      {"orderings":{"name":{"field":"label","kind":"code"},"Name":{"field":"id","kind":"number"}}} -> its ordering Name has the name of another one, name; case makes no difference. Choose another name.
      {"filters":{"label__startswith":{}}} -> its filter label__startswith (match equals) looks in the field label__startswith, but its records have no such field
      {"filters":{"label__gte":{"field":"label__gte"}}} -> looks in the field label__gte, but its records have no such field
      {"filters":{"search":{"field":"label"}},"search":["label"]} -> its filter search has the name of another
      {"filters":{"size__gte":{}},"prerender":{"filters":["size__gte"]}} -> its prerender.filters contain size__gte (match min). Only
      {"updated":"id"} -> its updated is the field id, whose type can be number. It must be string
      {"columns":["size","lable"]} -> one of its columns is lable, but its records have no such field. Did you mean label?
      {"prerender":{"formats":["json","xml"]}} -> one of its prerender.formats is "xml"
      {"filters":{"a":{"field":"label"}},"prerender":{"filters":["b"]}} -> one of its prerender.filters is "b", which does not exist. Possible: a.
      {"orderings":{"a":{"field":"label","kind":"code"}},"prerender":{"orderings":["-size"]}} -> one of its prerender.orderings is "-size", which does not exist. Possible: a, -a.
      {"orderings":{"a":{"field":"label","kind":"code","printed":false}},"prerender":{"orderings":["-a"]}} -> one of its prerender.orderings is "-a", which does not exist. Possible: none.
      {"fieldsFrom":{"collection":"others","label":"label"}} -> its fieldsFrom.collection is "others", which does not exist
      {"fieldsFrom":{"collection":"things","label":"label","group":"kind"}} -> its fieldsFrom.group is "kind", which does not exist
      {"references":{"size":"thing"}} -> one of its references is "thing", which does not exist. Did you mean things?
      {"references":{"siez":"things"}} -> its reference to things is the field siez, but its records have no such field. Did you mean size?
      {"map":{"features":"thing"}} -> its map.features is "thing", which does not exist. Did you mean things?`),
  )('a collection: %s', (message, changes) => {
    expect(() => apiWith(changes)).toThrow(UsageError);
    expect(() => apiWith(changes)).toThrow(message);
  });

  const { collections: _, ...others } = apiWith({});
  it.each(
    jsonRows(`
      {"sources":[{"name":"x","data":"y","licence":{"name":"MIT","url":"mit"}}]} -> sources.0.licence.url: must be an absolute URL
      {"sources":[{"name":"x","data":"y","licence":1}]} -> sources.0.licence: must be a name, or { name, url }.
      {"collections":{"things":7}} -> The definition is invalid: collections: must be a list, but this is {"things"
      {"collections":[7]} -> collections.0: must be an object, but this is the number 7.
      {"collections":[]} -> collections: must not be empty.
      {"sorces":[]} -> there is no property "sorces". Did you mean sources?
      {"unknownParameters":"error"} -> unknownParameters: must be "ignore" or "refuse".
      {"formats":["json","json"]} -> formats: must not contain one twice
      {"main":"thigns"} -> The main is "thigns", which does not exist. Did you mean things?`),
  )('an API: %s', (message, changes) => {
    const api = { ...others, collections: [thing], ...changes };
    expect(() => defineApi(api as never)).toThrow(message);
  });

  const open = { published: z.looseObject({}), publish: () => ({}) };
  const features = { properties: thing.schema, feature: () => null };
  const typed = (a: z.ZodType) => ({ schema: thing.schema.extend({ a }) });
  const dated = z.object({ at: z.date() });
  const keyed = (list: z.ZodType) => ({ schema: thing.schema.extend({ list }), key: 'list' });
  it.each<[string, object, object?]>([
    ['schema: must be a z.object', { schema: z.array(thing.schema) }],
    ['schema: must be a z.object of zod 4', { schema: z3.object({ id: z3.number() }) }],
    ['schema: must be a z.object of zod 4', typed(z3.string() as never)],
    ['key: is missing or undefined. It must be text', { key: undefined }],
    ['keyPattern: must be text, but this is /a/.', { keyPattern: /a/ }],
    ['The collection things: publish: must be a function', { ...open, publish: 'id' }],
    ['it must have both published and publish, or neither', { publish: () => ({}) }],
    ['it must have both published and publish, or neither', { published: thing.schema }],
    ['key is the field list, whose type can be array. It must be', keyed(z.array(z.string()))],
    ['key is the field list, whose type', { ...keyed(z.array(z.string())), key: ['id', 'list'] }],
    ['its key, list, must not be optional or null.', keyed(z.string().nullable())],
    ['the field a of its schema: Date cannot be represented in JSON Schema. Use', typed(z.date())],
    ['the field at of its published: Date cannot', { ...open, published: dated }],
    ['its features.properties: Date', { features: { ...features, properties: dated } }],
    ['schema: Transforms cannot be represented', typed(z.string().transform(Number))],
    ['it can’t have both records and create', { records: () => [], create }],
    ['it can’t have both records and content', { records: () => [], content: {} }],
    ['it can’t have both aliases and items: false', { aliases: () => [], items: false }],
    ['it can’t have both single and filters', { single: true, key: undefined, filters: {} }],
    [
      'its filter size__isnull can be by the field size__isnull, or by size (match isnull). Set',
      {
        schema: thing.schema.extend({ size__isnull: z.boolean() }),
        filters: { size__isnull: {} },
      },
    ],
    [
      'search looks in the field a, whose type can be number',
      { ...typed(z.array(z.int())), search: ['a'] },
    ],
    ['it can’t have both content.fileName and create', { content: { fileName: 'id' }, create }],
    ['it can’t have both create and items: false.', { items: false, create }],
    ['create.record: must be a function', { create: { ...create, record: undefined } }],
    ['create: there is no property "namedBy".', { create: { ...create, namedBy: 'label' } }],
    ['property siz, but its records have no such field', { features, map: { value: 'siz' } }],
    ['property label, whose type can be string. It must be', { features, map: { value: 'label' } }],
    ['the property label, whose', { map: { features: 'others', value: 'label' } }, { features }],
    ['Two collections or features have the name others.', { name: 'others' }, {}],
    ['have the name a_b. Choose names', { name: 'a-b' }, { name: 'a_b' }],
    ['have the name things_geojson', { features }, { name: 'things_geojson' }],
    ['its map needs features, or map.features with', { map: { features: 'others' } }, {}],
    [
      'its reference to things is the field a, whose type can be boolean. It must be',
      { ...typed(z.array(z.boolean())), references: { a: 'things' } },
    ],
    [
      'is the field size, but the records of others have no addresses. Remove items: false',
      { references: { size: 'others' } },
      { items: false },
    ],
    ['it can’t have both features and map.', { features, map: { features: 'others' } }, {}],
  ])('%s', (message, changes, another) => {
    const other = { ...thing, name: 'others', ...another };
    const collections = [{ ...thing, ...changes }, ...(another ? [other] : [])];
    expect(() => apiWith({}, { collections })).toThrow(message);
  });
});

it('several mistakes -> a line for each', () => {
  const order = { field: 'zz', kind: 'code' };
  const check = (one: object, other: object) => () => {
    const second = { ...thing, name: 'b', ...other };
    apiWith({}, { main: 'no', collections: [{ ...thing, ...one }, second] });
  };
  expect(check({ key: 1 }, { tilte: 1, lable: 1 })).toThrow(
    /^The collection things: key: .*\nThe collection b: .*"tilte". Did you mean title\? .*"lable"\. Did you mean label\?$/,
  );
  expect(check({ order, keyPattern: '(' }, { key: 'idd', label: 'zz' })).toThrow(
    /^The main is "no".*\n.*things: keyPattern: .*\n.*things: its ordering .*\n.*b: its key is the field idd.*\n.*b: its label .*$/,
  );
});

it.each<[string, z.ZodType, boolean?]>([
  ['text that is converted to a declared type', z.string().transform(Number).pipe(z.number())],
  ['text that zod converts to a date, which `publish` writes', z.coerce.date(), true],
  ['a text or none', z.string().optional()],
  ['a value of any type', z.any()],
])('defineApi accepts a field of %s', (_, a, isPublished = false) => {
  const published = isPublished && { published: thing.schema, publish: () => ({}) };
  expect(() => apiWith({ schema: thing.schema.extend({ a }), ...published })).not.toThrow();
});

it('defineApi of an API -> the same', () => {
  const api = apiWith({});
  expect(defineApi(api)).toEqual(api);
  expect(() => defineApi(undefined as never)).toThrow(
    'The definition is missing or undefined. It must be an object.',
  );
});

describe('the types of the fields that a definition orders and filters by', () => {
  const text = z.string();
  const inner = z.object({ code: text, size: z.number(), deep: z.object({ x: text }) });
  const branch = z.object({
    text,
    get twig() {
      return branch.optional();
    },
  });
  const fields = {
    text,
    size: z.number(),
    list: z.array(text),
    country: inner,
    nullable: text.nullable(),
    none: inner.nullable(),
    enumerated: z.enum(['a', 'b']),
    mixed: z.union([text, z.number()]),
    either: z.union([inner, z.object({ other: text })]),
    any: z.any(),
    bag: z.looseObject({}),
    map: z.record(text, text),
    matrix: z.array(z.array(text)),
    day: z.iso.date().nullable(),
    moment: z.iso.datetime({ offset: true }).optional(),
    days: z.array(z.iso.date()),
    branch,
    price: decimal().nullable(),
    prices: z.array(decimal()),
    priced: z.union([decimal(), text]),
  };
  const published = z.object({ id: z.int(), ...fields });
  const check = (changes: object) => () => apiWith({ published, publish: () => ({}), ...changes });

  /** Expects that a definition accepts some ways to use a field, and refuses the others. */
  function expectAccepted(
    ways: readonly string[],
    expected: string,
    defining: (way: string) => [define: () => unknown, message: string],
  ) {
    for (const way of ways) {
      const [define, message] = defining(way);
      if (expected.split(', ').includes(way)) expect(define).not.toThrow();
      else {
        expect(define).toThrow(message);
        expect(define).toThrow(/^(?:whose|but) /.test(expected) ? expected : 'It must be ');
      }
    }
  }

  it.each(
    rowsOf(`
      text           -> equals, in, contains
      size           -> equals, in, min, max, above, below
      list           -> equals, in
      matrix         -> whose type can be array.
      day            -> equals, in, contains, min, max, above, below
      moment         -> equals, in, contains, min, max, above, below
      days           -> equals, in
      country        -> whose type can be object.
      country.code   -> equals, in, contains
      country.deep.x -> equals, in, contains
      country.zz     -> but its records have no such field.
      constructor    -> but its records have no such field.
      nullable       -> equals, in, contains
      none.code      -> equals, in, contains
      enumerated     -> equals, in, contains
      mixed          -> equals, in
      either.other   -> equals, in, contains
      any            -> equals, in, contains
      bag.zz         -> equals, in, contains
      map.zz         -> equals, in, contains
      price          -> equals, in, contains, min, max, above, below
      prices         -> equals, in
      priced         -> equals, in, contains
      branch.twig.text -> equals, in, contains
      branch.twig    -> whose type can be object.`),
  )('a filter by %s: %s', (field = '', expected = '') => {
    const matches = ['equals', 'in', 'contains', 'min', 'max', 'above', 'below'];
    expectAccepted(matches, expected, (match) => [
      check({ filters: { wanted: { field, match } } }),
      `things: its filter wanted (match ${match}) looks in the field ${field}, `,
    ]);
  });

  it.each(
    rowsOf(`
      text         -> code, caseless, text
      size         -> number
      list         -> whose type can be array. It must be
      country      -> whose type can be object. It must be
      country.code -> code, caseless, text
      list.zz      -> but its records have no such field.
      mixed        -> whose type can be
      price        -> number
      priced       -> whose type can be decimal or string. It must be
      any          -> code, caseless, text, number`),
  )('an ordering by %s: %s', (field = '', expected = '') => {
    expectAccepted(['code', 'caseless', 'text', 'number'], expected, (kind) => [
      check({ order: { field, kind } }),
      `things: its ordering by default sorts by the field ${field} (kind ${kind}), `,
    ]);
  });

  it('search looks in texts', () => {
    expect(check({ search: ['text', 'country.code'] })).not.toThrow();
    const message = 'its search looks in the field size, whose type can be number.';
    expect(check({ search: ['text', 'size'] })).toThrow(`${message} It must be string or uuid`);
  });
});

/** The records of things by a definition with these changes, and their problems. */
const recordsWith = (changes: object, things: object[]) =>
  runAtOnce(recordsOf({ api: apiWith(changes) }, entriesOf({ things })));

describe('an error that names the callback that fails, and the record', () => {
  type Thing = z.output<typeof thing.schema>;
  const idOnly = thing.schema.pick({ id: true });
  const nested = idOnly.extend({ deep: z.object({ a: z.int() }) });
  const withDefault = idOnly.extend({ note: z.string().default('') });
  /** Returns a value as the published record. */
  const publishing = (value: unknown, published: z.ZodObject = z.looseObject({})) => ({
    published,
    publish: () => value,
  });
  const publishLabel = ({ id, label }: Thing) => ({ id, label });
  const withFeature = (feature: unknown, more = {}) => ({
    features: { properties: idOnly, feature: () => feature, ...more },
  });
  const featureAt = (latitude: number, properties: object, more = {}) =>
    withFeature({ longitude: 0, latitude, properties }, more);
  const finding = (collection: unknown) => ({
    check: (_: unknown, { find }: Context) => [find(collection as never, 1)],
  });
  const changed = /publish does not match its schema: .* a default, a coercion or a transformation/;

  it.each<[string | RegExp, object]>([
    ['publish returned a promise', publishing(Promise.resolve({}))],
    ['publish does not match its schema: label: ', publishing({ id: 1 }, thing.schema)],
    ['Unrecognized key: "label"', { published: idOnly, publish: publishLabel }],
    ['a field that the schema does not have', publishing({ id: 1, deep: { a: 1, b: 2 } }, nested)],
    [changed, publishing({ id: 1 }, withDefault)],
    [changed, publishing(Object.assign(new Date(0), { id: 1 }), idOnly)],
    ['isPublic must return true or false', { isPublic: () => undefined }],
    ['unique must return an object with a name for each value', { unique: () => 'a' }],
    [
      'check: find needs a result of defineCollection that is in `collections` of defineApi, but this is undefined. The API has things.',
      finding(undefined),
    ],
    ['this is the collection thigns. Did you mean things?', finding({ ...thing, name: 'thigns' })],
    ['check returned a promise', { check: async () => [] }],
    ['check must return a list of problems', { check: () => true }],
    ['Is a `return` missing?', { check: () => undefined }],
    ['check must return a list of problems', { check: () => [{ message: 'x' }] }],
    ['returned a promise; it must not be async', { schema: thing.schema.refine(async () => true) }],
    [
      'it orders by label.a as a number',
      { ...publishing({ label: { a: '1,5' } }), order: { field: 'label.a', kind: 'number' } },
    ],
    ['features.feature returned a promise', withFeature(Promise.resolve(null))],
    ['features.rank must return a finite number', featureAt(0, { id: 1 }, { rank: () => NaN })],
    ['features.feature does not match its schema: latitude: ', featureAt(91, { id: 1 })],
    ['properties: Unrecognized key: "label"', featureAt(0, { id: 1, label: 'a' })],
  ])('%s', (message, changes) => {
    const check = () => recordsWith(changes, [{ id: 1, label: 'a' }]);
    expect(check).toThrow(UsageError);
    expect(check).toThrow(message);
    expect(check).toThrow(/^The definition of things fails for record 1 in things\/all\.json: /);
  });
});

/** Times that are ordered by their characters, and whether they have one form. */
it.each([
  ['2024-01-05T10:00:00Z', '2024-01-04T09:00:00Z', true],
  ['2024-01-05T10:00:00+02:00', '2024-01-04T09:00:00+02:00', true],
  ['2024-01-05T10:00:00Z', '2024-01-04T09:00:00.5Z', false],
  ['2024-01-05T10:00:00+02:00', '2024-01-05T09:30:00+01:00', false],
])('%s and %s, by character code -> %s', (first, second, isRight) => {
  const schema = z.object({
    id: z.int(),
    label: z.string(),
    at: z.iso.datetime({ offset: true }).nullable(),
  });
  const records = [first, null, second].map((at, id) => ({ id, at, label: 'a' }));
  const check = (kind: OrderingKind) => () =>
    recordsWith({ schema, order: { field: 'at', kind } }, records);
  expect(check('time')).not.toThrow();
  if (isRight) expect(check('code')).not.toThrow();
  else expect(check('code')).toThrow('differ in form or zone. Use the kind time.');
});

it.each<[string, number, unknown, unknown]>([
  ['texts', 1, 'a', 'a'],
  ['a number and its text', 0, 1, '1'],
  ['lists', 1, [1, { a: 2 }], [1, { a: 2 }]],
  ['a list and its JSON', 0, [1], '[1]'],
  ['null and a missing value', 0, null, undefined],
  ['missing values', 1, undefined, undefined],
])('unique: %s -> %i problems', (_, count, first, second) => {
  const unique = ({ id }: { id: number }) => ({ one: id === 1 ? first : second, other: id });
  const values = [1, 2].map((id) => ({ id, label: 'a' }));
  expect(recordsWith({ unique }, values).problems).toHaveLength(count);
});

describe('a callback that throws an error for some records', () => {
  const fail = () => {
    throw new TypeError('No label.');
  };
  const feature = { properties: z.object({}), feature: fail };
  it.each<[string, object]>([
    ['publish', { published: thing.schema, publish: fail }],
    ['check', { check: fail }],
    ['isPublic', { isPublic: fail }],
    ['unique', { unique: fail }],
    ['features.feature', { features: feature }],
    ['filters.label.label', { filters: { label: { label: fail } } }],
  ])('%s -> a problem of each', (callback, changes) => {
    const values = Array.from({ length: 25 }, (_, id) => ({ id, label: 'a' }));
    const { problems } = recordsWith(changes, values);
    expect(problems).toHaveLength(25);
    const { code, message, location } = problems[3] as Problem;
    expect(code + message).toContain(
      `callbackThe definition of things fails for record 3 in things/all.json: ${callback} threw an error. No label. (`,
    );
    expect(location.file).toBe('things/all.json');
  });

  it('isPublic -> a problem of each record that needs it', () => {
    const isPublic = ({ id }: { id: number }, { find, self }: Context) =>
      id === 1 ? fail() : find(self, '1') !== undefined;
    const values = [0, 1].map((id) => ({ id, label: 'a' }));
    const { problems } = recordsWith({ isPublic }, values);
    expect(problems.map(({ message }) => message)).toEqual(
      Array(2).fill(expect.stringContaining('fails for record 1 in')),
    );
  });
});
