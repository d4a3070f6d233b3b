/**
 * How a build grows with its content: 1,000, 10,000 and 100,000 made up neighborhoods, or as many as
 * the arguments say, as a YAML file each and as one JSON file. Every build is a whole Node process into
 * an empty folder, on a memory file system where there is one. Where the whole grid has no room it is
 * a smaller one, and the line says so. Without arguments, content that is large or wrong is validated too.
 */
import { createWriteStream, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  definitionOption,
  figure,
  measured,
  memory,
  program,
  scratchFolder,
  verdict,
} from './scratch.mjs';
import { neighborhoods, writeContent } from './synthetic.mjs';
import { filesIn } from './tree.mjs';

const SHAPES = { files: 'YAML files', list: 'one JSON file' };
/** The sizes whose seconds a file are compared, and how much longer those of the larger may take. */
const [SMALLER, LARGER, MOST_RATIO] = [10_000, 100_000, 1.1];
/** In megabytes. */
const MOST_MEMORY = { files: 600, list: 450 };
/** From the whole grid down: at most how much of its space each takes. */
const GRIDS = [
  { name: 'the whole grid', share: 1 },
  { properties: '', name: 'without formats', share: 0.5 },
  {
    properties: 'orderings: {}, prerender: { filters: one.prerender.filters }',
    name: 'without formats and orderings',
    share: 0.15,
  },
];
/** What is left free: for the build itself, and for whatever else the machine does. */
const SPARE = 2e9;
/** How many neighborhoods are a JSON list of 52 MB. */
const MANY = 180_000;

const sizes = process.argv.slice(2).map(Number);
const isComplete = sizes.length === 0;
if (isComplete) sizes.push(1000, SMALLER, LARGER);
if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
  console.error('Give numbers of neighborhoods, such as 1000 10000.');
  process.exit(2);
}
sizes.sort((a, b) => a - b);

const scratch = scratchFolder();
// Ctrl-C is heard when the build under way, which hears it too, has ended; the folder then goes.
process.once('SIGINT', () => process.exit(130));
const [content, out] = [path.join(scratch, 'content'), path.join(scratch, 'dist')];
/** The results so far. */
const done = [];

/** Builds one site and measures it; the folder of content is there. */
function build(count, shape, grid) {
  const options = [
    'build',
    '--content',
    content,
    '--out',
    out,
    '--base-url',
    'http://localhost:8080',
  ];
  const { properties } = grid;
  const definition = properties === undefined ? [] : definitionOption(scratch, properties);
  const { status, errors, ...usage } = measured(program, ...options, ...definition);
  if (status !== 0) throw new Error(`The build of ${count} neighborhoods failed. ${errors}`);
  const result = { count, shape, grid, ...usage, ...sizeOf(out) };
  rmSync(out, { recursive: true });
  done.push(result);
  return result;
}

/** How many files a folder has, their bytes, and the space that these take. */
function sizeOf(folder) {
  let [files, bytes, space] = [0, 0, 0];
  for (const { stats } of filesIn(folder)) {
    files += 1;
    bytes += stats.size;
    space += stats.blocks * 512;
  }
  return { files, bytes, space };
}

/** The largest grid that there is room for, by the space that fewer records took. */
function gridFor(count) {
  const yardstick = done.findLast(({ grid }) => grid === GRIDS[0]);
  const { bavail, bsize } = statfsSync(scratch);
  const inMemory = memory !== os.tmpdir();
  const free = Math.min(bavail * bsize, inMemory ? process.availableMemory() : Infinity) - SPARE;
  const whole = yardstick.space * (count / yardstick.count);
  return GRIDS.find(({ share }) => whole * share < free);
}

function show({ count, shape, grid, seconds, cpu, files, bytes, peak }) {
  const cells = [
    count.toLocaleString('en').padStart(7),
    SHAPES[shape].padEnd(13),
    `${seconds.toFixed(1).padStart(6)} s`,
    `${cpu.toFixed(1).padStart(6)} s of processors`,
    `${files.toLocaleString('en').padStart(8)} files`,
    `${(bytes / 1e6).toFixed(0).padStart(5)} MB`,
    `${((seconds * 1e6) / files).toFixed(0).padStart(4)} µs a file`,
    `peak ${(peak / 1e6).toFixed(0).padStart(4)} MB`,
    ...(grid === GRIDS[0] ? [] : [`only ${grid.name}: no room for more`]),
  ];
  console.log(cells.join('  '));
}

/** Runs something while the content is there. */
function withContent(count, shape, run) {
  writeContent(content, { count, shape });
  try {
    return run();
  } finally {
    rmSync(content, { recursive: true });
  }
}

console.log(`whole processes into an empty folder in ${memory}, a run each`);
// What one record takes is not known yet.
withContent(500, 'list', () => build(500, 'list', GRIDS[0]));
for (const count of sizes) {
  for (const shape of Object.keys(SHAPES)) {
    withContent(count, shape, () => {
      const grid = gridFor(count);
      if (grid) show(build(count, shape, grid));
      else console.log(`${count.toLocaleString('en')} as ${SHAPES[shape]}: no room for any grid`);
    });
  }
}
for (const shape of Object.keys(SHAPES)) showRatio(shape);
showPages();
if (isComplete) await showLarge();

/** Whether a file takes as long in a large site as in a small one. */
function showRatio(shape) {
  const of = (count, grid) => {
    const isIt = (one) => one.count === count && one.shape === shape;
    return done.find((one) => isIt(one) && (!grid || one.grid === grid));
  };
  const [large, small] = [of(LARGER), of(SMALLER)];
  if (!large || !small) return;
  const same =
    of(SMALLER, large.grid) ?? withContent(SMALLER, shape, () => build(SMALLER, shape, large.grid));
  const ratioOf = (what) => large[what] / large.files / (same[what] / same.files);
  const [from, to] = [SMALLER, LARGER].map((count) => count.toLocaleString('en'));
  console.log(
    [
      `${SHAPES[shape]}: ${figure(`seconds a file at ${to} / at ${from}`, ratioOf('seconds'), { most: MOST_RATIO })}`,
      `of processors ${ratioOf('cpu').toFixed(2)}`,
      figure('peak', large.peak / 1e6, { most: MOST_MEMORY[shape] }, ' MB'),
    ].join('; '),
  );
}

/** Whether memory grows with the pages: the same records in fewer of them. */
function showPages() {
  const largest = done.findLast(({ shape }) => shape === 'list');
  const fewer = GRIDS.slice(GRIDS.indexOf(largest.grid) + 1);
  const results = withContent(largest.count, 'list', () =>
    fewer.map((grid) => build(largest.count, 'list', grid)),
  );
  const told = [largest, ...results].map(
    ({ files, peak }) => `${files.toLocaleString('en')} files ${(peak / 1e6).toFixed(0)} MB`,
  );
  console.log(`peak of ${largest.count.toLocaleString('en')} records by files: ${told.join(', ')}`);
}

/** Validates content that is large, or wrong, or both: it must end in time, and in problems or records. */
async function showLarge() {
  const list = (faults) => (folder) => writeContent(folder, { count: MANY, shape: 'list', faults });
  const file = (name, texts) => async (folder) => {
    writeContent(folder, { count: 0, shape: 'list' });
    const target = path.join(folder, 'neighborhoods', name);
    await pipeline(Readable.from(texts), createWriteStream(target));
  };
  const limits = { seconds: 10, peak: 1500 };
  const contents = [
    { what: '1,131 faults in a JSON list', write: list(1131), seconds: 5, peak: 1000 },
    { what: '1 fault in a JSON list', write: list(1), seconds: 2.5, peak: 800 },
    { what: '40,000 wrong items', write: file('a.yaml', repeated('- wrong\n', 40_000)), ...limits },
    { what: '50,000 unknown keys', write: file('a.yaml', unknownKeys(50_000)), ...limits },
    { what: 'a large YAML list', write: file('a.yaml', yamlList(165_000)), ...limits },
    { what: 'a large JSON list', write: file('a.json', indentedList(240_000)), ...limits },
  ];
  for (const { what, write, seconds: mostSeconds, peak: mostPeak } of contents) {
    await write(content);
    const size = sizeOf(path.join(content, 'neighborhoods')).bytes;
    const { status, errors, seconds, peak } = measured(program, 'validate', '--content', content);
    rmSync(content, { recursive: true });
    const isLocated = status === 0 || /^\S+\.(?:json|yaml):/m.test(errors);
    console.log(
      [
        `${what}, ${(size / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s (${verdict(seconds, { most: mostSeconds })})`,
        `peak ${(peak / 1e6).toFixed(0)} MB (${verdict(peak / 1e6, { most: mostPeak })})`,
        `exit code ${status}, ${errors.split('\n').length - 1} lines`,
        ...(isLocated ? [] : ['no problem is located']),
      ].join('; '),
    );
  }
}

function* repeated(text, count) {
  for (let index = 0; index < count; index++) yield text;
}

function* unknownKeys(count) {
  for (let index = 0; index < count; index++) yield `key${index}: ${index}\n`;
}

/** Neighborhoods as one YAML list. */
function* yamlList(count) {
  for (const { record } of neighborhoods(count)) {
    const fields = Object.entries(record).filter(([, value]) => value !== undefined);
    const lines = fields.map(([field, value]) => `${field}: ${JSON.stringify(value)}\n`);
    yield `- ${lines.join('  ')}`;
  }
}

/** Neighborhoods as one JSON list, each on several lines. */
function* indentedList(count) {
  let before = '[';
  for (const { record } of neighborhoods(count)) {
    yield before + JSON.stringify(record, null, 2);
    before = ',\n';
  }
  yield ']\n';
}
