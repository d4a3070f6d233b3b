import { parentPort } from 'node:worker_threads';
import { wholeReply } from '../core/reply.ts';
import { withBase } from '../core/with-base.ts';
import type { Task } from './compose-thread.ts';

let bodies: NonNullable<Task['bodies']> = new Map();

// An error ends the thread; the other one gets it as an event.
parentPort?.on('message', async (task: Task) => {
  bodies = task.bodies ?? bodies;
  const read = async (file: string) => bodies.get(file) ?? null;
  const reply = await wholeReply(withBase({ grid: task.grid, read }, task.base), task.outcome);
  parentPort?.postMessage(reply, reply.body ? [reply.body.buffer as ArrayBuffer] : []);
});
