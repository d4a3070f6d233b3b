import { expect, it } from 'vitest';
import type { Collection } from '../../../src/api/definition.ts';
import { recordsOf } from '../../../src/publish/build.ts';
import { serialize } from '../../../src/site/serialize.ts';
import { thingsApi } from '../../support/things-api.ts';

it('a value that JSON does not have -> an error that names the record', () => {
  const { collections } = recordsOf({ api: thingsApi }, []);
  const definition = collections[0]?.definition as Collection;
  const records = [{ key: 'a', value: { id: 1n } }];
  expect(() => serialize({ definition, records, labels: new Map() })).toThrow(
    `The record a of ${definition.name} can’t be written as JSON: `,
  );
});
