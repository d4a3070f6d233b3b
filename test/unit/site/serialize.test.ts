import { expect, it } from 'vitest';
import { type Collection, defineApi, defineCollection } from '../../../src/api/definition.ts';
import { renderCsv } from '../../../src/describe/downloads/csv.ts';
import { describeFields } from '../../../src/describe/field.ts';
import { z } from '../../../src/index.ts';
import { recordsOf } from '../../../src/publish/build.ts';
import { serialize } from '../../../src/site/serialize.ts';
import { sortsIn } from '../../../src/site/sorts.ts';
import { fileLocation } from '../../../src/util/problem.ts';
import { thingsApi } from '../../support/things-api.ts';

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `field${index}`);
const objectOf = (count: number, value: unknown) =>
  Object.fromEntries(namesOf(count).map((name) => [name, value]));

// So many that to compare each field with each other would take longer than a test may take.
it.each<[string, count: number, (count: number) => number]>([
  ['what orders it', 60_000, (count) => sortCount(objectOf(count, 'a')) - 1],
  ['a table of values', 60_000, (count) => renderCsv([objectOf(count, 1)]).columns.length],
  ['a table of nulls', 60_000, (count) => renderCsv([objectOf(count, null)]).columns.length],
  ['the fields of its schema', 60_000, (count) => fieldCount({ required: namesOf(count) }, count)],
  [
    'the fields of a schema with definitions',
    60_000,
    (count) => fieldCount({ $defs: objectOf(count, {}) }, count, { $ref: '#/$defs/field0' }),
  ],
  ['a check by its schema', 60_000, checkedCount],
])('a record of very many fields: %s', (_, count, countIn) => {
  expect(countIn(count)).toBe(count);
});

/** How many fields records have that are checked by a schema of as many fields. */
function checkedCount(count: number): number {
  const schema = z.object(objectOf(count, z.string()));
  const collection = defineCollection({ ...TEXTS, schema: schema.extend({ id: z.int() }) });
  const api = defineApi({ name: 'N', description: 'D', collections: [collection as Collection] });
  const texts = objectOf(count, 'a');
  const locate = () => fileLocation('texts/all.json');
  const entries = Array.from({ length: 3 }, (_, id) => {
    return {
      collection: 'texts',
      file: 'texts/all.json',
      isSingleRecord: false,
      value: { id, ...texts },
      locate,
    };
  });
  const { records } = recordsOf({ api }, entries).collections[0] ?? { records: [] };
  return Object.keys(records.at(-1)?.value ?? {}).length - 1;
}

const TEXTS = { name: 'texts', title: 'T', description: 'D', key: 'id' } as const;

/** How many orderings one record has, with that of the definition. */
function sortCount(value: Record<string, unknown>): number {
  const [definition] = thingsApi.collections;
  if (!definition) throw new Error('The API has a collection.');
  const orderings = { label: { field: 'label', kind: 'text' } } as const;
  const changed = { ...definition, orderings };
  const records = [{ key: 1, value }];
  return Object.keys(sortsIn({ definition: changed, records, labels: new Map() }) ?? {}).length;
}

const fieldCount = (schema: object, count: number, field: object = {}): number =>
  describeFields({ ...schema, properties: objectOf(count, field) }).length;

it('a value that JSON does not have -> an error that names the record', () => {
  const { collections } = recordsOf({ api: thingsApi }, []);
  const definition = collections[0]?.definition as Collection;
  const records = [{ key: 'a', value: { id: 1n } }];
  expect(() => serialize({ definition, records, labels: new Map() })).toThrow(
    `The record a of ${definition.name} can’t be written as JSON: `,
  );
});
