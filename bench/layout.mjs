/**
 * Sites without pages: how many files and bytes they have, what one change of the content uploads, and
 * how long they take to build, with the shipped content and with 100,000 made up neighborhoods. Each build
 * is a whole Node process, on a memory file system where there is one.
 */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figure, measured, median, memory, program, root, scratchFolder } from './scratch.mjs';
import { build, neighborhoodNumber } from './server.mjs';
import { writeContent } from './synthetic.mjs';

const RUNS = 5;
const MANY = 100_000;
const [FOR_CLOUDFLARE, FOR_NGINX] = ['cloudflare', 'nginx'].map((host) => [
  '--host',
  host,
  '--base-url',
  'https://example.org',
]);
const [ROOT, STORE] = ['data/root.json', 'data/store'];

const scratch = scratchFolder();
const at = (...names) => path.join(scratch, ...names);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The shipped content: its files, what an edit changes, and the time beside that of a build with pages. */
async function showShipped() {
  const content = at('content');
  cpSync(path.join(root, 'content'), content, { recursive: true });
  const [site, edited] = [at('shipped'), at('edited')];
  await build(content, site, ...FOR_CLOUDFLARE);
  const { files, bytes } = sizeOf(site);
  console.log(
    `shipped content without downloads/: ${figure('files', files, { most: 300 })}; ${figure('size', bytes / 1e6, { most: 14 }, ' MB')}`,
  );
  const added = neighborhoodNumber(0);
  // On the map.
  const text = `${added.text}latitude: 39\nlongitude: -105\n`;
  writeFileSync(path.join(content, added.file), text);
  changeOne(path.join(content, 'neighborhoods/US/CO'));
  await build(content, edited, ...FOR_CLOUDFLARE);
  console.log(`one neighborhood more and one changed: ${uploadLine(site, edited, 1)}`);

  const layouts = { chunks: FOR_CLOUDFLARE, pages: FOR_NGINX };
  const times = { chunks: [], pages: [] };
  for (let run = 0; run < RUNS; run++) {
    for (const [layout, options] of Object.entries(layouts)) {
      const out = at('timed');
      const start = performance.now();
      await build(content, out, ...options);
      times[layout].push((performance.now() - start) / 1000);
      rmSync(out, { recursive: true });
    }
  }
  const [chunks, pages] = [median(times.chunks), median(times.pages)];
  console.log(
    `build ${chunks.toFixed(2)} s, with pages ${pages.toFixed(2)} s, medians of ${RUNS} in turn; ${figure('ratio', chunks / pages, { most: 0.6 })}`,
  );
}

/** Many records in one JSON file: files, sizes, time and memory, and what one record more changes. */
async function showMany() {
  const [content, site, edited] = [at('many'), at('many-site'), at('many-edited')];
  writeContent(content, { count: MANY, shape: 'list' });
  const { seconds, peak } = buildMeasured(content, site);
  const store = storeBytes(site);
  const records = recordBytes(site);
  console.log(
    `${MANY.toLocaleString('en')} records: ${figure('files', sizeOf(site).files, { most: 4000 })}; ${figure('store / records', store / records, { most: 5 })} (${megabytes(store)}, ${megabytes(records)}); ${figure('build', seconds, { most: 15 }, ' s')}; ${figure('peak', peak / 1e6, { most: 450 }, ' MB')}`,
  );
  addInTheMiddle(path.join(content, 'neighborhoods/neighborhoods.json'));
  await build(content, edited, ...FOR_CLOUDFLARE);
  console.log(`one record more, in the middle: ${uploadLine(site, edited, 15)}`);
  console.log(`  ${changedParts(site, edited)}`);
  for (const folder of [content, site, edited]) rmSync(folder, { recursive: true });
}

function buildMeasured(content, out) {
  const args = ['build', '--content', content, '--out', out, ...FOR_CLOUDFLARE];
  const { status, errors, ...usage } = measured(program, ...args);
  if (status !== 0) throw new Error(`The build failed. ${errors}`);
  return usage;
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);

/** The files of a site and their bytes, with the manifest and without the downloads. */
function sizeOf(site) {
  const { files } = readJson(path.join(site, 'manifest.json'));
  const rows = files.filter((row) => !row.path.startsWith('downloads/'));
  const { size } = statSync(path.join(site, 'manifest.json'));
  return { files: rows.length + 1, bytes: sum(rows) + size };
}

const isStore = (file) => file === ROOT || file.startsWith(`${STORE}/`);

const storeBytes = (site) =>
  sum(readJson(path.join(site, 'manifest.json')).files.filter((row) => isStore(row.path)));

/** The bytes of the neighborhoods as JSON lines: each chunk of the default order has its size in its name. */
function recordBytes(site) {
  const { orders } = readJson(path.join(site, ROOT)).collections.neighborhoods;
  return chunksOf(site, orders['']).reduce((total, name) => total + sizeIn(name), 0);
}

const sizeIn = (name) => Number(/-(\d+)/.exec(name)[1]);

/** The chunks that a chunk list names. */
const chunksOf = (site, list) =>
  readFileSync(path.join(site, STORE, list), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);

/** What a build uploads over an older one: the bytes of the files that are new or another. */
function uploadLine(older, newer, most) {
  const [before, after] = [older, newer].map(
    (site) => readJson(path.join(site, 'manifest.json')).files,
  );
  const known = new Map(before.map((row) => [row.path, row.sha256]));
  const changed = after.filter((row) => known.get(row.path) !== row.sha256);
  const groups = {
    store: [],
    features: [],
    list: [],
    page: [],
    OpenAPI: [],
    feed: [],
    downloads: [],
  };
  for (const row of changed) {
    const group = groupOf(row.path);
    groups[group] = [...(groups[group] ?? []), row];
  }
  const { store, ...others } = groups;
  const { size } = statSync(path.join(newer, 'manifest.json'));
  const told = Object.entries(others).map(([group, rows]) => `${group} ${megabytes(sum(rows))}`);
  return `${figure('store', sum(store) / 1e6, { most }, ' MB')} in ${store.length} files; ${told.join(', ')}, manifest ${megabytes(size)}`;
}

const GROUPS = { 'index.html': 'page', 'openapi.json': 'OpenAPI', 'feed.xml': 'feed' };

function groupOf(file) {
  if (isStore(file)) return 'store';
  if (file.endsWith('_geojson.json')) return 'features';
  if (file.startsWith('downloads/')) return 'downloads';
  if (file.startsWith('api/')) return 'list';
  return GROUPS[file] ?? 'other';
}

/** The parts of the neighborhoods that an older site does not have, by their kind. */
function changedParts(older, newer) {
  const [before, after] = [older, newer].map(partsOf);
  const told = Object.entries(after).map(([kind, parts]) => {
    const known = new Set(before[kind]);
    const added = parts.filter((name) => !known.has(name));
    const bytes = added.reduce((total, name) => total + sizeIn(name), 0);
    return `${kind} ${added.length} of ${parts.length} (${megabytes(bytes)})`;
  });
  return told.join(', ');
}

/** The names of the parts of the neighborhoods, as the root tells them. Equal parts are one file. */
function partsOf(site) {
  const { orders, sorts, columns, keys } = readJson(path.join(site, ROOT)).collections
    .neighborhoods;
  const lists = Object.values(orders);
  const pieces = Object.values(columns).flatMap((forms) => Object.values(forms).flat());
  const parts = {
    chunks: lists.flatMap((list) => chunksOf(site, list)),
    'chunk lists': lists,
    permutations: Object.values(sorts).flat(),
    columns: pieces.map(([name]) => name),
    'key tables': keys,
  };
  return Object.fromEntries(
    Object.entries(parts).map(([kind, names]) => [kind, [...new Set(names)]]),
  );
}

/** Changes a record, as its editor would: a field, and when that was. */
function changeOne(folder) {
  const file = path.join(folder, readdirSync(folder).sort()[0]);
  const text = readFileSync(file, 'utf8');
  const changed = text
    .replace(/^modified_at: .*/m, "modified_at: '2030-01-02T00:00:00.000000Z'")
    .replace(/^population: .*/m, 'population: 12345');
  if (changed === text) throw new Error(`${file} has no field to change.`);
  writeFileSync(file, changed);
}

/** Adds a record to a JSON file, with a time of creation between those of the others. */
function addInTheMiddle(file) {
  const records = readJson(file);
  const times = records.map((record) => record.created_at).sort();
  const time = times[times.length >> 1];
  records.push({ ...neighborhoodNumber(0).record, created_at: time, modified_at: time });
  writeFileSync(file, JSON.stringify(records));
}

console.log(`sites without pages, in ${memory}`);
await showShipped();
await showMany();
