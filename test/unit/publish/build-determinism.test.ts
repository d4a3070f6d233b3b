import { spawn, spawnSync } from 'node:child_process';
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
  const single = places.slice(20).map((place): [string, string] => {
    const name = `${(place.id * 37) % count}-${place.id}`;
    return [`places/${place.country}/${name}.yaml`, JSON.stringify(place)];
  });
  return [
    ['countries/all.yaml', JSON.stringify(countries)],
    ['places/list.json', JSON.stringify(places.slice(0, 20))],
    ...single,
  ];
}

const has = (program: string) => spawnSync('which', [program]).status === 0;

/** Runs its arguments in a terminal; `script` of Linux does that. */
const TERMINAL = `script -qec "$(printf "'%s' " "$@")" /dev/null`;

/** What differs from the machine that runs the tests, and how many places the previous site has. */
const MACHINES = [
  {
    name: 'Turkish, other time zone, day, order of files and of folder entries, other previous site',
    env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
    programs: [],
    node: ['--import', SHUFFLE],
    parent: os.tmpdir(),
    before: 70,
  },
  {
    name: 'Swedish, one thread and processor, terminal, umask, other file system, same previous site',
    env: { LC_ALL: 'sv_SE.UTF-8', TZ: 'America/St_Johns', UV_THREADPOOL_SIZE: '1' },
    programs: [
      ...['sh', '-c', 'umask 077; exec "$@"', 'sh'],
      ...(has('taskset') ? ['taskset', '-c', '0'] : []),
      ...(has('script') ? ['sh', '-c', TERMINAL, 'sh'] : []),
    ],
    node: [],
    parent: existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(),
    before: 100,
  },
];

it('the same content on other machines -> the same site, to the byte', async () => {
  const base = 'https://example.org/places';
  const folder = temporaryFolder();
  const [content, plain] = [path.join(folder, 'content'), path.join(folder, 'plain')];
  const files = contentFiles(100);
  writeFiles(content, Object.fromEntries(files));
  await build({ api: placesApi, content, out: plain, base });
  const expected = fingerprint(plain);
  expect(Object.keys(expected).length).toBeGreaterThan(300);
  for (const { name, env, programs, node, parent, before } of MACHINES) {
    const other = temporaryFolder('staticrest-same-', parent);
    const out = path.join(folder, name, 'dist');
    writeFiles(path.join(other, 'before'), Object.fromEntries(contentFiles(before)));
    await build({ api: placesApi, content: path.join(other, 'before'), out, base });
    const reversed = path.join(other, 'content');
    writeFiles(reversed, Object.fromEntries(files.toReversed()));
    const args = ['--api', API, '--content', reversed, '--out', out];
    const [program = '', ...rest] = [
      ...programs,
      process.execPath,
      ...node,
      MAIN,
      'build',
      ...args,
    ];
    const child = spawn(program, [...rest, '--base-url', base], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await once(child, 'close'), name).toEqual([0, null]);
    expect(fingerprint(out), name).toEqual(expected);
  }
});
