import { lstatSync, readFileSync } from 'node:fs';
import type { Grid } from '../../core/grid.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { isAbsent } from '../../util/system-error.ts';
import type { FaultCode } from './fault.ts';

/** A site that is being verified. */
export interface Inspection {
  readonly grid: Grid;
  /** The bytes of a file, by its path in the site; null, and a fault, where there is no plain file. */
  read(file: string): Buffer | null;
  /** Adds a fault to those that were found; its message is a sentence's part whose subject is the file. */
  report(code: FaultCode, file: string, message: string): void;
  /**
   * Called after each file of a step, such as `Reading`: see `pauseWith`.
   * @throws the signal's reason
   */
  pause(step: string): Promise<void>;
}

/** The bytes of a file; null where there is no plain file. */
export function readPlainFile(file: string): Buffer | null {
  try {
    // A link could lead out of the site, and reading a pipe could block forever.
    return lstatSync(file).isFile() ? readFileSync(file) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** How long to work before yielding to the event loop, in ms. */
const INTERVAL = 10;

/** Yields to the event loop now and then, so that progress is redrawn and Ctrl-C works. */
export function pauseWith(options: TaskOptions): Inspection['pause'] {
  let [current, done, next] = ['', 0, 0];
  return async (step) => {
    done = step === current ? done + 1 : 1;
    current = step;
    if (performance.now() < next) return;
    await yieldToEventLoop(options, step, done);
    next = performance.now() + INTERVAL;
  };
}
