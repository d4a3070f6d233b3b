import { describe, expect, it } from 'vitest';
import { z } from '../../../src/index.ts';
import { itReports, thingProblems, thingsIn } from './valid-content.ts';

const schema = z.object({ id: z.int(), parts: z.array(z.object({ id: z.int() })).optional() });
const ONE = [{ id: 1 }];
const TWO = [{ id: 1 }, { id: 2 }];

describe('the records of a file with an object', () => {
  it.each<[string, unknown, unknown[], from?: string]>([
    ['its only list of objects', { '3166-1': TWO }, TWO],
    ['its only list, among other values', { count: 2, next: null, name: 'a', all: TWO }, TWO],
    ['the key: one record, with a list', { id: 1, parts: TWO }, [{ id: 1, parts: TWO }]],
    ['the list that the definition names', { a: TWO, b: ONE }, ONE, 'b'],
    ['that list is empty', { a: TWO, b: [] }, [], 'b'],
    ['that list, though the object has a key', { id: 5, b: ONE }, ONE, 'b'],
    ['one record, where the definition names a list', { id: 5 }, [{ id: 5 }], 'b'],
  ])('%s', async (_, value, expected, from) => {
    const properties = { schema, ...(from && { content: { from } }) };
    const text = JSON.stringify(value);
    expect(await thingsIn({ 'a.json': text }, properties)).toEqual(expected);
    expect(await thingsIn({ 'a.yaml': text }, properties)).toEqual(expected);
  });

  it('all fields of the key, where the definition names a list: one record', async () => {
    const two = { schema: z.object({ id: z.int(), n: z.int() }), key: ['id', 'n'] as const };
    const files = { 'a.json': '{"id": 5, "n": 1}' };
    expect(await thingsIn(files, { ...two, content: { from: 'b' } })).toEqual([{ id: 5, n: 1 }]);
  });

  it('formats that can’t wrap a list, where the definition names one', async () => {
    const files = { 'a.csv': 'id\n1\n', 'b.jsonl': '{"id": 2}' };
    expect(await thingsIn(files, { content: { from: 'b' } })).toEqual(TWO);
  });
});

describe('the problems of a file with an object', () => {
  const unclear = (holds: string) =>
    `1:1 wrong-type [{] A file must contain one record or a list, but this object contains ${holds}. → Name the list of records in the definition, in 'content: { from: … }', or write only this list into the file.`;
  /** The problems of a value, written with a line for each field. */
  const problemsOf = (from?: string) => (value: string) =>
    thingProblems('a.json', JSON.stringify(JSON.parse(value), null, 1), {
      schema,
      ...(from && { content: { from } }),
    });
  const two = JSON.stringify(TWO);

  itReports(
    `
two lists of objects | {"a": ${two}, "b": [{"id": 1}]}
  ${unclear("'a' and 'b'")}
an object and an empty list beside the list | {"meta": {"n": 2}, "none": [], "all": ${two}}
  ${unclear("'meta', 'none' and 'all'")}
a list with another value | {"n": 2, "all": [{"id": 1}, null]}
  ${unclear("'all'")}
a list of other values | {"3166-1": ["AD", "AE"]}
  ${unclear("'3166-1'")}
a list, and a field of a record | {"parts": [], "prices": [{"id": 1}]}
  ${unclear("'prices'")}
a record without its key, and a list of texts | {"parts": [], "names": ["a"]}
  1:1 missing-field [{] 'id' is missing.
  3:2 unknown-field ["names"]
many records by their keys | ${JSON.stringify(Object.fromEntries([...'abcdef'].map((key) => [key, {}])))}
  ${unclear("'a', 'b', 'c', 'd', 'e' and 'f'")}
a list within an object | {"status": 200, "data": {"all": ${two}}}
  ${unclear("'data'")}
an empty list | {"a": [], "b": 1}
  ${unclear("'a'")}
no list but that of a field: a record without its key | {"parts": ${two}}
  1:1 missing-field [{] 'id' is missing.
of the records in its list | {"n": 0, "all": [{"id": 1}, {"id": "x", "nam": 1}]}
  8:10 wrong-type ["x"] 'id' must be a number, but this is "x".
  9:4 unknown-field ["nam"] Unknown field 'nam'.
`,
    problemsOf(),
  );

  const OTHER =
    "The definition expects the list 'b' in an object, but this file does not contain it. → Change 'content.from' in the definition, or change the file.";
  itReports(
    `
not the list that the definition names | {"a": ${two}, "c": {}, "d": 1}
  1:1 wrong-type [{] ${OTHER}
a list, where the definition names one in an object | [{"id": 1}]
  1:1 wrong-type [[] ${OTHER}
`,
    problemsOf('b'),
  );
});
