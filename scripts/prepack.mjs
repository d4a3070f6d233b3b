/* Stops `npm pack` with a clear message if nothing is installed here yet. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
if (!existsSync(path.join(root, 'node_modules/typescript'))) {
  console.error(
    `The development dependencies of staticrest are missing. Run \`npm ci\` in ${root} first.`,
  );
  process.exitCode = 1;
}
