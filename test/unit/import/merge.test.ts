import { expect, it } from 'vitest';
import { mergeRecords } from '../../../src/import/merge.ts';

/** Records of one field by their keys, such as `a=1 b=2`. */
const parse = (text: string) =>
  new Map(
    text.split(' ').flatMap((pair) => {
      const [key = '', value] = pair.split('=');
      return value === undefined ? [] : [[key, { key, value }] as const];
    }),
  );

/** In `kept`, `a` is the record and `a.` is its field. */
it.each<
  [name: string, before: string, own: string, next: string, result: string, changes?: object]
>([
  ['nothing', 'a=1 b=2', 'a=1 b=2', 'a=1 b=2', 'a=1 b=2'],
  ['the source in reverse', 'a=1 b=2', 'a=1 b=2', 'b=2 a=1', 'a=1 b=2'],
  ['a value of the source', 'a=1', 'a=1', 'a=2', 'a=2', { changed: ['a'] }],
  ['a value of the person', 'a=1', 'a=9', 'a=1', 'a=9'],
  ['a value of both', 'a=1', 'a=9', 'a=2', 'a=9', { kept: ['a.'] }],
  ['the same value of both', 'a=1', 'a=2', 'a=2', 'a=2'],
  ['a record of the source', 'a=1', 'a=1', 'b=2 a=1', 'a=1 b=2', { added: ['b'] }],
  ['a record of the person', 'a=1', 'x=9 a=1', 'a=1', 'x=9 a=1'],
  ['a record of both', 'a=1', 'a=1 b=9', 'a=1 b=2', 'a=1 b=9', { kept: ['b.'] }],
  ['a record of both, with an empty cell', 'a=1', 'a=1 b=', 'a=1 b=2', 'a=1 b=', { kept: ['b.'] }],
  ['the source removes', 'a=1 b=2', 'a=1 b=2', 'b=2', 'b=2', { removed: ['a'] }],
  ['the person removes', 'a=1 b=2', 'b=2', 'a=1 b=2', 'b=2'],
  ['both remove', 'a=1 b=2', 'b=2', 'b=2', 'b=2'],
  ['the source removes, the person changes', 'a=1', 'a=9', '', 'a=9', { kept: ['a'] }],
  ['the person removes, the source changes', 'a=1', '', 'a=2', '', { kept: ['a'] }],
  ['another key of the person', 'a=1', 'b=1', 'a=1', 'b=1'],
])('%s', (_, before, own, next, result, changes = {}) => {
  const textOf = (_field: string, value: unknown) => String(value ?? '');
  const { records, ...merged } = mergeRecords(parse(before), parse(own), parse(next), textOf);
  expect(records).toEqual([...parse(result).values()]);
  const kept = merged.kept.map((one) => one.replace('.value', '.'));
  expect({ ...merged, kept }).toEqual({
    added: [],
    changed: [],
    removed: [],
    kept: [],
    ...changes,
  });
});

it('each field by itself, also lists and fields that one of them adds or removes', () => {
  const mapOf = (record: object) => new Map([['a', record as Record<string, unknown>]]);
  const { records, changed, kept } = mergeRecords(
    mapOf({ id: 'a', list: [1], old: 1, both: 1, gone: 1 }),
    mapOf({ id: 'a', list: [1], both: 2, own: 3, gone: 1 }),
    mapOf({ id: 'a', list: [1], old: 1, both: 3, new: [4] }),
  );
  expect(records).toEqual([{ id: 'a', list: [1], both: 2, own: 3, new: [4] }]);
  expect({ changed, kept }).toEqual({ changed: ['a'], kept: ['a.both'] });
});
