import { z } from 'zod';
import { type Collection, defineCollection } from '../../../src/api/definition.ts';

/** A collection of little things, with these properties. */
export const things = (properties: Partial<Collection> = {}): Collection => ({
  ...defineCollection({
    name: 'things',
    title: 'Things',
    description: 'Little things.',
    schema: z.object({ id: z.int() }),
    key: 'id',
  }),
  ...properties,
});
