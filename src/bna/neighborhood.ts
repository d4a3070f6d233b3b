import { z } from 'zod';
import { type Context, defineCollection, type Finding } from '../api/definition.ts';
import { HTTP_URL } from '../api/schema.ts';
import { countries } from './country.ts';
import { composed, pattern, text, uuid } from './field.ts';
import { slugify } from './slug.ts';

/** The source does not say which organization owns a neighborhood. */
const PLACEHOLDER_ORGANIZATION = '00000000-0000-4000-8000-000000000000';

/** The bucket in which the service of the analysis stores its files. */
const STORAGE_URL = 'https://s3.amazonaws.com/production-pfb-storage-us-east-1';

const timestamp = z.iso.datetime({
  precision: 6,
  error: "must be a UTC time with six decimals, such as '2024-02-29T12:00:00.000000Z'",
});

const label = text
  .max(200)
  // Not `\p{Cc}`, which not every reader of the JSON Schema knows.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that it refuses
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must not contain control characters')
  .refine((label) => label === label.trim(), 'must not begin or end with a space')
  .describe('The name of the neighborhood, for display.');
const name = pattern(/^[a-z0-9_]+(?:-[a-z0-9_]+)*$/, 'must be a slug such as los-angeles');
const country = pattern(
  /^[A-Z]{2}$/,
  'must be the alpha_2 of a country: two capital letters',
).describe('The two-letter code of the country, as in the countries collection.');
const fips = pattern(/^\d{7}$/, "must be seven digits in quotes, such as '0152300'");
const speedLimit = z.int().positive().nullable();
const visibility = z.enum(['public', 'private', 'hidden']);

const schema = z.object({
  uuid: uuid.describe('The UUID of the neighborhood: a new one for a new neighborhood.'),
  label,
  name: name.max(200).describe('The slug, if it is not the slug of the label.').optional(),
  country,
  state_abbrev: text
    .describe('The code of the state in the subdivisions of the country, if it has any.')
    .optional(),
  city_fips: fips.describe('The FIPS code, seven digits in quotes.').optional(),
  created_at: timestamp.describe('The time of the first known analysis, in UTC.'),
  modified_at: timestamp.describe('The time of the latest analysis, in UTC.'),
  last_job: uuid.describe('The UUID of the latest analysis.').optional(),
  organization: uuid
    .describe('The UUID of the organization that owns the neighborhood.')
    .optional(),
  speed_limit: speedLimit.describe('The speed limit.').optional(),
  boundary_file: HTTP_URL.describe(
    'The URL of a ZIP archive with the boundary, if it is not the default one.',
  ).optional(),
  visibility: visibility.describe('Only public neighborhoods are published.').default('public'),
  latitude: z.number().min(-90).max(90).describe('In degrees of WGS 84.').optional(),
  longitude: z.number().min(-180).max(180).describe('In degrees of WGS 84.').optional(),
  population: z
    .int()
    .nonnegative()
    .describe('The number of inhabitants. Not published.')
    .optional(),
});

export const publishedNeighborhood = z
  .object({
    uuid: uuid.describe('The UUID of the neighborhood.'),
    createdAt: schema.shape.created_at.meta({ title: 'First analysed' }),
    modifiedAt: schema.shape.modified_at.meta({ title: 'Last analysed' }),
    name: name.describe('The label as a slug. It is part of the URL of the boundary.'),
    label: label.meta({ title: 'City' }),
    label_suffix: z
      .string()
      .describe('The state, if any, and the country. It distinguishes places with the same label.'),
    organization: uuid.describe(
      `The UUID of the organization that owns the neighborhood. ${PLACEHOLDER_ORGANIZATION} means that it is unknown.`,
    ),
    country: z
      .strictObject({
        code: country,
        name: z
          .string()
          .describe('The name of the country. It can differ from the countries collection.')
          .meta({ title: 'Country' }),
      })
      .describe('The country.'),
    state_abbrev: z
      .string()
      .describe('The code of the state in the subdivisions of the country. Can be empty.')
      .meta({ title: 'State' }),
    city_fips: pattern(/^(?:\d{7})?$/).describe(
      'The FIPS code: seven digits for state and place. Empty if unknown. The codes of Canadian cities begin with 99 and are not official.',
    ),
    speed_limit: speedLimit.describe('The speed limit. Null in all current records.'),
    boundary_file: HTTP_URL.describe('The URL of a ZIP archive with the boundary.'),
    visibility: visibility.extract(['public']).describe('Only public neighborhoods are published.'),
    last_job: uuid.nullable().describe('The UUID of the latest analysis. Null if unknown.'),
  })
  .meta({ title: 'Neighborhood' });

export type Neighborhood = z.output<typeof schema>;

/** The fields that a POST may contain. A new neighborhood is always public. */
const postSchema = schema
  .pick({
    label: true,
    name: true,
    country: true,
    state_abbrev: true,
    city_fips: true,
    last_job: true,
    organization: true,
    speed_limit: true,
  })
  .extend({ visibility: z.literal('public').optional() });

export const neighborhoods = defineCollection({
  name: 'neighborhoods',
  title: 'Neighborhood List',
  description: 'The cities and places that have been analysed, a page at a time.',
  schema,
  key: 'uuid',
  label: 'label',
  keyPattern: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  isPublic: ({ visibility }) => visibility === 'public',
  check,
  published: publishedNeighborhood,
  publish: (record, context) => ({
    uuid: record.uuid,
    createdAt: record.created_at,
    modifiedAt: record.modified_at,
    name: neighborhoodSlug(record),
    label: record.label,
    label_suffix: [record.state_abbrev, record.country].filter(Boolean).join(', '),
    organization: record.organization ?? PLACEHOLDER_ORGANIZATION,
    country: { code: record.country, name: countryName(record, context) },
    state_abbrev: record.state_abbrev ?? '',
    city_fips: record.city_fips ?? '',
    speed_limit: record.speed_limit ?? null,
    boundary_file: record.boundary_file ?? boundaryFile(record, context),
    // `isPublic` has excluded all others, and `published` would refuse them.
    visibility: record.visibility as 'public',
    last_job: record.last_job ?? null,
  }),
  unique: ({ country, state_abbrev, name, boundary_file }) => ({
    'country, state and name': [country.code, state_abbrev, name].filter(Boolean).join('/'),
    'boundary file': boundary_file,
  }),
  orderings: {
    created_at: { field: 'createdAt', kind: 'code' },
    modified_at: { field: 'modifiedAt', kind: 'code' },
    label: { field: 'label', kind: 'text' },
    state_abbrev: { field: 'state_abbrev', kind: 'code' },
    ...composed('code', ['uuid', 'name', 'label_suffix', 'organization', 'city_fips']),
    ...composed('code', ['boundary_file', 'visibility', 'last_job']),
    ...composed('code', ['country.code', 'country.name']),
    ...composed('number', ['speed_limit']),
  },
  order: { field: 'createdAt', kind: 'code', descending: true },
  updated: 'modifiedAt',
  references: { 'country.code': 'countries' },
  filters: {
    name: { field: 'label', match: 'contains' },
    state: { field: 'state_abbrev', match: 'contains', label: stateName },
    country: { field: 'country.code', match: 'contains', label: countryName },
    state_abbrev: { field: 'state_abbrev', match: 'equals' },
    created_at__gte: { field: 'createdAt', match: 'min' },
    modified_at__gte: { field: 'modifiedAt', match: 'min' },
    country__in: { field: 'country.code', match: 'in' },
  },
  search: ['label', 'state_abbrev', 'country.name'],
  prerender: { filters: ['country', 'state'], orderings: ['label'], formats: ['api'] },
  pagination: { limits: [10, 20, 50, 100], default: 20 },
  create: {
    schema: postSchema,
    // The fields are in the order of the existing files.
    record: ({ label, name, country, state_abbrev, city_fips, ...rest }, { uuid, now }) => {
      const location = { label, name, country, state_abbrev, city_fips };
      return { uuid: uuid(), ...location, created_at: now, modified_at: now, ...rest };
    },
    file: (record) => [record.country, record.state_abbrev ?? [], neighborhoodSlug(record)].flat(),
  },
});

export const neighborhoodSlug = ({ name, label }: Pick<Neighborhood, 'name' | 'label'>): string =>
  name ?? slugify(label);

export function countryName({ country }: Pick<Neighborhood, 'country'>, { find }: Context): string {
  const { name, name_in_neighborhoods } = find(countries, country) ?? { name: '' };
  return name_in_neighborhoods ?? name;
}

export function stateName({ country, state_abbrev }: Neighborhood, { find }: Context) {
  const { subdivisions = [] } = find(countries, country) ?? {};
  return subdivisions.find(({ code }) => code === state_abbrev)?.name;
}

/** The URL of the boundary. Without a state, its folder is the alpha-3 code of the country. */
function boundaryFile(record: Neighborhood, { find }: Context): string {
  const folder = record.state_abbrev ?? find(countries, record.country)?.alpha_3;
  return `${STORAGE_URL}/neighborhood_boundaries/root/${folder}/${neighborhoodSlug(record)}.zip`;
}

function* check(record: Neighborhood, context: Context): Generator<Finding> {
  const slug = neighborhoodSlug(record);
  if (slug === '') {
    const message = `The slug of the label ${JSON.stringify(record.label)} is empty.`;
    yield { code: 'missing-field', path: ['label'], message, help: 'Add a slug as `name`.' };
  }
  yield* checkState(record, context);
}

function* checkState(record: Neighborhood, { find }: Context): Generator<Finding> {
  const { country, state_abbrev: state, city_fips: fips } = record;
  const known = find(countries, country);
  if (!known) {
    const message = `There is no country ${country} in the countries collection.`;
    const help = 'Use the `alpha_2` of an existing country, or add the country.';
    return yield { code: 'reference', path: ['country'], message, help };
  }
  const { name, subdivisions = [], subdivisions_required: required } = known;
  const subdivision = subdivisions.find(({ code }) => code === state);
  if (!subdivision && (state !== undefined || required)) {
    const codes = subdivisions.map(({ code }) => code).join(', ') || '(none)';
    const problem = { path: ['state_abbrev'], help: `The subdivisions of ${name} are ${codes}.` };
    const missing = `\`state_abbrev\` is missing; ${name} requires a subdivision.`;
    if (state === undefined) yield { ...problem, code: 'missing-field', message: missing };
    else yield { ...problem, code: 'reference', message: `${name} has no subdivision ${state}.` };
  }
  if (subdivision?.fips && fips && !fips.startsWith(subdivision.fips)) {
    const message = `The codes of cities in ${subdivision.name} begin with ${subdivision.fips}.`;
    const help = 'Correct `city_fips` or `state_abbrev`.';
    yield { code: 'bad-value', path: ['city_fips'], message, help };
  }
}
