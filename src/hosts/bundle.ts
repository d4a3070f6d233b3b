import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The package's own folder, whether this runs as compiled or from its source. */
const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('staticrest/package.json'));

/** The text of a module that was bundled when the package was compiled, such as `worker`. */
export const bundleOf = (name: string): string =>
  readFileSync(path.join(PACKAGE, 'lib', `${name}.bundle.js`), 'utf8');

/** A value as JavaScript: JSON, but that the one name is not taken for the object's prototype. */
export const script = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('"__proto__":', '["__proto__"]:');
