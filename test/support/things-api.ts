import { type Api, defineApi, defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import type { PublishedRecord } from './page-text.ts';

/** A small API for tests: `things` in pages of 20 (or 7), ordered by number and by text. */
export const thingsApi: Api = defineApi({
  name: 'Things',
  description: 'Numbered things.',
  formats: ['json', 'api'],
  collections: [
    defineCollection({
      name: 'things',
      title: 'Thing List',
      description: 'Things with a number each.',
      schema: z.object({
        id: z.int(),
        size: z.number().nullable(),
        label: z.string(),
        secret: z.boolean().default(false),
      }),
      key: 'id',
      isPublic: ({ secret }) => !secret,
      published: z.object({ id: z.int(), size: z.number().nullable(), label: z.string() }),
      publish: ({ id, size, label }) => ({ id, size, label }),
      orderings: {
        size: { field: 'size', kind: 'number' },
        label: { field: 'label', kind: 'text' },
      },
      pagination: { limits: [7, 20], default: 20 },
    }),
  ],
});

/** This many things. Every third has no size, and sizes repeat. */
export const things = (count: number): PublishedRecord[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    size: id % 3 === 0 ? null : (id * 7) % 5,
    label: `thing ${(id * 13) % 11}`,
  }));
