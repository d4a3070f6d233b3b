/**
 * The least that any build must do: writes the finished files, whose bodies it finds in one file, with
 * a plain loop of open, write and close. Called with that file, its index and an empty folder.
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

const [bodies, index, folder] = process.argv.slice(2);
const bytes = readFileSync(bodies);
const made = new Set();
for (const [file, start, end] of JSON.parse(readFileSync(index, 'utf8'))) {
  const target = path.join(folder, file);
  const parent = path.dirname(target);
  if (!made.has(parent)) mkdirSync(parent, { recursive: true });
  made.add(parent);
  const descriptor = openSync(target, 'w');
  writeSync(descriptor, bytes, start, end - start);
  closeSync(descriptor);
}
