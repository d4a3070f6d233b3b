import { describe, expect, it } from 'vitest';
import { engineOf } from '../../support/engine.setup.ts';
import { keysOf, LISTINGS } from './listings.ts';
import { neighborhoods } from './neighborhoods.ts';
import { run } from './programs.ts';

/** The Python that has `requests`. */
const python = engineOf('requests');

const itWithRequests = it.skipIf(!process.env.CI && !python);

/** What statements print as JSON; they know `requests` and the arguments. */
async function printed(statements: string, ...args: readonly string[]) {
  const script = `import json, sys, requests\n${statements}`;
  const { stdout, stderr } = await run(python ?? 'python3', ['-c', script, ...args]);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const WALK = `
url, params = sys.argv[1], json.loads(sys.argv[2])
session = requests.Session()
found, pages = [], 0
while url:
    response = session.get(url, params=params, timeout=30)
    response.raise_for_status()
    page = response.json()
    found += page['results']
    pages += 1
    url, params = page['next'], None
print(json.dumps([[one['uuid'] for one in found], [one['label'] for one in found], pages]))
`;

describe('Python’s requests gets every neighborhood once, in order (apt-get install python3-requests)', () => {
  itWithRequests.each(LISTINGS)('%s', { timeout: 60_000 }, async (_, listing) => {
    const found = await printed(WALK, await neighborhoods(), JSON.stringify(listing.query));
    const labels = listing.rows.map(({ label }) => label);
    expect(found).toEqual([keysOf(listing), labels, listing.pages]);
  });
});

describe('Python’s requests (apt-get install python3-requests)', () => {
  const get = (params: string) => `response = requests.get(sys.argv[1], params=${params})\n`;
  const cases: [name: string, statements: string, expected: unknown][] = [
    [
      'leaves a parameter out that is None',
      `${get("{'limit': 10, 'ordering': None}")}print(json.dumps(len(response.json()['results'])))`,
      10,
    ],
    [
      'tells an error and its reason',
      `${get("{'ordering': 'size'}")}error = response.json()
print(json.dumps([response.ok, response.status_code, error['parameter'], '-label' in error['supported']]))`,
      [false, 400, 'ordering', true],
    ],
    [
      'raises an error where it is told to',
      `${get("{'limit': 0}")}try:
    response.raise_for_status()
except requests.HTTPError as error:
    print(json.dumps(str(error)[:16]))`,
      '400 Client Error',
    ],
    [
      'that sends its parameters once more beside `next` is told so',
      `params = {'limit': 50}
${get('params')}response = requests.get(response.json()['next'], params=params)
print(json.dumps([response.status_code, response.json()['detail']]))`,
      [
        400,
        'A parameter is given more than once. Each of format, ordering, limit, offset may be given once.',
      ],
    ],
  ];
  itWithRequests.each(cases)('%s', async (_, statements, expected) => {
    expect(await printed(statements, await neighborhoods())).toEqual(expected);
  });
});
