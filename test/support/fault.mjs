/**
 * Faults of the file system at exact steps. Loaded before a program (`node --import`), this wraps every
 * function of `node:fs` that changes something. A call on a path below the armed folder is a step, named
 * by what it does to which path, such as `rename dist → .dist.staticrest-previous-*`; the same call on
 * the same path again is that step's next turn. Names rather than numbers, so that a step is the same one
 * in whichever thread it falls.
 *
 * A plan is `{ folder, step?, turn?, mode?, code?, log? }`. Modes, at the step:
 * - `kill`: the process kills itself before the call; `killed`: right after it
 * - `once`: the call fails with the error `code`, and all others work
 * - `dead`: this call fails with the error `code`, and all after it with EROFS, but that files can be
 *   closed. To the disk that is a killed process, but one process can play it many times.
 * - `short`: a write leaves all but its first byte out, as a full disk does before it says so
 * Without a step nothing happens but that steps are written to the file `log`, one a line.
 *
 * A plan is shared by a process's threads, but the turns of a step are counted in each thread.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const KEY = 'staticrest fault';
const own = { appendFileSync: fs.appendFileSync };

/** Of all threads: which plan it is, whether its step has come, how long its text is; then its text. */
const [PLAN, COME, LENGTH] = [0, 1, 2];
const HEAD = 16;
const memory = getEnvironmentData(KEY) ?? new SharedArrayBuffer(HEAD + 65536);
setEnvironmentData(KEY, memory);
const numbers = new Int32Array(memory, 0, HEAD / 4);

/** This thread's view of the plan. */
let known = 0;
let plan = null;
let turns = new Map();
const opened = new Map();

/** Arms a plan, or ends the last one with null. Told to the program by way of its global scope. */
globalThis[Symbol.for(KEY)] = (next) => {
  const text = new TextEncoder().encode(JSON.stringify(next));
  new Uint8Array(memory, HEAD).set(text);
  numbers[LENGTH] = text.length;
  Atomics.store(numbers, COME, 0);
  Atomics.add(numbers, PLAN, 1);
};

function currentPlan() {
  const latest = Atomics.load(numbers, PLAN);
  if (latest !== known) {
    const text = new Uint8Array(memory, HEAD, numbers[LENGTH]).slice();
    [known, plan, turns] = [latest, JSON.parse(new TextDecoder().decode(text)), new Map()];
  }
  return plan;
}

/** A path as steps name it, or null where it is not below the folder. */
function placeOf(file, { folder }) {
  if (typeof file !== 'string' && !(file instanceof URL) && !Buffer.isBuffer(file)) return null;
  const place = path.relative(
    folder,
    path.resolve(file instanceof URL ? file.pathname : `${file}`),
  );
  return place.split(path.sep)[0] === '..'
    ? null
    : place.replaceAll(/-\d+-\d+(?:-\d+)?(?=\/|$)/g, '-*');
}

/** An error as Node makes it. */
function errorOf(code, call, files) {
  const [errno, [, words]] = [...getSystemErrorMap()].find(([, [name]]) => name === code);
  const [file, dest] = files.map(String);
  const where = (file ? ` '${file}'` : '') + (dest ? ` -> '${dest}'` : '');
  const error = new Error(`${code}: ${words}, ${call}${where}`);
  const of = { ...(file && { path: file }), ...(dest && { dest }) };
  return Object.assign(error, { errno, code, syscall: call, ...of });
}

const end = () => {
  process.kill(process.pid, 'SIGKILL');
  // Until the signal is there, nothing more may happen in this thread.
  for (;;);
};

/**
 * What is to happen at a call.
 * @returns an error to fail with, `short`, `killed`, or null
 */
function faultAt(call, files, isByDescriptor) {
  const now = currentPlan();
  if (!now) return null;
  const places = files.map((file) => placeOf(file, now));
  if (!places.some((place) => place !== null)) return null;
  const { mode, code = 'EIO', log } = now;
  const fail = (name) => errorOf(name, call, isByDescriptor ? [] : files);
  const step = `${call} ${places.map((place) => place ?? '(elsewhere)').join(' → ')}`;
  const turn = (turns.get(step) ?? 0) + 1;
  turns.set(step, turn);
  if (log) own.appendFileSync(log, `${JSON.stringify({ step, turn })}\n`);
  if (mode === 'dead' && call !== 'close' && Atomics.load(numbers, COME)) return fail('EROFS');
  if (step !== now.step || turn !== now.turn) return null;
  Atomics.store(numbers, COME, 1);
  if (mode === 'kill') end();
  return mode === 'killed' || mode === 'short' ? mode : fail(code);
}

/** Calls that take paths, and how many of them. */
const BY_PATH = {
  ...{ appendFile: 1, chmod: 1, chown: 1, lchmod: 1, lchown: 1, lutimes: 1, mkdir: 1, mkdtemp: 1 },
  ...{ rm: 1, rmdir: 1, truncate: 1, unlink: 1, utimes: 1, writeFile: 1 },
  ...{ copyFile: 2, cp: 2, link: 2, rename: 2, symlink: 2 },
};
/** Calls on an open file. */
const BY_DESCRIPTOR = {
  ...{
    fchmod: 'chmod',
    fchown: 'chown',
    fdatasync: 'fsync',
    fsync: 'fsync',
    ftruncate: 'truncate',
  },
  ...{ futimes: 'utimes', write: 'write', writev: 'write', close: 'close' },
};

const isForWriting = (flags = 'r') =>
  typeof flags === 'string'
    ? /[wa+]/.test(flags)
    : (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0;

/** What a call is to a step: its name, the paths, and whether they come from a descriptor. */
function describeCall(name, args) {
  if (name === 'open') return isForWriting(args[1]) ? ['open', [args[0]], false] : null;
  if (name in BY_PATH) return [name, args.slice(0, BY_PATH[name]), false];
  const { file, isRead } = opened.get(args[0]) ?? {};
  const call = BY_DESCRIPTOR[name];
  return file === undefined || (isRead && call === 'close') ? null : [call, [file], true];
}

function faultOf(name, args) {
  const call = describeCall(name, args);
  return call && faultAt(...call);
}

/** All but the first byte of a write left out. */
function shortened(name, [descriptor, body, ...rest]) {
  const callback = rest.filter((one) => typeof one === 'function');
  const first = name === 'writev' ? body.find((one) => one.length > 0) : Buffer.from(body);
  const least = first.subarray(0, 1);
  return [descriptor, name === 'writev' ? [least] : least, ...callback];
}

/** Remembers which file a descriptor is of. One for reading only matters where it is synced. */
function noted(name, [subject, flags], result) {
  if (name === 'open') opened.set(result, { file: subject, isRead: !isForWriting(flags) });
  if (name === 'close') opened.delete(subject);
  return result;
}

/** A file is closed even where that fails. */
function failed(name, fault, call) {
  if (name === 'close') call();
  return fault;
}

function wrapSync(name, original) {
  return (...args) => {
    const fault = faultOf(name, args);
    if (fault instanceof Error) throw failed(name, fault, () => original.apply(fs, args));
    const result = original.apply(fs, fault === 'short' ? shortened(name, args) : args);
    if (fault === 'killed') end();
    return noted(name, args, result);
  };
}

function wrapCallback(name, original) {
  return (...args) => {
    const fault = faultOf(name, args);
    const callback = args.at(-1);
    if (fault instanceof Error) {
      const closed = () => callback(fault);
      if (name === 'close') return original.call(fs, args[0], closed);
      return void process.nextTick(closed);
    }
    const given = fault === 'short' ? shortened(name, args) : args;
    const then = (error, ...results) => {
      if (fault === 'killed') end();
      if (!error) noted(name, args, results[0]);
      callback(error, ...results);
    };
    return original.apply(fs, [...given.slice(0, -1), then]);
  };
}

function wrapPromise(name, original) {
  return async (...args) => {
    const fault = faultOf(name, args);
    if (fault instanceof Error) throw fault;
    const result = await original.apply(fs.promises, args);
    if (fault === 'killed') end();
    // A handle writes by methods of its own.
    return name === 'open' ? wrapHandle(result, args[0]) : result;
  };
}

const BY_HANDLE = {
  ...{ appendFile: 'write', write: 'write', writeFile: 'write', writev: 'write', close: 'close' },
  ...{ chmod: 'chmod', sync: 'fsync', datasync: 'fsync', truncate: 'truncate', utimes: 'utimes' },
};

function wrapHandle(handle, file) {
  for (const [method, call] of Object.entries(BY_HANDLE)) {
    const original = handle[method];
    handle[method] = async (...args) => {
      const fault = faultAt(call, [file], true);
      if (fault instanceof Error) {
        if (method === 'close') await original.apply(handle, args);
        throw fault;
      }
      const result = await original.apply(handle, args);
      if (fault === 'killed') end();
      return result;
    };
  }
  return handle;
}

function wrap(owner, key, name, wrapper) {
  const original = owner[key];
  if (typeof original !== 'function') return;
  const wrapped = wrapper(name, original);
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  owner[key] = wrapped;
}

for (const name of ['open', ...Object.keys(BY_PATH), ...Object.keys(BY_DESCRIPTOR)]) {
  wrap(fs, `${name}Sync`, name, wrapSync);
  wrap(fs, name, name, wrapCallback);
  if (!(name in BY_DESCRIPTOR)) wrap(fs.promises, name, name, wrapPromise);
}
syncBuiltinESMExports();
