import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/*
 * Synthetic content of the Bicycle Network Analysis API in any size, for benchmarks: the same
 * for the same seed, and without a problem unless faults are asked for.
 *
 * As a program, it writes neighborhoods in lists, and the results of the first ten, to a new folder:
 *
 *   node bench/synthetic.mjs 400000 /tmp/content
 */

/**
 * The files: a YAML file for each neighborhood, or one JSON file with a list of all.
 * @typedef {'files' | 'list'} Shape
 */

/**
 * A neighborhood as in its file, with its fields in this order; undefined ones are omitted.
 * @typedef {{
 *   uuid: string,
 *   label: string,
 *   country: string,
 *   state_abbrev?: string | undefined,
 *   city_fips?: string | undefined,
 *   created_at: string,
 *   modified_at: string,
 *   last_job?: string | undefined,
 *   speed_limit?: number | undefined,
 *   latitude: number,
 *   longitude: number,
 *   population: number,
 * }} Neighborhood
 */

/**
 * The region of a neighborhood: a country, or one of its subdivisions.
 * @typedef {{ country: string, state: string | undefined, fips: string | undefined }} Region
 */

/**
 * Writes a content folder: the neighborhoods, a result for each that has a job, and the other collections as they
 * are shipped. Keeps one neighborhood in memory at a time.
 * @param {string} folder an empty folder, or one to create
 * @param {{ count: number, shape: Shape, seed?: number, faults?: number }} options `count` in
 *   neighborhoods; `faults` neighborhoods, spread evenly over them, have one problem each; `results`: of so many of
 *   the first neighborhoods at most
 */
export function writeContent(folder, { count, shape, seed = 1, faults = 0, results = count }) {
  for (const collection of ['countries', 'score_metadata']) {
    cpSync(path.join(SHIPPED, collection), path.join(folder, collection), { recursive: true });
  }
  writeResults(path.join(folder, 'results'), neighborhoods(results, seed));
  const all = withFaults(neighborhoods(count, seed), count, faults);
  const own = path.join(folder, 'neighborhoods');
  mkdirSync(own, { recursive: true });
  if (shape === 'list') writeLists(path.join(own, 'neighborhoods'), all);
  else writeFiles(own, all);
}

const SHIPPED = path.resolve(import.meta.dirname, '../content');

/**
 * Generates neighborhoods. A larger count starts with those of a smaller one.
 * @param {number} count
 * @param {number} seed
 * @returns {Generator<{ record: Neighborhood, file: string }>} each with the path of its own file below
 *   the collection's folder, without an extension
 * @throws {RangeError} for more neighborhoods than there are names
 */
export function* neighborhoods(count, seed = 1) {
  if (count > MOST) throw new RangeError(`There are names for ${MOST} neighborhoods only.`);
  const regions = shippedRegions();
  const random = mulberry32(seed);
  for (let index = 0; index < count; index++) {
    const { country, state, fips } = pick(random, regions);
    const { label, name } = nameOf(index, random);
    const created = BEGIN + Math.floor(random() * YEARS);
    const modified = created + Math.floor(random() * YEARS);
    const record = {
      uuid: uuid(random),
      label,
      country,
      state_abbrev: state,
      city_fips: fips && `${fips}${digits(random, 5)}`,
      // To the minute, like most shipped ones: equal ones test that an order is total.
      created_at: time(created - (created % 60), '000000'),
      modified_at: time(modified, digits(random, 6)),
      last_job: random() < 0.9 ? uuid(random) : undefined,
      speed_limit: random() < 0.1 ? 20 + 5 * Math.floor(random() * 4) : undefined,
      latitude: rounded(random() * 180 - 90),
      longitude: rounded(random() * 360 - 180),
      population: Math.floor(random() * 1e6),
    };
    yield { record, file: [country, state, name].filter((part) => part !== undefined).join('/') };
  }
}

/** Functions that make one mistake in a record, each of another kind. */
const MISTAKES = [
  /** @param {Neighborhood} record */
  (record) => ({ ...record, populaton: 5 }),
  /** @param {Neighborhood} record */
  (record) => ({ ...record, label: undefined }),
  /** @param {Neighborhood} record */
  (record) => ({ ...record, population: '190873' }),
  /** @param {Neighborhood} record */
  (record) => ({ ...record, latitude: 91 }),
  /** @param {Neighborhood} record */
  (record) => ({ ...record, country: 'ZZ' }),
];

/**
 * @param {Iterable<{ record: Neighborhood, file: string }>} all
 * @param {number} count how many there are
 * @param {number} faults how many of them get a mistake
 */
function* withFaults(all, count, faults) {
  let [index, made] = [0, 0];
  for (const { record, file } of all) {
    const isWrong = Math.floor(((index + 1) * faults) / count) > made;
    const mistake = isWrong ? MISTAKES[made++ % MISTAKES.length] : undefined;
    yield { record: /** @type {Neighborhood} */ (mistake?.(record) ?? record), file };
    index++;
  }
}

/**
 * @param {string} folder
 * @param {Iterable<{ record: Neighborhood, file: string }>} all
 */
function writeFiles(folder, all) {
  const made = new Set();
  for (const { record, file } of all) {
    const parent = path.dirname(file);
    if (!made.has(parent)) mkdirSync(path.join(folder, parent), { recursive: true });
    made.add(parent);
    writeFileSync(path.join(folder, `${file}.yaml`), yamlOf(record));
  }
}

/** How many records are in a file: a content file has at most 100 MB. */
const LIST = 200_000;

/**
 * Writes one list, or several where there are more records.
 * @param {string} path of the first file, without its extension; those after it have a number
 * @param {Iterable<{ record: Neighborhood }>} all
 */
function writeLists(path, all) {
  let descriptor = openSync(`${path}.json`, 'w');
  let count = 0;
  for (const { record } of all) {
    if (count > 0 && count % LIST === 0) {
      writeSync(descriptor, '\n]\n');
      closeSync(descriptor);
      descriptor = openSync(`${path}-${count / LIST}.json`, 'w');
    }
    writeSync(descriptor, `${count % LIST === 0 ? '[\n' : ',\n'}${JSON.stringify(record)}`);
    count++;
  }
  writeSync(descriptor, count > 0 ? '\n]\n' : '[]\n');
  closeSync(descriptor);
}

/**
 * Writes the results: the names of all scores in a header, and the overall score of each neighborhood.
 * @param {string} folder
 * @param {Iterable<{ record: Neighborhood }>} all
 */
function writeResults(folder, all) {
  mkdirSync(folder, { recursive: true });
  const shipped = readFileSync(path.join(SHIPPED, 'results/results.csv'), 'utf8');
  const [header = ''] = shipped.split('\n', 1);
  const columns = header.split(',');
  const descriptor = openSync(path.join(folder, 'results.csv'), 'w');
  writeSync(descriptor, `${header}\n`);
  for (const { record } of all) {
    if (!record.last_job) continue;
    /** @type {Record<string, string | number>} */
    const cells = { neighborhood: record.uuid, job: record.last_job };
    cells.overall_score = (record.population % 10_001) / 100;
    writeSync(descriptor, `${columns.map((name) => cells[name] ?? '').join()}\n`);
  }
  closeSync(descriptor);
}

/**
 * A record as YAML, like the shipped files. Only the digits need quotes.
 * @param {Neighborhood} record
 */
const yamlOf = (record) =>
  Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field}: ${QUOTED.includes(field) ? `'${value}'` : value}\n`)
    .join('');

const QUOTED = ['city_fips', 'created_at', 'modified_at'];

/** @returns {Region[]} */
function shippedRegions() {
  const countries = parse(readFileSync(path.join(SHIPPED, 'countries/countries.yaml'), 'utf8'));
  return countries.flatMap(
    /** @param {{ alpha_2: string, subdivisions?: { code?: string, fips?: string }[] }} country */
    ({ alpha_2: country, subdivisions = [{}] }) =>
      subdivisions.map(({ code, fips }) => ({ country, state: code, fips })),
  );
}

/** Syllables, of which three in a row make a name. */
const SYLLABLES = [...'bcdfghjklmnprstvwz']
  .flatMap((one) => [...'aeio'].map((vowel) => one + vowel))
  .slice(0, 64);
/** The number of names of three syllables: a power of two, so that steps of an odd size reach each of them. */
const SHORT_NAMES = SYLLABLES.length ** 3;
const MOST = SHORT_NAMES * SYLLABLES.length;
const STEP = 0x9e3779b1;

const [BEFORE, AFTER] = [
  ['New', 'North', 'Saint'],
  ['City', 'Heights', 'Springs'],
];

/**
 * A name that is unique to an index: its middle is six letters, or eight, that no word before or after it has.
 * @param {number} index
 * @param {() => number} random
 */
function nameOf(index, random) {
  const number = Math.imul(index, STEP) >>> 0;
  const six = [0, 6, 12].map((bits) => SYLLABLES[(number >>> bits) % SYLLABLES.length]).join('');
  const last = index < SHORT_NAMES ? '' : SYLLABLES[Math.floor(index / SHORT_NAMES)];
  const plain = six.charAt(0).toUpperCase() + six.slice(1) + last;
  const before = random() < 0.2 ? [pick(random, BEFORE)] : [];
  const after = random() < 0.2 ? [pick(random, AFTER)] : [];
  // The slug drops the tilde, and an English reader sorts the two together.
  const own = random() < 0.1 ? plain.replace('n', 'ñ') : plain;
  const name = [...before, plain, ...after].join('-').toLowerCase();
  return { label: [...before, own, ...after].join(' '), name };
}

/** In seconds since 1970: the earliest creation, and the length of the period of creations. */
const [BEGIN, YEARS] = [Date.UTC(2017, 0) / 1000, 4 * 365 * 86_400];

/**
 * @param {number} seconds since 1970
 * @param {string} decimals six of them
 */
const time = (seconds, decimals) =>
  new Date(seconds * 1000).toISOString().replace(/\d{3}Z$/, `${decimals}Z`);

/** @param {number} degrees */
const rounded = (degrees) => Math.round(degrees * 1e7) / 1e7;

/** @param {() => number} random */
function uuid(random) {
  const hex = Array.from({ length: 4 }, () => bits(random).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** @param {() => number} random */
const bits = (random) => Math.floor(random() * 2 ** 32);

/**
 * @param {() => number} random
 * @param {number} length
 */
const digits = (random, length) =>
  String(Math.floor(random() * 10 ** length)).padStart(length, '0');

/**
 * @template T
 * @param {() => number} random
 * @param {readonly [T, ...T[]] | readonly T[]} values not empty
 * @returns {T}
 */
const pick = (random, values) => /** @type {T} */ (values[Math.floor(random() * values.length)]);

/**
 * Random numbers from 0 to below 1, the same for the same seed. Mulberry32 by Tommy Ettinger, in the
 * public domain: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 * @param {number} seed
 */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (process.argv[1] === import.meta.filename) {
  const [count = '', folder = ''] = process.argv.slice(2);
  if (!(Number(count) > 0) || folder === '') {
    console.error('Give a number of neighborhoods, and a new folder: 400000 /tmp/content.');
    process.exit(2);
  }
  mkdirSync(folder);
  writeContent(folder, { count: Number(count), shape: 'list', results: 10 });
}
