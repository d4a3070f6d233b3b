/**
 * How long a build of the shipped content takes, beside the least that writing the same pages can
 * take: both as whole Node processes, in turn, each into an empty folder, on a memory file system
 * where there is one. Seconds differ from machine to machine; the ratio is what counts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fs from 'fs-extra';

const RUNS = 5;
const root = path.resolve(import.meta.dirname, '..');
const memory = existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir();
const scratch = mkdtempSync(path.join(memory, 'staticrest-bench-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

const node = (...args) =>
  execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

function timed(run) {
  const folder = mkdtempSync(path.join(scratch, 'run-'));
  const start = performance.now();
  const output = run(folder);
  const seconds = (performance.now() - start) / 1000;
  rmSync(folder, { recursive: true });
  return { seconds, output };
}

const site = path.join(scratch, 'site');
const records = path.join(scratch, 'records.json');
const build = (out) =>
  node('lib/cli/main.js', 'build', '--out', out, '--base-url', 'http://localhost:8080');
build(site);
writeFileSync(records, JSON.stringify(await floorInput(site)));
const files = JSON.parse(readFileSync(path.join(site, 'manifest.json'), 'utf8')).files;
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
console.log(
  `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${memory}; medians of ${RUNS} runs in turn`,
);

const rows = { build: [], floor: [], write: [] };
for (let run = 0; run < RUNS; run++) {
  rows.build.push(timed(build).seconds);
  const { seconds, output } = timed((folder) => node('bench/floor.mjs', records, folder));
  rows.floor.push(seconds);
  rows.write.push(Number(output));
}
const [ours, floor, write] = [median(rows.build), median(rows.floor), median(rows.write)];
console.log(`build from YAML, checked, hashed, swapped  ${ours.toFixed(2)} s`);
console.log(
  `floor: JSON.stringify each page and write  ${floor.toFixed(2)} s   build / floor = ${(ours / floor).toFixed(2)}`,
);
console.log(
  `of that, only the writing                  ${write.toFixed(2)} s   build / writing = ${(ours / write).toFixed(2)}`,
);

/** The published records of a site with the order of each listing, read back from its own files. */
async function floorInput(folder) {
  const { grid, files } = await fs.readJson(path.join(folder, 'manifest.json'));
  const read = (file) => fs.readJson(path.join(folder, file));
  const listings = [];
  for (const collection of grid.collections.filter(({ pagination }) => pagination)) {
    const list = `data/${collection.name}/list/f-`;
    const whole = (ordering) => read(`${list}/o-${ordering}/l-all/0.json`);
    const values = (await whole('')).results;
    const index = new Map(values.map((value, position) => [value.uuid, position]));
    const orders = {};
    for (const ordering of ['', ...collection.orderings]) {
      orders[ordering] = (await whole(ordering)).results.map(({ uuid }) => index.get(uuid));
    }
    listings.push({ ...collection, key: 'uuid', orders, values });
  }
  const paged = new RegExp(`^data/(?:${listings.map(({ name }) => name).join('|')})/`);
  const rest = files.filter((file) => !paged.test(file.path));
  const others = rest.map((file) => [
    file.path,
    readFileSync(path.join(folder, file.path), 'utf8'),
  ]);
  return { grid, listings, others };
}
