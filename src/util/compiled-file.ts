import { createRequire } from 'node:module';
import path from 'node:path';

/** The package's own folder, whether this runs as compiled or from its source. */
const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('staticrest/package.json'));

/** A file that was made when the package was compiled, by its path in `lib/`. */
export const compiledFile = (file: string): string => path.join(PACKAGE, 'lib', file);
