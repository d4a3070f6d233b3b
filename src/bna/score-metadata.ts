import { z } from 'zod';
import { defineCollection } from '../api/definition.ts';
import { pattern, text } from './field.ts';

export const scoreMetadata = defineCollection({
  name: 'score_metadata',
  title: 'Analysis Score Metadata List',
  description: 'The scores of an analysis: what each is called and what it tells.',
  schema: z
    .object({
      name: pattern(/^[a-z][a-z0-9_]*$/, 'must be in snake_case').describe(
        'The name of the score in data, in snake_case.',
      ),
      label: text.describe('The name of the score for people.'),
      category: z.string().describe('The label of the score’s group; empty if it is in none.'),
      description: text.describe('What the score measures, in a sentence.'),
    })
    .meta({ title: 'ScoreMetadata' }),
  key: 'name',
  label: 'label',
  keyPattern: '[a-z][a-z0-9_]*',
  orderings: {
    name: { field: 'name', kind: 'caseless' },
    label: { field: 'label', kind: 'caseless' },
    category: { field: 'category', kind: 'caseless' },
    description: { field: 'description', kind: 'caseless' },
  },
});
