import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/** Called repeatedly during a long step, with how much is done, if known: files, unless it has another unit. */
export type OnProgress = (step: string, done?: number, total?: number, unit?: string) => void;

/** See `pauseWith`. */
export type Pause = (...progress: Parameters<OnProgress>) => Promise<void>;

/** How a long-running function reports and is aborted. */
export interface TaskOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Called with a sentence that tells what takes long, such as why it waits. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** Aborts it at its next turn of the event loop. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reports progress, then yields to the event loop so that the terminal redraws and Ctrl-C works.
 * @throws the signal's reason
 */
export async function yieldToEventLoop(options: TaskOptions, ...progress: Parameters<OnProgress>) {
  options.onProgress?.(...progress);
  await setImmediate();
  options.signal?.throwIfAborted();
}

/**
 * Waits for a promise of work that can't be aborted itself.
 * @throws the signal's reason, and what the promise is rejected with
 */
export async function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal) await Promise.race([work, once(signal, 'abort')]);
  signal?.throwIfAborted();
  return work;
}

/** How long to work before yielding to the event loop, in ms. */
const INTERVAL = 10;

/**
 * Makes a function to call after each part of a long step. It yields to the event loop now and then, and
 * throws the signal's reason.
 */
export function pauseWith(options: TaskOptions): Pause {
  let next = 0;
  return async (...progress) => {
    if (performance.now() < next) return;
    await yieldToEventLoop(options, ...progress);
    next = performance.now() + INTERVAL;
  };
}

/** Long work in parts, with the number of records that are done, if known. */
export type Steps<T> = Generator<number | undefined, T>;

/** Yields to the event loop now and then between the parts. @throws the signal's reason */
export async function runInTurns<T>(steps: Steps<T>, name: string, options: TaskOptions) {
  const pause = pauseWith(options);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await pause(name, step.value, undefined, 'records');
  return step.value;
}

/** Does all parts of long work at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
