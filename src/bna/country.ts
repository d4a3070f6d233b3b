import { z } from 'zod';
import { defineCollection, type Finding } from '../api/definition.ts';
import { byCode } from '../core/ordering.ts';
import { pattern, text } from './field.ts';

const publishedSubdivision = z.strictObject({
  name: text.describe('The name of the subdivision.'),
  code: pattern(/^[A-Z]{2,3}$/, 'must be two or three capital letters').describe(
    'The code of the subdivision, unique within the country.',
  ),
  type: text.describe('The kind of subdivision, such as State or Region.'),
});

const subdivision = publishedSubdivision.extend({
  fips: pattern(/^\d{2}$/, "must be two digits in quotes, such as '06'")
    .describe('The FIPS code of a US state: two digits. Not published.')
    .optional(),
});

const schema = z.object({
  alpha_2: pattern(/^[A-Z]{2}$/, 'must be two capital letters').describe(
    'The two-letter code of the country, from ISO 3166-1.',
  ),
  alpha_3: pattern(/^[A-Z]{3}$/, 'must be three capital letters').describe(
    'The three-letter code of the country, from ISO 3166-1. Not published.',
  ),
  name: text.describe('The name of the country.'),
  name_in_neighborhoods: text
    .describe('The name of the country in its neighborhoods, if it differs.')
    .optional(),
  subdivisions: z
    .array(subdivision)
    .describe('The states, provinces or regions in the analysis. The list can be empty.')
    .optional(),
  subdivisions_required: z
    .boolean()
    .describe('Whether neighborhoods must have a subdivision. Requires `subdivisions`.')
    .optional(),
});

const published = schema
  .omit({ alpha_3: true, name_in_neighborhoods: true })
  .extend({
    subdivisions: z
      .array(publishedSubdivision)
      .describe(
        'The states, provinces or regions in the analysis, by name. Can be empty or absent.',
      )
      .optional(),
  })
  .meta({ title: 'Country' });

type Country = z.output<typeof schema>;

export const countries = defineCollection({
  name: 'countries',
  title: 'Country List',
  description: 'The countries, with their states, provinces or regions in the analysis.',
  schema,
  key: 'alpha_2',
  label: 'name',
  keyPattern: '[A-Z]{2}',
  check,
  published,
  publish: ({ alpha_2, name, subdivisions, subdivisions_required }) => ({
    alpha_2,
    name,
    ...(subdivisions && {
      subdivisions: subdivisions
        .map(({ fips: _, ...shown }) => shown)
        .sort((a, b) => byCode(a.name, b.name) || byCode(a.code, b.code)),
      subdivisions_required,
    }),
  }),
  order: { field: 'name', kind: 'code' },
});

function* check({ name, subdivisions, subdivisions_required }: Country): Generator<Finding> {
  if ((subdivisions === undefined) !== (subdivisions_required === undefined)) {
    const message = '`subdivisions` and `subdivisions_required` require each other.';
    yield { code: 'missing-field', path: [], message, help: 'Add the missing one.' };
  }
  const codes = new Set<string>();
  for (const [index, { code }] of (subdivisions ?? []).entries()) {
    const message = `Two subdivisions of ${name} have the code ${code}.`;
    const help = 'Use a different code for each subdivision.';
    const path = ['subdivisions', index, 'code'];
    if (codes.has(code)) yield { code: 'bad-value', path, message, help };
    codes.add(code);
  }
}
