/**
 * Compares a build of the shipped content with a floor that renders and writes the same pages plainly, and
 * measures other commands. Each run is a new Node process, on a memory file system where there is one; each
 * build but the rebuild is into an empty folder. Seconds differ between machines; the ratio is what counts.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figure, median, memory, program, root, scratchFolder, verdict } from './scratch.mjs';

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
const build = (out) => node(program, 'build', '--out', out, '--base-url', 'http://localhost:8080');
build(site);
writeFileSync(records, JSON.stringify(floorInput(site)));
const { files } = readJson(path.join(site, 'manifest.json'));
const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
console.log(
  `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${memory}; whole processes, medians of ${RUNS} runs in turn`,
);

/** Each is a whole process. Its goal is at most so many times another one, or so many seconds. */
const contenders = {
  build: {
    what: 'build: from YAML, checked, rendered, hashed, swapped',
    run: build,
    goals: [{ of: 'floor', most: 0.95 }],
  },
  rebuild: {
    what: 'rebuild: the same over an unchanged site',
    run: () => build(site),
    goals: [{ of: 'build', most: 0.8 }],
  },
  floor: {
    what: 'floor: records as JSON, stringify a page, write it',
    run: (folder) => node('bench/floor.mjs', records, folder),
  },
  validate: {
    what: 'validate',
    run: () => node(program, 'validate'),
    goals: [{ of: 'floor', most: 0.4 }],
  },
  verify: {
    what: 'verify: every file and listing of the site',
    run: () => node(program, 'verify', site),
    goals: [{ most: 1.5 }],
  },
  help: {
    what: '--help',
    run: () => node(program, '--help'),
    goals: [{ of: 'node', most: 1.6 }],
  },
  node: { what: 'node -e 0', run: () => node('-e', '0') },
};
const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (let run = 0; run < RUNS; run++) {
  for (const [name, { run: start }] of Object.entries(contenders)) times[name].push(timed(start));
}
const seconds = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
for (const [name, { what, goals = [] }] of Object.entries(contenders)) {
  const own = seconds[name];
  const figures = goals.map(({ of, most }) => {
    if (!of) return verdict(own, { most });
    const [ratio, which] = [own / seconds[of], `${name} / ${of}`];
    return figure(which, ratio, { most });
  });
  console.log(`${what.padEnd(52)} ${own.toFixed(2)} s  ${figures.join('; ')}`);
}

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
        readJson(path.join(folder, `api/${name}${list}/limit/all.json`)).results;
      const values = recordsOf('');
      const index = new Map(values.map((value, position) => [value.uuid, position]));
      const orderOf = (list) => recordsOf(list).map(({ uuid }) => index.get(uuid));
      const listings = ['', ...orderings].flatMap((ordering) => {
        const list = ordering && `/ordering/${ordering}`;
        const order = orderOf(list);
        return ['', ...(collection.prerenderedFormats ?? [])].map((format) => ({
          list: (format && `/format/${format}`) + list,
          query: { format, ordering },
          limits: [...pagination.limits, 'all'],
          order,
        }));
      });
      for (const key of Object.keys(partitions?.counts ?? {})) {
        const values = key.split('/');
        const filters = partitions.filters.map((filter, place) => [filter, values[place]]);
        const given = filters.filter(([, value]) => value);
        for (const ordering of ['', ...partitions.orderings]) {
          const pairs = [...given, ...(ordering ? [['ordering', ordering]] : [])];
          const list = pairs.map((pair) => `/${pair.join('/')}`).join('');
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
  const paged = new RegExp(`^api/(?:${collections.map(({ name }) => name).join('|')})/`);
  const rest = files.filter((file) => !paged.test(file.path));
  const others = rest.map((file) => [
    file.path,
    readFileSync(path.join(folder, file.path), 'utf8'),
  ]);
  return { base: grid.base, collections, others };
}
