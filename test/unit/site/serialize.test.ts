import { expect, it } from 'vitest';
import type { Collection } from '../../../src/api/definition.ts';
import { renderCsv } from '../../../src/describe/downloads/csv.ts';
import { describeFields } from '../../../src/describe/field.ts';
import { recordsOf } from '../../../src/publish/build.ts';
import { serialize } from '../../../src/site/serialize.ts';
import { thingsApi } from '../../support/things-api.ts';

// So many that to compare each field with each other would take longer than a test may take.
const NAMES = Array.from({ length: 60_000 }, (_, index) => `field${index}`);
const objectOf = (value: unknown) => Object.fromEntries(NAMES.map((name) => [name, value]));
const fieldsOf = (schema: object, field: object = {}) =>
  describeFields({ ...schema, properties: objectOf(field) });

it.each<[string, () => readonly unknown[]]>([
  ['a table of values', () => renderCsv([objectOf(1)]).columns],
  ['a table of nulls', () => renderCsv([objectOf(null)]).columns],
  ['the fields of its schema', () => fieldsOf({ required: NAMES })],
  [
    'the fields of a schema with definitions',
    () => fieldsOf({ $defs: objectOf({}) }, { $ref: '#/$defs/field0' }),
  ],
])('a record of very many fields: %s', (_, found) => {
  expect(found()).toHaveLength(NAMES.length);
});

it('a value that JSON does not have -> an error that names the record', () => {
  const { collections } = recordsOf({ api: thingsApi }, []);
  const definition = collections[0]?.definition as Collection;
  const records = [{ key: 'a', value: { id: 1n } }];
  expect(() => serialize({ definition, records, labels: new Map() })).toThrow(
    `The record a of ${definition.name} can’t be written as JSON: `,
  );
});
