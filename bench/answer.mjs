/**
 * What it costs to compose a page, with the shipped neighborhoods and with 100,000 made up ones: the files
 * that are read of the store, and the milliseconds of processor, in Node with the site in memory and in
 * Cloudflare's runtime; in both once many answers are made, and for the first answer of a fresh isolate.
 * The figures of the runtime are those of its process, less those of a plain file.
 */
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { answer, openSite } from '../lib/answer.bundle.js';
import { definitionOption, FEW_PAGES, figure, median, root, scratchFolder } from './scratch.mjs';
import { build } from './server.mjs';
import { writeContent } from './synthetic.mjs';
import { startWorkerd } from './workerd.mjs';

/** Answers in Node; in workerd those that are measured, and before; and fresh isolates. */
const [RUNS, REQUESTS, WARM_UP, SAMPLES] = [15, 200, 100, 5];
const BASE = 'https://example.org';
/** A page that is prerendered: the Worker is not asked for it. */
const PLAIN = 'api/neighborhoods/limit/20.json';

/** What composed pages are read from. */
const [ROOT, STORE] = ['data/root.json', 'data/store'];

/**
 * A Worker that only reads files, as ours does: on one machine, whatever serves the files of a site computes in
 * the same process.
 */
const READER = `
export default {
  async fetch(request, { ASSETS }) {
    const { origin, searchParams } = new URL(request.url);
    const read = async (file) =>
      (await (await ASSETS.fetch(new URL(file, origin))).arrayBuffer()).byteLength;
    const files = searchParams.get('files').split(' ');
    const sizes = [];
    for (let at = 0; at < files.length; at += 6) {
      sizes.push(...(await Promise.all(files.slice(at, at + 6).map(read))));
    }
    return Response.json(sizes);
  },
};
`;

const QUICK = { warm: { most: 3 }, fresh: { most: 10 } };
const WIDE = { files: { most: 50 }, MB: { most: 8 }, warm: { most: 20 } };
const SEARCH = { warm: { most: 40 } };
const FILTER = { warm: { most: 10 } };
/** The queries by the number of records, each with the goals of its figures. */
const QUERIES = {
  2620: {
    'limit=20': {},
    'limit=37&offset=7': {},
    'limit=1000&offset=7': {},
    'limit=all&offset=1': {},
    'ordering=city_fips': {},
    'ordering=state_abbrev,-label': QUICK,
    'country=us&name=ville&offset=20': QUICK,
    'search=new': QUICK,
  },
  100000: {
    'ordering=label&limit=50&offset=71234': { files: { most: 4 }, warm: { most: 5 } },
    'state=CO&ordering=label&limit=40': WIDE,
    'ordering=city_fips&limit=40': WIDE,
    'ordering=-city_fips&limit=40': WIDE,
    'search=ville': SEARCH,
    'name=ville': SEARCH,
    'search=brook': SEARCH,
    'name=brook': SEARCH,
    'country__in=US,CA&limit=40': FILTER,
    'label__in=LABELS&limit=40': FILTER,
    'modified_at__gte=2024-06-01&limit=40': FILTER,
    'modified_at__lte=2024-06-01&limit=40': FILTER,
  },
};

/** How many labels are in the place of `LABELS`. */
const LABELS = 10;

/** Filters that the API of the shipped content does not have. */
const FILTERS =
  "filters: { ...one.filters, label__in: {}, modified_at__lte: { field: 'modifiedAt' } }";

/** The words of the queries, and how many records there are for one that has it. */
const WORDS = { Ville: 10, Brook: 10_000 };

const scratch = scratchFolder();
for (const [count, queries] of Object.entries(QUERIES)) {
  const site = await buildSite(Number(count));
  console.log(`${count} records; milliseconds of processor, once warm and for the first answer`);
  for (const [query, goals] of Object.entries(queries)) {
    await measure(site, query.replace('LABELS', site.labels), goals);
  }
}

/** Builds a site: the shipped one, or one of made up neighborhoods in which each word of `WORDS` is. */
async function buildSite(count) {
  let labels = '';
  const [content, out] = ['content', 'dist'].map((name) => path.join(scratch, `${name}-${count}`));
  if (count < 10_000) {
    await build(path.join(root, 'content'), out, '--base-url', BASE);
  } else {
    writeContent(content, { count, shape: 'list' });
    labels = addWords(path.join(content, 'neighborhoods/neighborhoods.json'));
    const definition = definitionOption(scratch, `${FILTERS}, ${FEW_PAGES}`);
    await build(content, out, '--base-url', BASE, ...definition);
  }
  const folders = { worker: path.join(out, '../worker'), reader: path.join(out, '../reader') };
  for (const folder of Object.values(folders)) {
    rmSync(folder, { recursive: true, force: true });
    // The runtime reads the names of all files when it starts: these are enough.
    for (const part of [ROOT, STORE, PLAIN]) {
      cpSync(path.join(out, part), path.join(folder, part), { recursive: true });
    }
    cpSync(path.join(out, '_hosts/cloudflare'), folder, { recursive: true });
  }
  writeFileSync(path.join(folders.reader, 'worker.js'), READER);
  return { out, labels, ...folders, plain: await firstTime(folders.worker, `/${PLAIN}`) };
}

/** @returns labels of records far from each other, as a value of a filter */
function addWords(file) {
  const records = JSON.parse(readFileSync(file, 'utf8'));
  for (const [index, record] of records.entries()) {
    for (const [word, step] of Object.entries(WORDS)) {
      if (index % step === 0) record.label += ` ${word}`;
    }
  }
  writeFileSync(file, JSON.stringify(records));
  const some = records.filter((_, index) => index % (records.length / LABELS) === 1);
  return some.map(({ label }) => encodeURIComponent(label)).join();
}

async function measure({ out, worker, reader, plain }, query, goals) {
  const target = `/api/neighborhoods/?${query}`;
  const node = await measureNode(out, BASE + target);
  const first = await firstTime(worker, target);
  const reading = await firstTime(reader, `/api/?files=${node.paths.join('+')}`);
  const found = {
    files: node.paths.length,
    MB: node.bytes / 1e6,
    warm: await warmTime(worker, target),
    fresh: first - plain,
  };
  const ms = (value) => value.toFixed(1).padStart(6);
  console.log(
    [
      `  ${query.slice(0, 38).padEnd(38)}${String(found.files).padStart(3)} files ${found.MB.toFixed(2).padStart(6)} MB`,
      `Node ${ms(node.warm)} ${ms(node.fresh)}`,
      `workerd ${ms(found.warm)} ${ms(found.fresh)}, without reading ${ms(first - reading)}`,
    ].join('  '),
  );
  const figures = Object.entries(goals).map(([name, goal]) => figure(name, found[name], goal));
  if (figures.length > 0) console.log(`    ${figures.join('; ')}`);
}

/** In Node, with the files in memory. */
async function measureNode(out, url) {
  const files = new Map();
  const read = async (file) => {
    if (!files.has(file)) files.set(file, new Uint8Array(readFileSync(path.join(out, file))));
    return files.get(file);
  };
  const site = await openSite(read);
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    const response = await answer(new Request(url), site);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} got ${response.status}.`);
    times.push(process.cpuUsage(before));
  }
  const first = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const thread = new Worker(new URL('first-answer.mjs', import.meta.url), {
      workerData: { url, files },
    });
    first.push(...(await once(thread, 'message')));
    await thread.terminate();
  }
  return {
    warm: median(times.map(({ user, system }) => (user + system) / 1000)),
    fresh: median(first),
    paths: [...files.keys()],
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

/** In workerd: an answer, over a plain file. */
async function warmTime(folder, target) {
  const { spend, stop } = await startWorkerd(folder);
  const mean = async (path) => {
    for (let request = 0; request < WARM_UP; request++) await spend(path);
    let sum = 0;
    for (let request = 0; request < REQUESTS; request++) sum += await spend(path);
    return sum / REQUESTS;
  };
  const time = (await mean(target)) - (await mean(`/${PLAIN}`));
  await stop();
  return time;
}

/** In workerd: the first answer after its start. */
async function firstTime(folder, target) {
  const times = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { spend, stop } = await startWorkerd(folder);
    times.push(await spend(target));
    await stop();
  }
  return median(times);
}
