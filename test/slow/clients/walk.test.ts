import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import got from 'got';
import { expect, it } from 'vitest';
import { readCsv } from '../../support/csv.ts';
import { lacks } from '../../support/engine.setup.ts';
import { engineOf } from '../../support/engines.mjs';
import { temporaryFolder } from '../../support/folder.ts';
import { servedSite } from '../../support/served.ts';
import { shippedSite } from '../../support/shipped-site.ts';

/* Clients of others that follow the links from page to page, as the documents show. */

/** Serves the shipped site until the test has finished. Returns the address of its neighborhoods. */
async function servedNeighborhoods(query = ''): Promise<string> {
  const { port } = await servedSite(shippedSite());
  return `http://127.0.0.1:${port}/api/neighborhoods/${query}`;
}

const LABELS = '?limit=100&ordering=label';

/** The neighborhoods in the order of labels, by the table that the content was made of. */
const english = new Intl.Collator('en');
const sorted = readCsv('test/data/neighborhoods.csv')
  .map(({ uuid = '', label = '' }) => ({ uuid, label }))
  .sort((a, b) => english.compare(a.label, b.label) || (a.uuid < b.uuid ? -1 : 1));
const keys = sorted.map(({ uuid }) => uuid);

it('got.paginate follows the header `Link` to every neighborhood once, in order', async () => {
  const found = await got.paginate.all<string, string>(await servedNeighborhoods(LABELS), {
    pagination: {
      transform: ({ body }) => JSON.parse(body).results.map(({ uuid }: { uuid: string }) => uuid),
    },
  });
  expect(found).toEqual(keys);
});

it('examples/typed-client/walk.ts: every label, in order', async () => {
  const { origin } = new URL(await servedNeighborhoods());
  const { outputFiles } = await build({
    entryPoints: ['examples/typed-client/walk.ts'],
    ...{ bundle: true, write: false, format: 'esm', platform: 'node' },
  });
  const script = `${outputFiles[0]?.text}`.replaceAll('http://localhost:8080', origin);
  const { stdout } = await run('node --input-type=module -e "$1"', script, temporaryFolder());
  expect(stdout.trim().split('\n')).toEqual(sorted.map(({ label }) => label));
});

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

it.skipIf(lacks('curl', 'jq'))(
  'curl and jq: a loop gets every neighborhood once, in order',
  async () => {
    const folder = temporaryFolder();
    const address = await servedNeighborhoods(LABELS);
    expect(await run(WALK, address, folder)).toEqual({ stdout: '', stderr: '' });
    const lines = readFileSync(path.join(folder, 'neighborhoods.ndjson'), 'utf8').split('\n');
    expect(lines.filter(Boolean).map((line) => JSON.parse(line).uuid)).toEqual(keys);
  },
);

it.skipIf(lacks('pandas'))('examples/clients/table.py: every page as one table', async () => {
  const address = await servedNeighborhoods();
  const text = readFileSync('examples/clients/table.py', 'utf8');
  const script = `${text.replace('http://localhost:8080', new URL(address).origin)}print(len(table))`;
  const python = `${engineOf('pandas')} -c "$1"`;
  const { stdout } = await run(python, script, temporaryFolder());
  expect(stdout).toMatch(/^label,overall_score\n(?:[^,]+,\d+(?:\.\d+)?\n){3}\n79\n$/);
});
