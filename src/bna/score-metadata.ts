import { z } from 'zod';
import { defineCollection } from '../definition.ts';

const text = z.string().min(1);

export const scoreMetadata = defineCollection({
  name: 'score_metadata',
  title: 'Analysis Score Metadata List',
  description: 'The scores of an analysis: what each is called and what it tells.',
  fields: {
    name: 'The score’s name in data, in snake_case.',
    label: 'The score’s name for people.',
    category: 'The label of the group that the score is in; empty for a score that is in none.',
    description: 'What the score measures, in a sentence.',
  },
  schema: z.object({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be in snake_case'),
    label: text,
    /** Empty for a score that belongs to none. */
    category: z.string(),
    description: text,
  }),
  key: 'name',
  keyPattern: '[a-z][a-z0-9_]*',
  publish: ({ name, label, category, description }) => ({ name, label, category, description }),
  orderings: {
    name: { field: 'name', kind: 'caseless' },
    label: { field: 'label', kind: 'caseless' },
    category: { field: 'category', kind: 'caseless' },
    description: { field: 'description', kind: 'caseless' },
  },
});
