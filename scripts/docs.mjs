// Writes what the documentation says of the hosts, from what the code says: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HOSTS_FILE, hostSections, supportTable, withPart } from '../lib/hosts/support.js';

const root = path.resolve(import.meta.dirname, '..');
const parts = [
  ['README.md', 'support', supportTable()],
  [HOSTS_FILE, 'hosts', hostSections()],
];
for (const [name, part, text] of parts) {
  const file = path.join(root, name);
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), part, text));
}
