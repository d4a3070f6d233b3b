import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** Calls that change the file system, and how many paths each takes. */
const CALLS = {
  ...{ mkdirSync: 1, openSync: 1, renameSync: 2, rm: 1, rmSync: 1, rmdirSync: 1 },
  ...{ unlinkSync: 1, utimesSync: 1, writeFileSync: 1 },
};

/**
 * Intercepts every call of `node:fs` that changes something below a folder. Modules that copied the
 * functions of `node:fs` before are not intercepted.
 * @param {string} folder
 * @param {(step: string) => void} onStep called before each call with what it does to which path below
 *   the folder, such as `rename dist -> .dist.staticrest-previous-*`; if it throws, the call fails with that
 * @returns {() => void} ends the interception
 */
export function interceptWrites(folder, onStep) {
  const originals = Object.keys(CALLS).map((name) => [name, fs[name]]);
  for (const [name, original] of originals) {
    fs[name] = (...args) => {
      const files = args.slice(0, CALLS[name]).map((file) => path.relative(folder, `${file}`));
      const isReading = name === 'openSync' && (args[1] ?? 'r') === 'r';
      // A number is a file descriptor; opening it was a step of its own.
      const isBelow = typeof args[0] === 'string' && files.some((file) => !file.startsWith('../'));
      if (!isBelow || isReading) return original(...args);
      const names = files.map((file) => file.replaceAll(/-[0-9a-f]{16}(?=\/|$)/g, '-*'));
      onStep(`${name.replace('Sync', '')} ${names.join(' -> ')}`);
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, Object.fromEntries(originals));
    syncBuiltinESMExports();
  };
}
