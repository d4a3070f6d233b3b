import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { composedSorts } from '../../../src/site/sorts.ts';

/** What records of these values can be ordered by, besides `label`, which has an ordering. */
function sortsBy(values: readonly object[], changed: Partial<Collection> = {}) {
  const definition: Collection = {
    name: 'things',
    title: '',
    description: '',
    schema: z.object({ id: z.int() }),
    key: 'id',
    orderings: { label: { field: 'label', kind: 'text' } },
    ...changed,
  };
  const records = values.map((value, key) => ({ key, value: { id: key, ...value } }));
  return composedSorts({ definition, records }, ['label', '-label'])?.by;
}
const ID = { id: { field: 'id', kind: 'number' } };

describe('freeSorts', () => {
  it.each<[string, object[], object]>([
    ['no record: nothing is known', [], {}],
    ['the key alone', [{}], ID],
    [
      'texts by code',
      [{ note: 'b' }, { note: 'a' }],
      { ...ID, note: { field: 'note', kind: 'code' } },
    ],
    ['numbers', [{ size: 2 }, { size: 1.5 }], { ...ID, size: { field: 'size', kind: 'number' } }],
    ['yes or no', [{ on: true }, { on: false }], { ...ID, on: { field: 'on', kind: 'number' } }],
    [
      'texts and numbers, as texts',
      [{ size: 2 }, { size: 'x' }],
      { ...ID, size: { field: 'size', kind: 'code' } },
    ],
    [
      'null, or absent, in some',
      [{ size: 2 }, { size: null }, {}],
      { ...ID, size: { field: 'size', kind: 'number' } },
    ],
    ['null in all', [{ size: null }], { ...ID, size: { field: 'size', kind: 'code' } }],
    [
      'a list or an object in one',
      [
        { tags: 'a', at: null },
        { tags: ['a'], at: {} },
      ],
      ID,
    ],
    ['one that has an ordering', [{ label: 'a' }], ID],
    [
      'camelCase: by its snake_case name',
      [{ madeAt: 'a' }],
      { ...ID, made_at: { field: 'madeAt', kind: 'code' } },
    ],
    [
      'two of one name: the one that is called so',
      [{ madeAt: 'a', made_at: 1 }],
      { ...ID, made_at: { field: 'made_at', kind: 'number' } },
    ],
    ['two of one name, and neither is called so', [{ aB_c: 'a', a_bC: 'b' }], { ...ID }],
    ['names that no query could hold', [{ 'a b': 1, Ä: 1, '-x': 1, '': 1, __proto__x: 1 }], ID],
  ])('%s', (_, values, expected) => expect(sortsBy(values)).toEqual(expected));

  it('a collection that takes no ordering -> none', () =>
    expect(sortsBy([{ size: 1 }], { orderings: {} })).toBeUndefined());

  it('records that don’t show their keys -> none, since equal ones could not be ordered', () =>
    expect(sortsBy([{ id: 'other', size: 1 }])).toEqual({}));
});
