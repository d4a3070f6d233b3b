import { z } from 'zod';
import {
  type Context,
  defineCollection,
  type Feature,
  type Finding,
  type Moment,
} from '../api/definition.ts';
import { countries } from './country.ts';
import { slugify } from './slug.ts';

/** The source names no owning organization. This is nobody's: visibly a stand-in. */
const PLACEHOLDER_ORGANIZATION = '00000000-0000-4000-8000-000000000000';

const uuid = z.uuid({ abort: true }).lowercase('must be in lower case');
const timestamp = z.iso.datetime({
  precision: 6,
  error: ({ code }) =>
    code === 'invalid_format'
      ? "must be a UTC time with six decimals, such as '2024-02-29T12:00:00.000000Z'"
      : undefined,
});

const label = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'must not hold control characters')
  .refine((label) => label === label.trim(), 'must not begin or end with a space')
  .describe('Its name for people.');
const name = z.string().regex(/^[a-z0-9_]+(?:-[a-z0-9_]+)*$/, 'must be a slug such as los-angeles');
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be the alpha_2 of a country: two capital letters');
const speedLimit = z.int().positive().nullable();
const boundaryUrl = z.url({ protocol: /^https?$/ });
const visibility = z.enum(['public', 'private', 'hidden']);

const schema = z.object({
  uuid: uuid.describe('The neighborhood’s identity: a new UUID for a new neighborhood.'),
  label,
  name: name
    .max(200)
    .describe('Its slug: only where that of the label is empty or not the one in use.')
    .optional(),
  country: country.describe('The two-letter code of its country, as in the countries.'),
  state_abbrev: z
    .string()
    .min(1)
    .describe('The code of a subdivision of its country: required where the country says so.')
    .optional(),
  city_fips: z
    .string()
    .regex(/^\d{7}$/, "must be seven digits in quotes, such as '0152300'")
    .describe('The seven digits of its FIPS code, in quotes.')
    .optional(),
  created_at: timestamp.describe('When its first known analysis was made, in UTC.'),
  modified_at: timestamp.describe('When its latest analysis was made, in UTC.'),
  last_job: uuid.describe('The UUID of its latest analysis.').optional(),
  organization: uuid.describe('The UUID of the organization that owns it.').optional(),
  speed_limit: speedLimit.describe('Its speed limit.').optional(),
  boundary_file: boundaryUrl
    .describe('The address of a ZIP archive with its boundary, where it is not the usual one.')
    .optional(),
  visibility: visibility.describe('Only what is public is published at all.').default('public'),
  latitude: z.number().min(-90).max(90).describe('In degrees of WGS 84.').optional(),
  longitude: z.number().min(-180).max(180).describe('In degrees of WGS 84.').optional(),
  population: z
    .int()
    .nonnegative()
    .describe('How many people live there. Not published.')
    .optional(),
});

const published = z
  .object({
    uuid: uuid.describe('The neighborhood’s identity.'),
    createdAt: timestamp.describe('When its first known analysis was made, in UTC.'),
    modifiedAt: timestamp.describe('When its latest analysis was made, in UTC.'),
    name: name.describe('Its label as a slug, which its boundary file is named for.'),
    label,
    label_suffix: z
      .string()
      .describe('What tells it from places of the same label: its state, if any, and its country.'),
    organization: uuid.describe(
      `The UUID of the organization that owns it; ${PLACEHOLDER_ORGANIZATION} is a placeholder, for the source names none.`,
    ),
    country: z
      .strictObject({
        code: country.describe('The two-letter code of its country, as in the countries.'),
        name: z
          .string()
          .describe('The name of its country, which may be another than in the countries.'),
      })
      .describe('Its country.'),
    state_abbrev: z
      .string()
      .describe(
        'The code of its state, province or region, as in the subdivisions of its country; empty where it has none.',
      ),
    city_fips: z
      .string()
      .regex(/^(?:\d{7})?$/)
      .describe(
        'The seven digits of its FIPS code, state and place; empty where unknown. Those of Canadian cities, which begin with 99, are the source’s own.',
      ),
    speed_limit: speedLimit.describe('Its speed limit; null in all that are known.'),
    boundary_file: boundaryUrl.describe('The address of a ZIP archive with its boundary.'),
    visibility: visibility
      .extract(['public'])
      .describe('Who may see it: only what is public is published.'),
    last_job: uuid.nullable().describe('The UUID of its latest analysis; null where unknown.'),
  })
  .meta({ title: 'Neighborhood' });

/** What a map is told of a neighborhood. */
const onMap = published.pick({ uuid: true, name: true, label: true }).extend({
  state: published.shape.state_abbrev,
  country: published.shape.country.shape.code,
});

type Neighborhood = z.output<typeof schema>;

/** What a POST may say of a new neighborhood, which is public. */
const given = schema
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

/**
 * @param storageUrl where boundary files are stored, without a slash at its end
 */
export const neighborhoods = (storageUrl: string) =>
  defineCollection({
    name: 'neighborhoods',
    title: 'Neighborhood List',
    description: 'The cities and places that have been analysed, a page at a time.',
    schema,
    key: 'uuid',
    keyPattern: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    isPublic: ({ visibility }) => visibility === 'public',
    check,
    published,
    publish: (record, context) => ({
      uuid: record.uuid,
      createdAt: record.created_at,
      modifiedAt: record.modified_at,
      name: nameOf(record),
      label: record.label,
      label_suffix: [record.state_abbrev, record.country].filter(Boolean).join(', '),
      organization: record.organization ?? PLACEHOLDER_ORGANIZATION,
      country: { code: record.country, name: countryName(record, context) },
      state_abbrev: record.state_abbrev ?? '',
      city_fips: record.city_fips ?? '',
      speed_limit: record.speed_limit ?? null,
      boundary_file: record.boundary_file ?? boundaryFile(storageUrl, record, context),
      // For any other, `isPublic` has said no; and `published` would refuse it.
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
    },
    order: { field: 'createdAt', kind: 'code', descending: true },
    pagination: { limits: [10, 20, 50, 100], default: 20 },
    features: { properties: onMap, feature: featureOf },
    create: {
      schema: given,
      record: newRecord,
      file: (record) => [...placeOf(record), nameOf(record)],
      namedBy: 'name',
    },
  });

/** A neighborhood as a point on a map; null where its place is not known. */
function featureOf(record: Neighborhood): Feature<z.output<typeof onMap>> | null {
  const { uuid, label, state_abbrev: state = '', country, latitude, longitude } = record;
  if (latitude === undefined || longitude === undefined) return null;
  const properties = { uuid, name: nameOf(record), label, state, country };
  return { latitude, longitude, properties };
}

/** A new neighborhood with its fields in the order of the others' files. */
function newRecord(said: z.output<typeof given>, { uuid, now }: Moment): z.input<typeof schema> {
  const { label, name, country, state_abbrev, city_fips, ...rest } = said;
  const place = { label, name, country, state_abbrev, city_fips };
  return { uuid: uuid(), ...place, created_at: now, modified_at: now, ...rest };
}

const nameOf = ({ name, label }: Pick<Neighborhood, 'name' | 'label'>): string =>
  name ?? slugify(label);

function countryName({ country }: Neighborhood, { find }: Context): string {
  const { name, name_in_neighborhoods } = find(countries, country) ?? { name: '' };
  return name_in_neighborhoods ?? name;
}

/** The archive's address; without a state its folder is the country's alpha-3 code. */
function boundaryFile(storageUrl: string, record: Neighborhood, { find }: Context): string {
  const folder = record.state_abbrev ?? find(countries, record.country)?.alpha_3;
  return `${storageUrl}/neighborhood_boundaries/root/${folder}/${nameOf(record)}.zip`;
}

function* check(record: Neighborhood, context: Context): Generator<Finding> {
  if (record.modified_at < record.created_at) {
    const message = '`modified_at` is before `created_at`.';
    yield { code: 'bad-value', path: ['modified_at'], message, help: 'Correct one of the two.' };
  }
  const found = [...checkName(record), ...checkState(record, context)];
  yield* found;
  // Where its file belongs is known only where name, country and state are there and exist.
  if (found.every(({ code }) => code === 'bad-value')) yield* checkFile(record, context);
}

function* checkName(record: Neighborhood): Generator<Finding> {
  if (nameOf(record) !== '') return;
  const message = `Nothing of the label ${JSON.stringify(record.label)} is left in a slug.`;
  yield { code: 'missing-field', path: ['label'], message, help: 'Add an explicit `name`.' };
}

function* checkState(record: Neighborhood, { find }: Context): Generator<Finding> {
  const { country, state_abbrev: state, city_fips: fips } = record;
  const known = find(countries, country);
  if (!known) {
    const message = `There is no country ${country} in the countries collection.`;
    const help = 'Use the `alpha_2` of one of its records, or add one.';
    yield { code: 'reference', path: ['country'], message, help };
    return;
  }
  const { name, subdivisions = [], subdivisions_required: required } = known;
  const subdivision = subdivisions.find(({ code }) => code === state);
  if (state === undefined && required) {
    const message = `\`state_abbrev\` is missing; ${name} requires a subdivision.`;
    const help = 'Add the field `state_abbrev` with the code of one.';
    yield { code: 'missing-field', path: ['state_abbrev'], message, help };
  }
  if (state !== undefined && !subdivision) {
    const codes = subdivisions.map(({ code }) => code).join(', ');
    const message = `${name} has no subdivision ${state}.`;
    const help = codes ? `Use one of ${codes}.` : 'Remove the field: the country has none.';
    yield { code: 'reference', path: ['state_abbrev'], message, help };
  }
  if (subdivision?.fips && fips && !fips.startsWith(subdivision.fips)) {
    const message = `The codes of cities in ${subdivision.name} begin with ${subdivision.fips}.`;
    const help = 'Correct `city_fips` or `state_abbrev`.';
    yield { code: 'bad-value', path: ['city_fips'], message, help };
  }
}

/** Folders and file name repeat what the record says: `neighborhoods/US/CA/davis.yaml`. */
function* checkFile(record: Neighborhood, { file, alone }: Context): Generator<Finding> {
  const [, ...folders] = file.split('/').slice(0, -1);
  const [, stem = '', ending = ''] = /([^/]*?)(\.[^./]*)$/.exec(file) ?? [];
  const right = placeOf(record);
  const wrong = folders.findIndex((folder, index) => folder !== right[index]);
  const isComplete = !alone || folders.length === right.length;
  const isNamed = !alone || stem === nameOf(record);
  if (wrong === -1 && isComplete && isNamed) return;
  const said = alone ? [...folders, stem] : folders;
  const place = alone ? [...right, nameOf(record)] : right;
  const target = `neighborhoods/${place.join('/')}${alone ? ending : '/'}`;
  const message = `The file’s path says ${said.join('/')}, its record ${place.join('/')}.`;
  const help = `Move it to ${target}, or correct the record.`;
  yield { code: 'path', path: disputed(), message, help };

  /** The field that the path contradicts, where it is one. */
  function disputed(): string[] {
    if (wrong !== -1) return PLACE.slice(wrong, right.length).slice(0, 1);
    return isComplete ? [record.name ? 'name' : 'label'] : [];
  }
}

/** The fields that a file's folders stand for. */
const PLACE = ['country', 'state_abbrev'] as const;

const placeOf = (record: Pick<Neighborhood, (typeof PLACE)[number]>): string[] =>
  PLACE.flatMap((field) => record[field] ?? []);
