import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { itWith } from '../../unit/inspect/tools.ts';
import { COUNT, keysOf, LISTINGS } from './listings.ts';
import { neighborhoods } from './neighborhoods.ts';
import { run } from './programs.ts';

/** Follows `next` from an address on, and tells what came of it. */
const WALK = `url=$1
while [ "$url" != null ]; do
  page=$(curl -sSf "$url") || exit
  printf '%s' "$page" | jq -c '.results[]'
  url=$(printf '%s' "$page" | jq -r .next)
done > neighborhoods.ndjson
wc -l < neighborhoods.ndjson
jq -r .uuid neighborhoods.ndjson | sort | uniq -d | wc -l
`;

/** A few processes for each page take their time. */
const SHORT = LISTINGS.filter(([, { pages }]) => pages < 100);

describe('a loop of curl and jq gets every neighborhood once, in order', () => {
  itWith('curl', 'jq').each(SHORT)('%s', { timeout: 60_000 }, async (_, listing) => {
    const folder = temporaryFolder();
    const address = `${await neighborhoods()}?${new URLSearchParams(listing.query)}`;
    const { stdout, stderr } = await run('sh', ['-c', WALK, 'sh', address], folder);
    expect(stderr).toBe('');
    expect(stdout.match(/\d+/g)?.map(Number)).toEqual([COUNT, 0]);
    const lines = readFileSync(path.join(folder, 'neighborhoods.ndjson'), 'utf8').split('\n');
    const keys = lines.filter(Boolean).map((line) => JSON.parse(line).uuid);
    expect(keys).toEqual(keysOf(listing));
  });
});

describe('curl and jq', () => {
  const cases: [name: string, script: string, printed: string, code?: number][] = [
    ['read a field', 'curl -sSf "$1?limit=10" | jq .count', '2620\n'],
    [
      'send parameters with -d',
      `curl -sSfG "$1" -d limit=10 -d ordering=label --data-urlencode format=api | jq -r '.results[0].label, .next'`,
      'Abbotsford\n$1?format=api&limit=10&offset=10&ordering=label\n',
    ],
    ['read the reason of a 400', 'curl -sS "$1?limit=0" | jq -r .parameter', 'limit\n'],
    ['print the status of a 400', 'curl -sS -o page -w "%{http_code}" "$1?limit=0"', '400'],
    ['fail by a 400 where they are told to', 'curl -sf "$1?limit=0"', '', 22],
    ['fail by a 404 where they are told to', 'curl -sf "$1nowhere/"', '', 22],
    ['follow to the slash', 'curl -sSfL "$(dirname "$1")/neighborhoods" | jq .count', '2620\n'],
  ];
  itWith('curl', 'jq').each(cases)('%s', async (_, script, printed, expected = 0) => {
    const address = await neighborhoods();
    const { code, stdout } = await run('sh', ['-c', script, 'sh', address], temporaryFolder());
    expect([code, stdout]).toEqual([expected, printed.replace('$1', address)]);
  });
});
