import { parentPort } from 'node:worker_threads';
import type { Grid } from '../core/grid.ts';
import { wholeReply } from '../core/reply.ts';
import type { Resolution } from '../core/resolve.ts';

/** A reply to make. */
export interface Task {
  readonly grid: Grid;
  readonly resolution: Resolution;
  /** The bodies of the files that it reads, by path; null where they are those of the last task. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> | null;
}

let files: NonNullable<Task['files']> = new Map();

// An error ends the thread, and reaches the other one.
parentPort?.on('message', async (task: Task) => {
  files = task.files ?? files;
  const read = async (file: string) => files.get(file) ?? null;
  const reply = await wholeReply({ grid: task.grid, read }, task.resolution);
  parentPort?.postMessage(reply, reply.body ? [reply.body.buffer as ArrayBuffer] : []);
});
