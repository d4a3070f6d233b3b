import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { sortsIn } from '../../../src/site/sorts.ts';
import { rowsOf } from '../../support/table.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

/** What records of these values can be ordered by; `label` has an ordering. */
function sortsBy(values: readonly object[], changes: Partial<Collection> = {}) {
  const definition: Collection = {
    name: 'things',
    title: '',
    description: '',
    schema: z.object({ id: z.int() }),
    key: 'id',
    orderings: { label: { field: 'label', kind: 'text' } },
    ...changes,
  };
  const records = values.map((value, key) => ({ key, value: { id: key, ...value } }));
  return sortsIn({ definition, records, labels: new Map() });
}

describe('the error for an ordering, where no page has one', () => {
  const OTHERS = 'id, -id, name, -name, and several values separated by commas.';
  it.each([
    ['a map', 'places', `Only some hosts accept a value: ${OTHERS}`],
    ['a map without records', 'places', 'Leave the parameter out.'],
  ] as const)('%s -> %3$s', (site, collection, rest) => {
    const body = JSON.parse(UNUSUAL_SITES[site].text(`data/errors/${collection}/ordering.json`));
    const detail = `This value of ordering is not supported. ${rest}`;
    expect(body).toEqual({ detail, parameter: 'ordering', supported: [] });
  });
});

describe('sortsIn', () => {
  it.each(
    rowsOf(`
      no records                      -> []                               -> none
      the key alone                   -> [{}]                             -> id:id:number
      texts                           -> [{"note":"b"},{"note":"a"}]      -> id:id:number note:note:code
      numbers                         -> [{"size":2},{"size":1.5}]        -> id:id:number size:size:number
      true and false                  -> [{"on":true},{"on":false}]       -> id:id:number on:on:number
      texts and numbers               -> [{"size":2},{"size":"x"}]        -> id:id:number size:size:code
      null or absent in some          -> [{"size":2},{"size":null},{}]    -> id:id:number size:size:number
      null in all                     -> [{"size":null}]                  -> id:id:number size:size:code
      a list in one                   -> [{"tags":"a"},{"tags":["a"]}]    -> id:id:number
      an object in one                -> [{"at":null},{"at":{}}]          -> id:id:number
      a field with an ordering        -> [{"label":"a"}]                  -> id:id:number
      camelCase                       -> [{"madeAt":"a"}]                 -> id:id:number made_at:madeAt:code
      camelCase beside snake_case     -> [{"made_at":1,"madeAt":"a"}]     -> id:id:number made_at:made_at:number
      two fields, one parameter       -> [{"aBC":1,"a_bC":1}]            -> id:id:number
      names that no query can contain -> [{"a b":1,"Ä":1,"-x":1,"":1}]    -> id:id:number`),
  )('%s: %s -> %s', (_, values = '', expected) => {
    const sorts = Object.entries(sortsBy(JSON.parse(values)) ?? {});
    const texts = sorts.map(([name, { field, kind }]) => `${name}:${field}:${kind}`);
    const others = texts.filter((text) => text !== 'label:label:text');
    expect(others.join(' ') || 'none').toBe(expected);
  });

  it('one list without orderings -> undefined', () =>
    expect(sortsBy([{ size: 1 }], { orderings: {} })).toBeUndefined());

  it('pages without orderings -> their fields', () => {
    const pagination = { limits: [2], default: 2 };
    const { id, size, ...others } =
      sortsBy([{ size: 1, at: {} }], { orderings: {}, pagination }) ?? {};
    expect([id?.field, size?.field, others]).toEqual(['id', 'size', {}]);
  });
});
