import { readFileSync } from 'node:fs';
import { compiledFile } from '../util/compiled-file.ts';

/** The text of a module that was bundled when the package was compiled, such as `worker`. */
export const bundleOf = (name: string): string =>
  readFileSync(compiledFile(`${name}.bundle.js`), 'utf8');

/** A value as JavaScript: JSON, but that the one name is not taken for the object's prototype. */
export const script = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('"__proto__":', '["__proto__"]:');
