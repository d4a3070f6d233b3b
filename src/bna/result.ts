import { z } from 'zod';
import { type Context, defineCollection, type Finding } from '../api/definition.ts';
import { composed, uuid } from './field.ts';
import { countryName, neighborhoods, publishedNeighborhood, stateName } from './neighborhood.ts';
import { nullableScore, SCORES, scoreField, scoresTo } from './score.ts';

const scores = {
  ...scoresTo(SCORES, nullableScore),
  // Never null, because the default order would begin with nulls.
  overall_score: scoreField('overall_score').describe('See score_metadata.'),
};
const neighborhood = uuid.describe('The UUID of the neighborhood.');

const schema = z.object({
  neighborhood,
  job: uuid.describe('The UUID of the analysis: the last_job of the neighborhood.'),
  ...scores,
});

const { label, state_abbrev, country, createdAt, modifiedAt } = publishedNeighborhood.shape;

const published = z
  .object({
    uuid: uuid.describe('The UUID of the analysis.'),
    neighborhood,
    label,
    state_abbrev,
    country,
    created_at: createdAt,
    modified_at: modifiedAt,
    ...scores,
    overall_score: scores.overall_score.meta({ title: 'Overall score' }),
  })
  .meta({ title: 'Result' });

type Result = z.output<typeof schema>;

export const results = defineCollection({
  name: 'results',
  title: 'Result List',
  description: 'The scores of the latest analysis of each neighborhood, a page at a time.',
  schema,
  key: 'neighborhood',
  label: 'label',
  isPublic: ({ neighborhood }, { find }) => find(neighborhoods, neighborhood) !== undefined,
  check,
  published,
  publish: ({ job, neighborhood, ...scores }, context) => {
    const found = context.find(neighborhoods, neighborhood);
    // A private neighborhood is not found. Its result is not published.
    const { label = '', state_abbrev = '', country = '' } = found ?? {};
    const { created_at = '', modified_at = '' } = found ?? {};
    const place = { code: country, name: countryName({ country }, context) };
    const fields = { label, state_abbrev, country: place, created_at, modified_at };
    return { uuid: job, neighborhood, ...fields, ...scores };
  },
  orderings: {
    ...composed('number', SCORES),
    overall_score: { field: 'overall_score', kind: 'number' },
    label: { field: 'label', kind: 'text' },
    ...composed('code', ['uuid', 'neighborhood', 'state_abbrev', 'created_at', 'modified_at']),
    ...composed('code', ['country.code', 'country.name']),
  },
  order: { field: 'overall_score', kind: 'number', descending: true },
  references: { neighborhood: 'neighborhoods', 'country.code': 'countries' },
  fieldsFrom: {
    collection: 'score_metadata',
    label: 'label',
    description: 'description',
    group: 'category',
  },
  filters: {
    state: { field: 'state_abbrev', match: 'equals', label: nameOf(stateName) },
    country: { field: 'country.code', match: 'equals', label: nameOf(countryName) },
    overall_score__gte: { field: 'overall_score', match: 'min' },
    overall_score__lte: { field: 'overall_score', match: 'max' },
    neighborhood: { field: 'neighborhood', match: 'equals' },
  },
  search: ['label', 'state_abbrev', 'country.name'],
  pagination: { limits: [20, 100], default: 20 },
  items: false,
  map: { features: 'neighborhoods' },
});

/** Returns what shows a name of a neighborhood's country or state for its result. */
function nameOf(nameIn: typeof stateName) {
  return (record: Result, context: Context) => {
    const found = context.find(neighborhoods, record.neighborhood);
    return found && nameIn(found, context);
  };
}

function* check(record: Result, { find }: Context): Generator<Finding> {
  const found = find(neighborhoods, record.neighborhood);
  if (!found) {
    const message = `There is no neighborhood ${record.neighborhood}.`;
    const help = 'Use the `uuid` of an existing neighborhood, or remove the result.';
    yield { code: 'reference', path: ['neighborhood'], message, help };
  } else if (found.last_job !== record.job) {
    const message = `\`job\` is not the \`last_job\` of the neighborhood ${found.label}.`;
    yield { code: 'bad-value', path: ['job'], message, help: 'Correct one of them.' };
  }
}
