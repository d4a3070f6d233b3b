import { readFileSync } from 'node:fs';
import { compiledFile } from '../util/compiled-file.ts';

/** The text of a script that is deployed, such as `worker.bundle.js`, made when the package was compiled. */
export const compiledScript = (file: string): string => readFileSync(compiledFile(file), 'utf8');

/**
 * A value as a JavaScript expression: JSON, with a computed key for `__proto__`, which would set the
 * object's prototype.
 */
export const toJavaScript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('"__proto__":', '["__proto__"]:');
