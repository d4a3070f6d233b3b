import { parentPort } from 'node:worker_threads';
import { batches } from './batch.ts';
import { readContentFile } from './file.ts';

/*
 * The second thread of a reading. It loads what parses and nothing else, to be up before the first
 * has listed the folder.
 */

/** Files to be read by both threads, each the next of them when it has read the last. */
export interface Task {
  readonly files: readonly string[];
  /** How many are taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/**
 * What files say, from one of them on. Undefined stands for a file with a problem: the first thread
 * reads it again, so that there is one way for problems to be found.
 */
export interface Answer {
  readonly from: number;
  readonly values: readonly unknown[];
}

parentPort?.on('message', ({ files, taken }: Task) => {
  for (const [from, to] of batches(taken, files.length)) {
    parentPort?.postMessage({ from, values: files.slice(from, to).map(valueIn) } satisfies Answer);
  }
  parentPort?.postMessage(null);
});

function valueIn(file: string): unknown {
  const { value, problems } = readContentFile(file);
  return problems.length > 0 ? undefined : value;
}
