import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The version in package.json; a test compares the two. */
export const VERSION = '0.1.0';

/** The path of a compiled file, from its path in `lib/`; the same for compiled code and for the source. */
export const compiledFile = (file: string): string =>
  path.join(createRequire(import.meta.url).resolve('staticrest/package.json'), '../lib', file);

/** The text of a compiled file, such as a script that is deployed. */
export const compiledText = (file: string): string => readFileSync(compiledFile(file), 'utf8');
