import { describe, expect, it } from 'vitest';
import { engineOf } from '../../support/engines.mjs';
import { LABELS, plainNeighborhoods, servedNeighborhoods } from './listings.ts';
import { run } from './programs.ts';

const python = engineOf('requests');

/** What Python statements print as JSON. */
async function printed(statements: string, ...args: readonly string[]): Promise<unknown> {
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

const get = (params: string) => `response = requests.get(sys.argv[1], params=${params})\n`;

describe.skipIf(!python)('Python’s requests', () => {
  it.each([
    ['a server', servedNeighborhoods, LABELS[1].query],
    ['a host of plain files', plainNeighborhoods, {}],
  ])('gets every neighborhood once, in order, from %s', async (_, serve, parameters) => {
    const [, { keys, rows, pages }] = LABELS;
    const found = await printed(WALK, await serve(), JSON.stringify(parameters));
    expect(found).toEqual([keys, rows.map(({ label }) => label), pages]);
  });

  it.each<[name: string, statements: string, expected: unknown]>([
    [
      'a wrong parameter -> the reason, and an error if it is raised',
      `${get("{'ordering': 'size'}")}error = response.json()
try:
    response.raise_for_status()
except requests.HTTPError as raised:
    print(json.dumps([str(raised)[:16], error['parameter'], '-label' in error['supported']]))`,
      ['400 Client Error', 'ordering', true],
    ],
    [
      'parameters are sent again together with `next` -> the reason',
      `params = {'limit': 50}
${get('params')}response = requests.get(response.json()['next'], params=params)
print(json.dumps([response.status_code, response.json()['detail'][:41]]))`,
      [400, 'A parameter is given more than once. Use '],
    ],
  ])('%s', async (_, statements, expected) => {
    expect(await printed(statements, await servedNeighborhoods())).toEqual(expected);
  });
});
