/**
 * Faults of the file system at exact steps. Loaded before a program (`node --import`), this wraps every
 * function of `node:fs` that changes something by its path. A call on a path below the given folder is a
 * step, named by what it does to which path, such as `rename dist → .dist.staticrest-previous-*`; the same
 * call on the same path again is that step's next turn.
 *
 * A plan is `{ folder, step?, turn?, mode?, code?, log? }`. Modes, at the step:
 * - `kill`: the process kills itself before the call; `killed`: right after it
 * - `once`: the call fails with the error `code`, and all others work
 * - `dead`: this call fails with the error `code`, and all after it with EROFS. To the disk that is a
 *   killed process, but one process can play it many times.
 * Without a step nothing happens but that steps are written to the file `log`, one a line.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';

const { appendFileSync } = fs;

let plan = null;
let turns = new Map();
/** Has the plan's step come? */
let isReached = false;

/** Sets the plan, or ends the last one with null. The program finds this in its global scope. */
globalThis[Symbol.for('staticrest fault')] = (next) => {
  [plan, turns, isReached] = [next, new Map(), false];
};

/** A path as steps name it, or null where it is not below the folder. */
function nameOf(file) {
  if (typeof file !== 'string' && !(file instanceof URL) && !Buffer.isBuffer(file)) return null;
  const absolute = path.resolve(file instanceof URL ? file.pathname : `${file}`);
  const name = path.relative(plan.folder, absolute);
  if (name.split(path.sep)[0] === '..') return null;
  return name.replaceAll(/-[0-9a-f]{16}(?=\/|$)/g, '-*');
}

/** An error as Node makes it. */
function errorOf(code, call, files) {
  const [errno, [, words]] = [...getSystemErrorMap()].find(([, [name]]) => name === code);
  const [file, dest] = files.map(String);
  const error = new Error(`${code}: ${words}, ${call} '${file}'${dest ? ` -> '${dest}'` : ''}`);
  return Object.assign(error, { errno, code, syscall: call, path: file, ...(dest && { dest }) });
}

const end = () => {
  process.kill(process.pid, 'SIGKILL');
  // Until the signal arrives, nothing more may happen.
  for (;;);
};

/** What is to happen at a call: an error to fail with, `killed`, or null. */
function faultAt(call, files) {
  const names = plan ? files.map(nameOf) : [];
  if (!names.some((name) => name !== null)) return null;
  const { mode, code = 'EIO', log } = plan;
  const step = `${call} ${names.map((name) => name ?? '(elsewhere)').join(' → ')}`;
  const turn = (turns.get(step) ?? 0) + 1;
  turns.set(step, turn);
  if (log) appendFileSync(log, `${JSON.stringify({ step, turn })}\n`);
  if (mode === 'dead' && isReached) return errorOf('EROFS', call, files);
  if (step !== plan.step || turn !== plan.turn) return null;
  isReached = true;
  if (mode === 'kill') end();
  return mode === 'killed' ? mode : errorOf(code, call, files);
}

/** Calls that take paths, and how many of them. */
const CALLS = {
  ...{ appendFile: 1, chmod: 1, chown: 1, lchmod: 1, lchown: 1, lutimes: 1, mkdir: 1, mkdtemp: 1 },
  ...{ rm: 1, rmdir: 1, truncate: 1, unlink: 1, utimes: 1, writeFile: 1 },
  ...{ copyFile: 2, cp: 2, link: 2, rename: 2, symlink: 2 },
};

const isForWriting = (flags = 'r') =>
  typeof flags === 'string'
    ? /[wa+]/.test(flags)
    : (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0;

function faultOf(name, args) {
  if (name === 'open') return isForWriting(args[1]) ? faultAt(name, [args[0]]) : null;
  return faultAt(name, args.slice(0, CALLS[name]));
}

function wrapSync(name, original) {
  return (...args) => {
    const fault = faultOf(name, args);
    if (fault instanceof Error) throw fault;
    const result = original.apply(fs, args);
    if (fault === 'killed') end();
    return result;
  };
}

function wrapCallback(name, original) {
  return (...args) => {
    const fault = faultOf(name, args);
    const callback = args.at(-1);
    if (fault instanceof Error) return void process.nextTick(() => callback(fault));
    const done = (...results) => {
      if (fault === 'killed') end();
      callback(...results);
    };
    return original.apply(fs, [...args.slice(0, -1), done]);
  };
}

function wrapPromise(name, original) {
  return async (...args) => {
    const fault = faultOf(name, args);
    if (fault instanceof Error) throw fault;
    const result = await original.apply(fs.promises, args);
    if (fault === 'killed') end();
    return result;
  };
}

function wrap(owner, key, name, wrapper) {
  const original = owner[key];
  if (typeof original !== 'function') return;
  const wrapped = wrapper(name, original);
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  owner[key] = wrapped;
}

for (const name of ['open', ...Object.keys(CALLS)]) {
  wrap(fs, `${name}Sync`, name, wrapSync);
  wrap(fs, name, name, wrapCallback);
  wrap(fs.promises, name, name, wrapPromise);
}
syncBuiltinESMExports();
