/**
 * What it costs to compose a page: the milliseconds, and the bytes that are read for it, with the
 * shipped number of neighborhoods and with 100,000. The site is in memory, so that a disk is not timed.
 */

import { answer } from '../lib/answer.bundle.js';
import { bnaApi, gridOf, metadataOf, SiteFiles, serialize } from '../lib/internals.js';
import { median } from './scratch.mjs';

const RUNS = 15;
const base = 'https://example.org';
const QUERIES = [
  'limit=20',
  'limit=37&offset=7',
  'limit=1000&offset=7',
  'limit=all&offset=1',
  'ordering=city_fips',
  'ordering=state_abbrev,-label',
  'state=CO&limit=37&offset=7',
  'country=us&name=13&offset=20',
  'search=13%20co&ordering=-city_fips',
];

/** A neighborhood that is made up, of the size of the shipped ones. */
function neighborhood(number) {
  const digits = String((number * 7919) % 10_000_019).padStart(12, '0');
  const uuid = `00000000-0000-4000-8000-${digits}`;
  const name = `neighborhood-${digits}`;
  const time = `2025-03-15T13:52:${String(number % 60).padStart(2, '0')}.${digits.slice(-6)}Z`;
  const value = {
    uuid,
    createdAt: time,
    modifiedAt: time,
    name,
    label: `Neighborhood ${digits}`,
    label_suffix: 'CO, US',
    organization: '00000000-0000-4000-8000-000000000000',
    country: { code: 'US', name: 'United States of America' },
    state_abbrev: 'CO',
    city_fips: digits.slice(-7),
    speed_limit: null,
    boundary_file: `https://s3.amazonaws.com/production-pfb-storage-us-east-1/neighborhood_boundaries/root/CO/${name}.zip`,
    visibility: 'public',
    last_job: uuid,
  };
  return { key: uuid, value };
}

/** A site of made up neighborhoods, in one order and one format. */
function siteOf(count) {
  const api = bnaApi;
  const own = api.collections.find(({ name }) => name === 'neighborhoods');
  const definition = { ...own, orderings: { created_at: own.orderings.created_at } };
  const records = Array.from({ length: count }, (_, number) => neighborhood(number));
  const lean = { ...api, formats: [], collections: [definition] };
  const collections = [{ definition, records, labels: new Map() }];
  const serialized = collections.map((collection) => serialize(collection, {}));
  const grid = gridOf(lean, collections, serialized, base);
  const files = new Map();
  const siteFiles = new SiteFiles(metadataOf(lean, collections), grid, serialized);
  for (const { path, body } of siteFiles.all()) files.set(path, body);
  let bytes = 0;
  const read = async (file) => {
    const body = files.get(file);
    if (!body) return null;
    const whole = Buffer.concat(body);
    bytes += whole.length;
    return whole;
  };
  return { site: { grid, read }, bytesRead: () => bytes };
}

for (const count of [2620, 100_000]) {
  const { site, bytesRead } = siteOf(count);
  console.log(`${count} records`);
  for (const query of QUERIES) {
    const times = [];
    let [read, size] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const [start, before] = [performance.now(), bytesRead()];
      const response = await answer(new Request(`${base}/api/neighborhoods/?${query}`), site);
      size = (await response.arrayBuffer()).byteLength;
      times.push(performance.now() - start);
      read = bytesRead() - before;
    }
    const shown = `${median(times).toFixed(1).padStart(8)} ms ${String(read).padStart(10)} bytes read`;
    console.log(`  ${query.padEnd(36)}${shown} for ${size}`);
  }
}
