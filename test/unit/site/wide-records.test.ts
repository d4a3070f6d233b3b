import { expect, it } from 'vitest';
import { tableOf } from '../../../src/describe/downloads/table.ts';
import { fieldsOf } from '../../../src/describe/page/field.ts';
import { sortsIn } from '../../../src/site/sorts.ts';
import { thingsApi } from '../../support/things-api.ts';

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `field${index}`);
const objectOf = (count: number, value: unknown) =>
  Object.fromEntries(namesOf(count).map((name) => [name, value]));

// So many that a comparison of each field with each other would take longer.
it.each<[string, number, (count: number) => number]>([
  ['what orders it', 20_000, (count) => sortCount(objectOf(count, 'a')) - 1],
  ['a table of values', 60_000, (count) => tableOf([objectOf(count, 1)]).columns.length],
  ['a table of nulls', 20_000, (count) => tableOf([objectOf(count, null)]).columns.length],
  ['the fields of its schema', 60_000, (count) => fieldCount({ required: namesOf(count) }, count)],
  [
    'the fields of a schema with definitions',
    20_000,
    (count) => fieldCount({ $defs: objectOf(count, {}) }, count, { $ref: '#/$defs/field0' }),
  ],
])('a record of very many fields: %s in less than 3 s', (_, count, countIn) => {
  const start = performance.now();
  expect(countIn(count)).toBe(count);
  expect(performance.now() - start).toBeLessThan(3000);
});

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
  fieldsOf({ ...schema, properties: objectOf(count, field) }).length;
