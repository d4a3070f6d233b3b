import { readFileSync } from 'node:fs';
import { compiledFile } from '../util/compiled-file.ts';

/** The text of a script that is deployed, such as `worker.bundle.js`, made when the package was compiled. */
export const compiledScript = (file: string): string => readFileSync(compiledFile(file), 'utf8');
