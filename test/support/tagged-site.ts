import { z } from 'zod';
import { defineApi, defineCollection } from '../../src/api/definition.ts';
import { renderedSite } from './rendered-site.ts';

/** Records with every kind of value that a facet can have. */
export const taggedRecords = Array.from({ length: 40 }, (_, id) => ({
  id,
  kind: ['street', 'streetcar', 'path'][id % 3] ?? '',
  size: id === 7 ? null : (id * 37) % 100,
  tags: [`t${id % 4}`, ...(id % 5 === 0 ? ['fifth'] : [])],
  open: id % 2 === 0,
}));

const tagged = defineCollection({
  name: 'tagged',
  title: 'Tagged things',
  description: 'Things with tags.',
  schema: z.object({
    id: z.int(),
    kind: z.string(),
    size: z.number().nullable(),
    tags: z.array(z.string()),
    open: z.boolean(),
  }),
  key: 'id',
  orderings: { size: { field: 'size', kind: 'number' } },
  filters: {
    kind: { field: 'kind', match: 'contains', label: ({ kind }) => kind.toUpperCase() },
    size__gte: {},
    size__lte: {},
    tags: { field: 'tags', match: 'equals' },
    open: {},
    id__gte: {},
  },
  search: ['kind'],
  pagination: { limits: [10], default: 10 },
});

/** A site of them. */
export const taggedSite = () =>
  renderedSite(
    defineApi({ name: 'Tagged', description: 'Tagged things.', collections: [tagged] }),
    { tagged: taggedRecords },
  );
