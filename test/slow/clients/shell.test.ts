import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { lacks } from '../../support/engine.setup.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { rowsOf } from '../../support/table.ts';
import { LABELS, plainNeighborhoods, servedNeighborhoods } from './listings.ts';

/** Runs a script to its end, while this process continues to serve requests. */
const run = (script: string, address: string, cwd: string) =>
  // Without variables that the machine may have set, such as a proxy.
  promisify(execFile)('sh', ['-c', script, 'sh', address], {
    cwd,
    env: { PATH: process.env.PATH },
  });

const WALK = `url=$1
while [ "$url" != null ]; do
  page=$(curl -sSf "$url") || exit
  printf '%s' "$page" | jq -c '.results[]'
  url=$(printf '%s' "$page" | jq -r .next)
done > neighborhoods.ndjson
`;

describe.skipIf(lacks('curl', 'jq'))('curl and jq', () => {
  it.each([
    ['a server', servedNeighborhoods],
    ['a plain host', plainNeighborhoods],
  ])('a loop gets every neighborhood once, in order, from %s', async (_, serve) => {
    const folder = temporaryFolder();
    const [, { query, keys }] = LABELS;
    const address = await serve(query);
    expect(await run(WALK, address, folder)).toEqual({ stdout: '', stderr: '' });
    const lines = readFileSync(path.join(folder, 'neighborhoods.ndjson'), 'utf8').split('\n');
    expect(lines.filter(Boolean).map((line) => JSON.parse(line).uuid)).toEqual(keys);
  });

  it.each(
    rowsOf(`
      curl -sSfG "$1" -d limit=10 --data-urlencode format=api | jq -r .next -> $1?format=api&limit=10&offset=10
      curl -sS "$1?limit=0" | jq -r .parameter                              -> limit
      curl -sS -o page -w "%{http_code}" "$1?limit=0"                       -> 400
      curl -sf "$1?limit=0"; echo $?                                        -> 22
      curl -sf "$1nowhere/"; echo $?                                        -> 22
      curl -sSfL "$(dirname "$1")/neighborhoods" | jq .count                -> 2620
    `),
  )('%s -> %s', async (script = '', expected = '') => {
    const address = await servedNeighborhoods();
    const { stdout } = await run(script, address, temporaryFolder());
    expect(stdout.trim()).toBe(expected.replace('$1', address));
  });
});
