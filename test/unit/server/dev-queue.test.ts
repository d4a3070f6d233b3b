import { describe, expect, it } from 'vitest';
import { BuildQueue } from '../../../src/server/dev.ts';

/** A build queue whose builds end when the test says so. */
function controlledQueue() {
  const ends: (() => void)[] = [];
  const queue = new BuildQueue(
    () => new Promise<number>((done) => void ends.push(() => done(ends.length))),
  );
  return { ends, queue };
}

/** Waits until all promises and callbacks that are due have run. */
const eventLoop = () => new Promise((done) => setImmediate(done));

describe('BuildQueue', () => {
  it('requests during a build share the next build, which starts after it', async () => {
    const { ends, queue } = controlledQueue();
    const first = queue.request();
    await eventLoop();
    const others = [queue.request(), queue.request()];
    await eventLoop();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await eventLoop();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([2, 2]);
  });

  it('close resolves when what runs has ended, and what waits fails', async () => {
    const { ends, queue } = controlledQueue();
    const running = queue.request();
    await eventLoop();
    const waiting = expect(queue.request()).rejects.toThrow('The server is stopping.');
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
    await expect(queue.request()).rejects.toThrow('The server is stopping.');
  });
});
