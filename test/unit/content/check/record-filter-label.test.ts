import { expect, it } from 'vitest';
import { type Context, defineCollection } from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { renderedSite } from '../../../support/rendered-site.ts';

const thing = {
  ...titled('things'),
  schema: z.object({ id: z.int(), kind: z.string(), isPrivate: z.boolean().optional() }),
  key: 'id',
  isPublic: ({ isPrivate }: { isPrivate?: boolean | undefined }) => !isPrivate,
  prerender: { filters: ['constructor'] },
};

/** The labels in the metadata of an API with these records. */
function labelsOf(label: unknown, ...things: object[]) {
  const filters = { constructor: { field: 'kind', match: 'equals', label } };
  const collection = defineCollection({ ...thing, filters } as never);
  return renderedSite(apiOf(collection), { things }).described.about.collections[0]?.labels;
}

const a = { id: 1, kind: 'a' };

it('the labels of values are those that the definition returns for public records, by public records', () => {
  const labels = labelsOf(
    ({ id, kind }: typeof a, { find, self }: Context) =>
      kind === 'b' ? undefined : `${kind} ${find(self, 6)?.kind ?? id % 2}`,
    a,
    { id: 2, kind: 'a' },
    { id: 3, kind: 'a' },
    { id: 4, kind: 'b' },
    { id: 5, kind: 'constructor' },
    { id: 6, kind: 'secret', isPrivate: true },
  );
  expect(labels).toEqual({ constructor: { a: ['a 0', 'a 1'], constructor: ['constructor 1'] } });
});

it('a definition without labels has none', () => {
  expect(labelsOf(undefined, a)).toBe(undefined);
});

it.each([
  ['a number', () => 1, 'filters.constructor.label must return a string or undefined.'],
  ['null', () => null, 'filters.constructor.label must return a string or undefined.'],
  ['a promise', async () => 'x', 'filters.constructor.label returned a promise'],
  ['nothing, because it is no function', 'x', 'filters.constructor.label: must be a function'],
  ['an error, as a problem of the record', () => JSON.parse('{'), 'label threw an error.'],
])('a label that returns %s is a mistake of the definition', (_, label, message) => {
  expect(() => labelsOf(label, a)).toThrow(message);
});
