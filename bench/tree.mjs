import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder: its path and its stats. */
export function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    else yield { file, stats: lstatSync(file) };
  }
}
