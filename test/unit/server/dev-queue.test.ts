import { expect, it } from 'vitest';
import { WorkQueue } from '../../../src/server/dev.ts';

/** Waits until all promises and callbacks that are due have run. */
const eventLoop = () => new Promise((done) => setImmediate(done));

it('close of a queue resolves when what runs has ended, and what waits fails', async () => {
  const ends: (() => void)[] = [];
  const queue = new WorkQueue();
  const request = () =>
    queue.run(() => new Promise<number>((done) => void ends.push(() => done(ends.length))));
  const running = request();
  await eventLoop();
  const waiting = expect(request()).rejects.toThrow('The server is stopping.');
  let hasEnded = false;
  void running.then(() => {
    hasEnded = true;
  });
  const closing = queue.close();
  await eventLoop();
  expect([queue.signal.aborted, hasEnded]).toEqual([true, false]);
  ends[0]?.();
  await closing;
  await waiting;
  expect([ends.length, hasEnded]).toEqual([1, true]);
  await expect(request()).rejects.toThrow('The server is stopping.');
});
