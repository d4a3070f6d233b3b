import { z } from 'zod';
import { defineCollection, type Finding } from '../api/definition.ts';
import { byCode } from '../core/ordering.ts';

const text = z.string().min(1);

const shownSubdivision = z.strictObject({
  name: text.describe('Its name.'),
  code: z
    .string()
    .regex(/^[A-Z]{2,3}$/, 'must be two or three capital letters')
    .describe('Its code, which no other subdivision of the country has.'),
  type: text.describe('What kind of subdivision it is, such as State or Region.'),
});

const subdivision = shownSubdivision.extend({
  fips: z
    .string()
    .regex(/^\d{2}$/, "must be two digits in quotes, such as '06'")
    .describe('The two digits with which the codes of a US state’s cities begin. Not published.')
    .optional(),
});

const published = z
  .object({
    alpha_2: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters')
      .describe('The country’s two-letter code of ISO 3166-1.'),
    name: text.describe('The country’s name.'),
    subdivisions: z
      .array(shownSubdivision)
      .describe(
        'The states, provinces or regions that are told apart here, by name; absent for most countries, and it may be empty.',
      )
      .optional(),
    subdivisions_required: z
      .boolean()
      .describe(
        'Must a neighborhood of the country name one of its subdivisions? Present together with them.',
      )
      .optional(),
  })
  .meta({ title: 'Country' });

const { alpha_2, name, subdivisions_required } = published.shape;

const schema = z.object({
  alpha_2,
  alpha_3: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .describe('Its three-letter code of ISO 3166-1. Not published.'),
  name,
  name_in_neighborhoods: text
    .describe('What neighborhoods call the country, where that is another name.')
    .optional(),
  subdivisions: z
    .array(subdivision)
    .describe('The states, provinces or regions that are told apart; an empty list for none.')
    .optional(),
  subdivisions_required,
});

type Country = z.output<typeof schema>;

export const countries = defineCollection({
  name: 'countries',
  title: 'Country List',
  description: 'The countries, and the subdivisions of those that have any here.',
  schema,
  key: 'alpha_2',
  keyPattern: '[A-Z]{2}',
  check,
  published,
  publish: ({ alpha_2, name, subdivisions, subdivisions_required }) => ({
    alpha_2,
    name,
    ...(subdivisions && {
      subdivisions: subdivisions
        .map((one) => ({ name: one.name, code: one.code, type: one.type }))
        .sort((a, b) => byCode(a.name, b.name) || byCode(a.code, b.code)),
      subdivisions_required,
    }),
  }),
  order: { field: 'name', kind: 'code' },
});

function* check(country: Country): Generator<Finding> {
  const { subdivisions, subdivisions_required: required } = country;
  if ((subdivisions === undefined) !== (required === undefined)) {
    const [has, lacks] = ['subdivisions', 'subdivisions_required'];
    const [present, absent] = subdivisions ? [has, lacks] : [lacks, has];
    const message = `\`${present}\` is given without \`${absent}\`.`;
    const help = `Add \`${absent}\`, or remove \`${present}\`: a country has both or neither.`;
    yield { code: 'missing-field', path: [], message, help };
  }
  const first = new Map<string, number>();
  for (const [index, { code }] of (subdivisions ?? []).entries()) {
    const path = ['subdivisions', index, 'code'];
    const message = `The code ${code} is given to another subdivision of ${country.name} too.`;
    const help = 'Give each subdivision of a country its own code.';
    if (first.has(code)) yield { code: 'bad-value', path, message, help };
    first.set(code, index);
  }
}
