import { once } from 'node:events';
import type { OnProgress, TaskOptions } from '../util/progress.ts';
import { formatNumber } from '../util/text.ts';

/** A time in seconds. */
export const formatSeconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(1)} s`;

/** The minimum time between two updates of a step, in ms. */
const INTERVAL = 100;

/**
 * A line on standard error that shows the progress of a step, and is cleared when the step is done. It
 * shows nothing if standard error is not a terminal: in a log, every update would be another line.
 */
export function progressLine() {
  const { stderr } = process;
  const show = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`);
  let [shown, next] = ['', 0];
  const update: OnProgress = (step, done, total, unit = 'files') => {
    const now = performance.now();
    // A new step is shown at once: it may keep the event loop busy.
    if (step === shown && now < next) return;
    [shown, next] = [step, now + INTERVAL];
    const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
    const count = done === undefined ? '' : ` ${formatNumber(done)}${of} ${unit}`;
    show(`${step}${count} …`);
  };
  return { update, clear: () => show('') };
}

/** Ctrl-C, a request to terminate, the end of the terminal, and Ctrl-\. Windows never sends the last one. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Listens once for a signal that ends the program: then `signal` is aborted, and `interrupted` resolves.
 * `end` removes the listeners, so that the default action applies again.
 */
export function interruptible() {
  const controller = new AbortController();
  const signal: AbortSignal = controller.signal;
  const interrupt = () => controller.abort();
  const end = () => {
    for (const name of SIGNALS) process.off(name, interrupt);
  };
  signal.addEventListener('abort', end);
  for (const name of SIGNALS) process.on(name, interrupt);
  return { signal, interrupted: once(signal, 'abort'), end };
}

/**
 * Runs a long task: shows its progress, and aborts it on Ctrl-C.
 * @param writes false for a task that leaves nothing behind: a signal ends the program at once, not only between two files
 * @returns the result, and how long the task took: in seconds, and as text
 */
export async function runTask<T>(task: (options: TaskOptions) => Promise<T>, writes = true) {
  const start = performance.now();
  const progress = progressLine();
  const { signal, end } = interruptible();
  if (!writes) end();
  const onNotice = (sentence: string) => {
    progress.clear();
    console.error(sentence);
  };
  try {
    const result = await task({ onProgress: progress.update, onNotice, signal });
    const milliseconds = Math.round(performance.now() - start);
    return { result, seconds: milliseconds / 1000, time: formatSeconds(milliseconds) };
  } finally {
    progress.clear();
    end();
  }
}
