import { defineApi, defineCollection, z } from 'staticrest';

/** An API of few files: a list without pages, and its items. */
export default defineApi({
  name: 'Words',
  description: 'Words.',
  formats: ['json'],
  collections: [
    defineCollection({
      name: 'words',
      title: 'Words',
      description: 'Words.',
      schema: z.object({ word: z.string(), text: z.string() }),
      key: 'word',
      orderings: {},
    }),
  ],
});
