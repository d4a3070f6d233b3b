import type { Grid } from '../../core/grid.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';

/** A file is not the one that the manifest, or a list of checksums, has. */
type FileFaultCode = 'missing' | 'extra' | 'kind' | 'unreadable' | 'size' | 'hash';

/** A file has other records or links than it should, or is not well-formed. */
type ContentFaultCode = 'syntax' | 'key' | 'count' | 'next' | 'previous' | 'records';

/** What is wrong with a file of a site or a snapshot. */
export interface Fault {
  /** The codes are stable: scripts may match them. */
  readonly code: FileFaultCode | ContentFaultCode;
  /** The file, relative to the folder that is verified. */
  readonly path: string;
  /** What is wrong with it, as a part of a sentence whose subject is the file. */
  readonly message: string;
}

/** A site that is being verified. */
export interface Inspection {
  readonly grid: Grid;
  /** The SHA-256 of each file, in hex, by its path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Reads a file by its path in the site; null if it is damaged, or if it is missing, which is reported. */
  read(path: string): Buffer | null;
  /** Adds a fault. */
  report(...fault: [Fault['code'], Fault['path'], Fault['message']]): void;
  /** See `pauseWith`. */
  pause(step: string, done?: number): Promise<void>;
}

/** How long to work before yielding to the event loop, in ms. */
const INTERVAL = 10;

/**
 * Makes a function to call after each file of a long step. It yields to the event loop now and then, so that
 * progress is shown and Ctrl-C works, and throws the signal's reason.
 */
export function pauseWith(options: TaskOptions): Inspection['pause'] {
  let next = 0;
  return async (step, done) => {
    if (performance.now() < next) return;
    await yieldToEventLoop(options, step, done);
    next = performance.now() + INTERVAL;
  };
}
