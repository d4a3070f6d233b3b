import { z } from 'zod';
import { defineCollection, type Finding } from '../definition.ts';
import { byCode } from '../ordering.ts';

const text = z.string().min(1);

const subdivision = z.strictObject({
  name: text,
  code: z.string().regex(/^[A-Z]{2,3}$/, 'must be two or three capital letters'),
  type: text,
  /** The two digits with which the codes of a US state's cities begin. Not published. */
  fips: z
    .string()
    .regex(/^\d{2}$/, "must be two digits in quotes, such as '06'")
    .optional(),
});

const schema = z.object({
  alpha_2: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'),
  alpha_3: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  name: text,
  /** What neighborhoods call the country, where that is another name. */
  name_in_neighborhoods: text.optional(),
  subdivisions: z.array(subdivision).optional(),
  subdivisions_required: z.boolean().optional(),
});

type Country = z.output<typeof schema>;

export const countries = defineCollection({
  name: 'countries',
  title: 'Country List',
  description: 'The countries, and the subdivisions of those that have any here.',
  fields: {
    alpha_2: 'The country’s two-letter code of ISO 3166-1.',
    name: 'The country’s name.',
    subdivisions:
      'The states, provinces or regions that are told apart here, each with its name, its code and what kind of subdivision it is; absent for most countries, and it may be empty.',
    subdivisions_required:
      'Must a neighborhood of the country name one of its subdivisions? Present together with them.',
  },
  schema,
  key: 'alpha_2',
  keyPattern: '[A-Z]{2}',
  check,
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
