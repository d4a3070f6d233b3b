import { describe, expect, it } from 'vitest';
import { SCORES } from '../../../src/bna/score.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  checked,
  contentFolder,
  type Files,
  itReports,
  problemLines,
  published,
} from '../content/valid-content.ts';

const NEIGHBORHOOD = '11111111-1111-4111-8111-111111111111';
const JOB = '99999999-9999-4999-8999-999999999999';
const POSITION = 'latitude: 38.4\nlongitude: -105.2\n';

/** A row of the results' table; the other scores are empty. */
const rowOf = (cells: Readonly<Record<string, string>>) => {
  const row = { neighborhood: NEIGHBORHOOD, job: JOB, overall_score: '50', ...cells };
  const names = ['neighborhood', 'job', ...SCORES];
  return `${names}\n${names.map((name) => (row as Record<string, string>)[name] ?? '')}\n`;
};

/** A small BNA site with a result for one of its neighborhoods. */
const filesWith = (cells: Readonly<Record<string, string>>, neighborhood = ''): Files =>
  changed({
    'results/results.csv': rowOf(cells),
    [CANON_CITY_FILE]: `${CANON_CITY}last_job: ${JOB}\n${POSITION}${neighborhood}`,
  });

/** The properties of the points on the map. */
async function pointsOf(files: Files) {
  const { collections } = await checked(contentFolder(files));
  const records = collections.flatMap((collection) => collection.records);
  return records.flatMap(({ feature }) => feature?.properties ?? []);
}

describe('a result', () => {
  it.each(['private', 'hidden'])('of a %s neighborhood is not published', async (visibility) => {
    const files = filesWith({}, `visibility: ${visibility}\n`);
    expect((await published(files)).results).toEqual([]);
  });

  itReports(
    `
neighborhood that does not exist | neighborhood 55555555-5555-4555-8555-555555555555
  results/results.csv:2:1 reference [55555555-5555-4555-8555-555555555555] There is no neighborhood 55555555-5555-4555-8555-555555555555. → Use the 'uuid' of an existing neighborhood, or remove the result.
neighborhood without a job | neighborhood 22222222-2222-4111-8111-222222222222
  results/results.csv:2:38 bad-value [${JOB}] 'job' is not the 'last_job' of the neighborhood Toronto. → Correct one of them.
job that is not the latest | job 88888888-8888-4888-8888-888888888888
  results/results.csv:2:38 bad-value [88888888-8888-4888-8888-888888888888] 'job' is not the 'last_job' of the neighborhood Cañon City.
no overall score | overall_score
  results/results.csv:2:77 missing-field [,] 'overall_score' is
score above 100 | people 100.01
  results/results.csv:2:76 bad-value [100.01] 'people' must be at most 100.
people that are not a whole number | population_total 1.5
  results/results.csv:2:75 wrong-type [1.5] 'population_total' must be a whole number
`,
    (cell) => {
      const [name = '', value = ''] = cell.split(' ');
      return problemLines(filesWith({ [name]: value }));
    },
  );

  it('of an invalid neighborhood: only the problem of the neighborhood', async () => {
    const lines = await problemLines(filesWith({}, 'speed_limit: 0\n'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("'speed_limit' must be more than 0.");
  });
});

it.each([
  ['with a result', {}, { overall_score: 50, people: null, retail: 0 }],
  [
    'without a result',
    { 'results/results.csv': null },
    { overall_score: null, people: null, retail: null },
  ],
])('the point of a neighborhood %s has its main scores', async (_, changes, scores) => {
  const [point] = await pointsOf({ ...filesWith({ retail: '0' }), ...changes });
  expect(point).toMatchObject({ uuid: NEIGHBORHOOD, ...scores });
});
