import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { build } from '../../../src/publish/build.ts';
import { MAIN } from '../../support/cli.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import placesApi from '../../support/places-api.mjs';
import { fingerprint } from '../../support/site-files.ts';

const API = fileURLToPath(new URL('../../support/places-api.mjs', import.meta.url));
const SHUFFLE = fileURLToPath(new URL('../../support/shuffle.mjs', import.meta.url));

/** Names that languages sort and fold differently, and letters that can be written in two ways. */
const NAMES = [
  ...'Izmir İzmir ısparta isparta Ägeri Zug Åre ärla Straße strasse Çorlu čáslav'.split(' '),
  ...'charta Łódź lodz 東京 🚲 e\u0301vora \u00e9vora'.split(' '),
  '',
];

const CODES = ['tr', 'de', 'se', 'jp'];

/** Content in many files, more than are read at once: single records, lists, folders. */
function contentFiles(count: number): [file: string, text: string][] {
  const countries = CODES.map((code, index) => ({ code, name: NAMES[index * 3] }));
  const places = Array.from({ length: count }, (_, id) => ({
    id,
    name: NAMES[(id * 7) % NAMES.length],
    country: CODES[id % CODES.length],
    size: id % 5 === 0 ? null : ((id * 13) % 17) / 4,
    founded: `18${10 + (id % 80)}-03-${10 + (id % 19)}`,
  }));
  const single = places.slice(5).map((place): [string, string] => {
    const name = `${(place.id * 37) % count}-${place.id}`;
    return [`places/${place.country}/${name}.yaml`, JSON.stringify(place)];
  });
  return [
    ['countries/all.yaml', JSON.stringify(countries)],
    ['places/list.json', JSON.stringify(places.slice(0, 5))],
    ...single,
  ];
}

/** What differs from the machine that runs the tests. */
const ENVIRONMENT = {
  ...{ LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
  UV_THREADPOOL_SIZE: '1',
};

it('the same content on another machine, after another site -> the same site, to the byte', async () => {
  const base = 'https://example.org/places';
  const folder = temporaryFolder();
  const [content, plain] = [path.join(folder, 'content'), path.join(folder, 'plain')];
  const files = contentFiles(40);
  writeFiles(content, Object.fromEntries(files));
  await build({ api: placesApi, content, out: plain, base });
  // Another file system, and another order of the entries of folders.
  const parent = existsSync('/var/tmp') ? '/var/tmp' : os.tmpdir();
  const [other, out] = [temporaryFolder(parent), path.join(folder, 'dist')];
  writeFiles(path.join(other, 'before'), Object.fromEntries(contentFiles(30)));
  await build({ api: placesApi, content: path.join(other, 'before'), out, base });
  const reversed = path.join(other, 'content');
  writeFiles(reversed, Object.fromEntries(files.toReversed()));
  const node = [process.execPath, '--import', SHUFFLE, MAIN, 'build', '--base-url', base];
  const args = ['--api', API, '--content', reversed, '--out', out];
  const child = spawn('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...node, ...args], {
    env: { PATH: process.env.PATH, ...ENVIRONMENT },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  const found = fingerprint(out);
  expect(Object.keys(found).length).toBeGreaterThan(100);
  expect(found).toEqual(fingerprint(plain));
});
