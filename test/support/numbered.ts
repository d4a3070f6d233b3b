import { defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import { apiOf, titled } from './definition.ts';

const schema = z.object({
  id: z.string(),
  size: z.number(),
  label: z.string(),
  group: z.string(),
  text: z.string(),
});

/** A record of the API below. */
export type Numbered = z.infer<typeof schema>;

/** An API of one collection, of which no page is prerendered but those of the default order. */
export const numberedApi = apiOf(
  defineCollection({
    ...titled('items'),
    schema,
    key: 'id',
    order: { field: 'size', kind: 'number' },
    orderings: {
      label: { field: 'label', kind: 'code' },
      size: { field: 'size', kind: 'number', printed: false },
      ...Object.fromEntries(
        ['id', 'group', 'text'].map((field) => [field, { field, kind: 'code', printed: false }]),
      ),
    },
    filters: {
      group: { field: 'group', match: 'equals' },
      text: { field: 'text', match: 'contains' },
    },
    search: ['group', 'text'],
    pagination: { limits: [100], default: 100 },
  }),
);

/** So many records, whose sizes and labels are in unrelated orders. */
export const numbered = (count: number, generation = ''): Numbered[] =>
  Array.from({ length: count }, (_, size) => ({
    id: `k${size}`,
    size,
    label: `${(size * 7919) % 10007}`,
    group: `g${size % 50}`,
    text: `record ${size}${generation}`,
  }));
