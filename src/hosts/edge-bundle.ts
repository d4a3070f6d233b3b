import { readFileSync } from 'node:fs';
import { compiledFile } from '../util/compiled-file.ts';

/** The text of a script of `edge/`, such as `worker`, bundled when the package was compiled. */
export const edgeBundle = (name: string): string =>
  readFileSync(compiledFile(`${name}.bundle.js`), 'utf8');

/**
 * A value as a JavaScript expression: JSON, with a computed key for `__proto__`, which would set the
 * object's prototype.
 */
export const toJavaScript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('"__proto__":', '["__proto__"]:');
