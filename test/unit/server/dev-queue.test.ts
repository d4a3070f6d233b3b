import { expect, it } from 'vitest';
import { WorkQueue } from '../../../src/server/dev.ts';

/** Waits until all promises and callbacks that are due have run. */
const eventLoop = () => new Promise((done) => setImmediate(done));

it('close of a queue resolves when what runs has ended, and what waits fails', async () => {
  const events: string[] = [];
  const queue = new WorkQueue();
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((done) => void ends.push(done));
  void queue.run(work).then(() => events.push('ended'));
  await eventLoop();
  const late = expect(queue.run(work)).rejects.toThrow('The server is stopping.');
  const closing = queue.close().then(() => events.push('closed'));
  await eventLoop();
  expect([queue.signal.aborted, events]).toEqual([true, []]);
  ends[0]?.();
  await Promise.all([closing, late]);
  expect(events).toEqual(['ended', 'closed']);
  await expect(queue.run(work)).rejects.toThrow('The server is stopping.');
});
