import { z } from 'zod';
import { defineCollection } from '../api/definition.ts';
import { pattern, text } from './field.ts';

export const scoreMetadata = defineCollection({
  name: 'score_metadata',
  title: 'Analysis Score Metadata List',
  heading: 'What the scores mean',
  description: 'The name and the meaning of each score of an analysis.',
  schema: z
    .object({
      name: pattern(/^[a-z][a-z0-9_]*$/, 'must be in snake_case').describe(
        'The name of the score in data files, in snake_case.',
      ),
      label: text.describe('The name of the score, for display.').meta({ title: 'Score' }),
      category: z.string().describe('The label of the score’s group. Empty if it has no group.'),
      description: text.describe('What the score measures.'),
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
