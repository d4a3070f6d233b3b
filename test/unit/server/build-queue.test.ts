import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BuildQueue } from '../../../src/server/build-queue.ts';

/** A build queue whose builds end when the test says so; it numbers all events in their order. */
class ControlledQueue {
  #events = 0;
  readonly starts: number[] = [];
  readonly requests: { readonly at: number; readonly outcome: Promise<unknown> }[] = [];
  #end: ((fails: boolean) => void) | null = null;
  closedAt = Number.POSITIVE_INFINITY;

  readonly queue = new BuildQueue(() => {
    expect(this.#end, 'a build that is still running').toBeNull();
    const build = this.starts.push(this.#events++) - 1;
    return new Promise((resolve, reject) => {
      this.#end = (fails) => (fails ? reject({ build }) : resolve(build));
    });
  });

  /** Requests a build; the outcome is its number, even if it failed, or the name of an error. */
  request(): void {
    const at = this.#events++;
    const outcome = this.queue.request().catch((error) => error.build ?? error.name);
    this.requests.push({ at, outcome });
  }

  close(): void {
    this.closedAt = Math.min(this.closedAt, this.#events++);
    void this.queue.close();
  }

  end(fails = false): boolean {
    const end = this.#end;
    this.#end = null;
    end?.(fails);
    return end !== null;
  }

  /** The first build that starts after a request. */
  expected({ at }: { readonly at: number }): number | string {
    const build = this.starts.findIndex((start) => start > at);
    return build === -1 ? 'AbortError' : build;
  }
}

/** Waits until all promises and callbacks that are due have run. */
const eventLoop = () => new Promise((done) => setImmediate(done));

const STEPS = {
  request: (controlled: ControlledQueue) => controlled.request(),
  end: (controlled: ControlledQueue) => void controlled.end(),
  fail: (controlled: ControlledQueue) => void controlled.end(true),
  close: (controlled: ControlledQueue) => controlled.close(),
  promises: () => Promise.resolve(),
  eventLoop,
};
type Step = keyof typeof STEPS;

describe('BuildQueue', () => {
  const step = fc.constantFrom<Step[]>(
    'request',
    'request',
    'end',
    'fail',
    'promises',
    'eventLoop',
  );
  const steps = fc.array(step, { maxLength: 30 });

  it.each<[string, fc.Arbitrary<Step[]>]>([
    ['each request gets the first build that starts after it', steps],
    [
      'once closed, no build starts',
      fc.tuple(steps, steps).map(([before, after]) => [...before, 'close', ...after, 'request']),
    ],
  ])('%s, one build at a time', (_, played) =>
    fc.assert(
      fc.asyncProperty(played, async (names) => {
        const controlled = new ControlledQueue();
        for (const name of names) {
          const done = STEPS[name](controlled);
          // The other steps follow in the same turn of the event loop.
          if (done) await done;
        }
        do await eventLoop();
        while (controlled.end());
        const { queue, requests, starts, closedAt } = controlled;
        const isClosed = names.includes('close');
        const outcomes = await Promise.all(requests.map(({ outcome }) => outcome));
        expect(outcomes).toEqual(requests.map((request) => controlled.expected(request)));
        expect(outcomes.includes('AbortError')).toBe(isClosed);
        expect(queue.signal.aborted).toBe(isClosed);
        expect(starts.every((start) => start < closedAt)).toBe(true);
        expect(starts.length).toBeLessThanOrEqual(requests.length);
      }),
    ),
  );

  it('other work runs after the build before it, and the next build after the work', async () => {
    const events: string[] = [];
    const queue = new BuildQueue(async () => {
      await eventLoop();
      events.push('build');
    });
    const work = async () => {
      await eventLoop();
      events.push('work');
    };
    const all = [queue.request(), queue.run(work), queue.request()];
    await all[0];
    await Promise.all([...all, queue.request()]);
    expect(events).toEqual(['build', 'work', 'build']);
  });

  it('close resolves when what runs has ended', async () => {
    let hasEnded = false;
    const queue = new BuildQueue(async () => {
      await eventLoop();
      hasEnded = true;
    });
    const building = queue.request();
    await Promise.resolve();
    await queue.close();
    expect(hasEnded).toBe(true);
    await building;
  });
});
