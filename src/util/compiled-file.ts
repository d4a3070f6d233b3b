import { createRequire } from 'node:module';
import path from 'node:path';

/** The package's root folder; the same for compiled code and for the source. */
const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('staticrest/package.json'));

/** The path of a compiled file, from its path in `lib/`. */
export const compiledFile = (file: string): string => path.join(PACKAGE, 'lib', file);
