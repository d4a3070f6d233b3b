import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../../support/cli.ts';
import { writeFiles } from '../../support/folder.ts';
import { fingerprint } from '../../support/site-files.ts';

const API = fileURLToPath(new URL('../../support/places-api.mjs', import.meta.url));
const SHUFFLE = fileURLToPath(new URL('../../support/shuffle.mjs', import.meta.url));

/** Letters that languages sort, fold and count each in its way. */
const NAMES = [
  'Izmir',
  'İzmir',
  'ısparta',
  'isparta',
  'Ägeri',
  'Zug',
  'Åre',
  'ärla',
  'Straße',
  'strasse',
  'Çorlu',
  'čáslav',
  'charta',
  'Łódź',
  'lodz',
  '東京',
  '🚲',
  'e\u0301vora',
  '\u00e9vora',
  '',
];

/** Content of so many files that two threads are used: alone, in lists, in folders. */
function contentFiles(): [file: string, text: string][] {
  const codes = ['tr', 'de', 'se', 'jp'];
  const countries = codes.map((code, at) => ({ code, name: NAMES[at * 3] }));
  const places = Array.from({ length: 240 }, (_, id) => ({
    id,
    name: NAMES[(id * 7) % NAMES.length],
    country: codes[id % codes.length],
    size: id % 5 === 0 ? null : ((id * 13) % 17) / 4,
    founded: `18${10 + (id % 80)}-03-${10 + (id % 19)}`,
  }));
  const alone = places
    .slice(0, 200)
    .map((place): [string, string] => [
      `places/${place.country}/${String((place.id * 37) % 200)}.yaml`,
      JSON.stringify(place),
    ]);
  return [
    ['countries/all.yaml', JSON.stringify(countries)],
    ['places/rest.json', JSON.stringify(places.slice(200))],
    ...alone,
  ];
}

type Content = 'content' | 'reversed' | 'elsewhere' | 'other';

/** How a build is called, and what is different about the machine. */
interface Setup {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Programs before the build’s own. */
  readonly by?: readonly string[];
  /** Options of Node. */
  readonly node?: readonly string[];
  /** The content’s folder, and that of the site that is replaced. */
  readonly content?: Content;
  readonly over?: Content;
}

const has = (program: string) => spawnSync('which', [program]).status === 0;

/** Runs its arguments in a terminal of its own; that is Linux’s `script`. */
const TERMINAL = `script -qec "$(printf "'%s' " "$@")" /dev/null`;

const SETUPS: Setup[] = [
  { name: 'the files of the content made in another order', content: 'reversed' },
  { name: 'the content on another file system', content: 'elsewhere' },
  { name: 'folders that list their entries otherwise, another day', node: ['--import', SHUFFLE] },
  { name: 'no locale', env: { LC_ALL: 'C' } },
  { name: 'Turkish', env: { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
  { name: 'Swedish', env: { LC_ALL: 'sv_SE.UTF-8' } },
  { name: 'the far east', env: { TZ: 'Pacific/Kiritimati' } },
  {
    name: 'the far west, and half an hour',
    env: { TZ: 'America/St_Johns', LC_ALL: 'de_DE.UTF-8' },
  },
  { name: 'files only for oneself', by: ['sh', '-c', 'umask 077; exec "$@"', 'sh'] },
  { name: 'one thread of Node’s own for files', env: { UV_THREADPOOL_SIZE: '1' } },
  { name: 'over a site of the same content', over: 'content' },
  { name: 'over another site', over: 'other' },
  ...(has('script') ? [{ name: 'a terminal', by: ['sh', '-c', TERMINAL, 'sh'] }] : []),
  ...(has('taskset') ? [{ name: 'one processor', by: ['taskset', '-c', '0'] }] : []),
];

const BASE = 'https://example.org/places';

describe('the same content makes the same site, to the byte', () => {
  let folder = '';
  let elsewhere = '';
  let expected: Record<string, string> = {};

  async function call(words: readonly string[], env: Readonly<Record<string, string>>) {
    const [program = '', ...args] = words;
    const options: SpawnOptions = { env: { PATH: process.env.PATH, ...env }, cwd: folder };
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}.`);
  }

  /** Builds into a folder, in a setup. */
  async function buildInto(out: string, { env = {}, by = [], node = [], content }: Setup) {
    const source = content === 'elsewhere' ? elsewhere : path.join(folder, content ?? 'content');
    const args = ['--api', API, '--content', source, '--out', out, '--base-url', BASE];
    await call([...by, process.execPath, ...node, MAIN, 'build', ...args], env);
  }

  /** The site of a setup. */
  async function siteOf(setup: Setup): Promise<Record<string, string>> {
    const out = path.join(mkdtempSync(path.join(folder, 'out-')), 'dist');
    if (setup.over) await buildInto(out, { name: 'before', content: setup.over });
    await buildInto(out, setup);
    return fingerprint(out);
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-same-'));
    const memory = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
    elsewhere = mkdtempSync(path.join(memory, 'staticrest-same-'));
    const files = contentFiles();
    writeFiles(path.join(folder, 'content'), Object.fromEntries(files));
    writeFiles(path.join(folder, 'reversed'), Object.fromEntries(files.toReversed()));
    writeFiles(elsewhere, Object.fromEntries(files));
    writeFiles(path.join(folder, 'other'), Object.fromEntries(files.slice(0, 150)));
    expected = await siteOf({ name: 'plain' });
    // Many of each kind: a difference that depends on chance shows with some of them.
    expect(Object.keys(expected).length).toBeGreaterThan(1500);
  });
  afterAll(() => {
    for (const one of [folder, elsewhere]) rmSync(one, { recursive: true, force: true });
  });

  it.each(SETUPS)('$name', async (setup) => {
    expect(differences(await siteOf(setup), expected)).toEqual([]);
  });

  it('and other content makes another', async () => {
    expect(differences(await siteOf({ name: 'other', content: 'other' }), expected)).not.toEqual(
      [],
    );
  });
});

/** The files that are not in both, or not the same. */
function differences(one: Record<string, string>, other: Record<string, string>): string[] {
  const files = Object.keys({ ...one, ...other });
  return files.filter((file) => one[file] !== other[file]).slice(0, 20);
}
