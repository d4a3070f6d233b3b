/**
 * The floor that a build is measured against: renders every page of the grid from the published
 * records with `JSON.stringify` and writes the files with a plain loop. It reads no YAML, checks,
 * hashes and swaps nothing.
 *
 * Called with the records (a JSON file that `build.mjs` makes) and an empty folder.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

const [records, folder] = process.argv.slice(2);
const { base, collections, others } = JSON.parse(readFileSync(records, 'utf8'));

const made = new Set();
function write(file, body) {
  const target = path.join(folder, file);
  const parent = path.dirname(target);
  if (!made.has(parent)) mkdirSync(parent, { recursive: true });
  made.add(parent);
  const descriptor = openSync(target, 'w');
  writeSync(descriptor, body);
  closeSync(descriptor);
}

for (const [file, body] of others) write(file, body);
for (const { name, key, listings, values } of collections) {
  for (const value of values) write(`api/${name}/${value[key]}.json`, JSON.stringify(value));
  for (const { list, query, limits, order } of listings) {
    const sorted = order.map((index) => values[index]);
    const count = sorted.length;
    for (const limit of limits) {
      const size = limit === 'all' ? count : limit;
      for (let offset = 0; offset < count; offset += size) {
        const href = (at) => {
          const all = Object.entries({ ...query, limit, offset: at });
          const parameters = new URLSearchParams(all.filter(([, value]) => value !== ''));
          parameters.sort();
          return `${base}/api/${name}/?${parameters}`;
        };
        const page = {
          count,
          next: offset + size < count ? href(offset + size) : null,
          previous: offset > 0 ? href(Math.max(0, offset - size)) : null,
          results: sorted.slice(offset, offset + size),
        };
        const place = offset > 0 ? `/offset/${offset}` : '';
        write(`api/${name}${list}/limit/${limit}${place}.json`, JSON.stringify(page));
      }
    }
  }
}
