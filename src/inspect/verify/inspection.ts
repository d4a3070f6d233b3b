import type { Grid } from '../../core/grid.ts';
import type { Pause } from '../../util/progress.ts';

/** A file is not the one that the manifest, or a list of checksums, has. */
type FileFaultCode = 'missing' | 'extra' | 'kind' | 'unreadable' | 'size' | 'hash';

/** A file has other records or links than it should, or is not well-formed. */
type ContentFaultCode = 'syntax' | 'key' | 'count' | 'next' | 'previous' | 'records';

/** What is wrong with a file of a site. */
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
  readonly pause: Pause;
}
