/**
 * How long a build of the shipped content takes, beside a floor that renders and writes the same
 * pages plainly, and beside only writing them: all as whole Node processes, in turn, each into an
 * empty folder, on a memory file system where there is one. Seconds differ from machine to machine; the ratio is what counts.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { median, memory, root, scratchFolder } from './scratch.mjs';

const RUNS = 5;
const scratch = scratchFolder();

const node = (...args) =>
  execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function timed(run) {
  const folder = mkdtempSync(path.join(scratch, 'run-'));
  const start = performance.now();
  run(folder);
  const seconds = (performance.now() - start) / 1000;
  rmSync(folder, { recursive: true });
  return seconds;
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const site = path.join(scratch, 'site');
const records = path.join(scratch, 'records.json');
const build = (out) =>
  node('lib/cli/main.js', 'build', '--out', out, '--base-url', 'http://localhost:8080');
build(site);
writeFileSync(records, JSON.stringify(floorInput(site)));
const [bodies, index] = [path.join(scratch, 'bodies'), path.join(scratch, 'index.json')];
const files = readJson(path.join(site, 'manifest.json')).files;
let bytes = 0;
const rows = files.map((file) => {
  const start = bytes;
  bytes += file.bytes;
  return [file.path, start, bytes];
});
writeFileSync(index, JSON.stringify(rows));
writeFileSync(bodies, Buffer.concat(files.map((file) => readFileSync(path.join(site, file.path)))));
console.log(
  `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${memory}; whole processes, medians of ${RUNS} runs in turn`,
);

const contenders = {
  build,
  floor: (folder) => node('bench/floor.mjs', records, folder),
  write: (folder) => node('bench/write.mjs', bodies, index, folder),
};
const seconds = { build: [], floor: [], write: [] };
for (let run = 0; run < RUNS; run++) {
  for (const [name, contender] of Object.entries(contenders)) seconds[name].push(timed(contender));
}
const [ours, floor, write] = [seconds.build, seconds.floor, seconds.write].map(median);
const row = (what, own, ratio = '') =>
  console.log(`${what.padEnd(52)} ${own.toFixed(2)} s ${ratio}`);
row('build: from YAML, checked, rendered, hashed, swapped', ours);
row(
  'floor: records as JSON, stringify a page, write it',
  floor,
  `build / floor ${(ours / floor).toFixed(2)}`,
);
row('write: finished bodies, write them', write, `build / write ${(ours / write).toFixed(2)}`);

const phases = Array.from({ length: RUNS }, () => {
  const folder = mkdtempSync(path.join(scratch, 'phases-'));
  const found = JSON.parse(node('bench/phases.mjs', folder));
  rmSync(folder, { recursive: true });
  return found;
});
console.log('\nwhere a build spends its time, without the command line:');
for (const [at, { phase }] of phases[0].entries()) {
  const [clock, cpu] = ['clock', 'cpu'].map((by) => median(phases.map((run) => run[at][by])));
  console.log(
    `${phase.padEnd(20)} ${clock.toFixed(0).padStart(5)} ms, ${cpu.toFixed(0)} ms of processors`,
  );
}

/**
 * The published records of a site, and what each of its listings is made of: the folder of its pages,
 * the parameters of its links, its page sizes and the order of its records. Read back from its files.
 */
function floorInput(folder) {
  const { grid, files } = readJson(path.join(folder, 'manifest.json'));
  const collections = grid.collections
    .filter(({ pagination }) => pagination)
    .map((collection) => {
      const { name, pagination, orderings, partitions } = collection;
      const recordsOf = (list) =>
        readJson(path.join(folder, `data/${name}/list/${list}/l-all/0.json`)).results;
      const values = recordsOf('f-/o-');
      const index = new Map(values.map((value, position) => [value.uuid, position]));
      const orderOf = (list) => recordsOf(list).map(({ uuid }) => index.get(uuid));
      const listings = ['', ...orderings].flatMap((ordering) => {
        const order = orderOf(`f-/o-${ordering}`);
        return ['', ...grid.formats].map((format) => ({
          list: `f-${format}/o-${ordering}`,
          query: { format, ordering },
          limits: [...pagination.limits, ...(format === '' ? ['all'] : [])],
          order,
        }));
      });
      for (const key of Object.keys(partitions.counts)) {
        const values = key.split('/');
        const filters = partitions.filters.map((filter, place) => [filter, values[place]]);
        const folders = filters.map((pair) => pair.join('-')).join('/');
        for (const ordering of ['', ...partitions.orderings]) {
          const list = `w/${folders}/o-${ordering}`;
          const query = { ...Object.fromEntries(filters), ordering };
          listings.push({
            list,
            query,
            limits: [...partitions.limits, 'all'],
            order: orderOf(list),
          });
        }
      }
      return { name, key: 'uuid', listings, values };
    });
  const paged = new RegExp(`^data/(?:${collections.map(({ name }) => name).join('|')})/`);
  const rest = files.filter((file) => !paged.test(file.path));
  const others = rest.map((file) => [
    file.path,
    readFileSync(path.join(folder, file.path), 'utf8'),
  ]);
  return { base: grid.base, collections, others };
}
