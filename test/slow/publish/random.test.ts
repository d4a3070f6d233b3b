import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Builder } from '../../support/faulty-build.ts';
import { processesWith } from '../../support/processes.ts';
import { buildOf, inPairs } from '../../support/publication.ts';
import { type Content, expireLocks, leftoversOf, useWords } from '../../support/words.ts';

const words = useWords({ old: 1400, new: 1300 });

const KILLS = 50;

/** A build that waits to be text to go, with a mark by which all of its processes are known. */
const builderOf = (content: Content, target: string, mark: string): Builder =>
  new Builder({
    run: [buildOf(words.content(content), target)],
    waits: true,
    env: { STATICREST_TEST: mark },
  });

/** How long a build of all new files takes here, in ms. */
async function durationOn(target: string): Promise<number> {
  const builder = builderOf('new', target, 'measured');
  await builder.ready();
  const start = performance.now();
  builder.go();
  expect(await builder.next()).toEqual({ error: null });
  return performance.now() - start;
}

/** Starts a build and kills it so long after. Tells what is wrong then, and whether it was cut short. */
async function kill(content: Content, target: string, after: number) {
  const mark = `${target} ${after}`;
  const builder = builderOf(content, target, mark);
  await builder.ready();
  builder.go();
  await setTimeout(after);
  builder.kill();
  await builder.closed();
  expireLocks(target);
  const state = words.stateOf(target);
  const alive = processesWith(mark) ?? [];
  const wrong = [
    ...(/^((nothing, beside it )?(old|new)|nothing, beside it old, beside it new)$/.test(state)
      ? []
      : [`leaves ${state}`]),
    ...(alive.length === 0 ? [] : [`leaves processes ${alive}`]),
  ];
  return {
    wrong: wrong.map((text) => `killed after ${after} ms: ${text}`),
    isCutShort: leftoversOf(target).length > 0,
  };
}

it(`${KILLS} builds killed at random moments: the site is whole each time`, async () => {
  const targets = await words.targets(2, 'old');
  const [measured = ''] = await words.targets(1, 'old');
  const duration = await durationOn(measured);
  const moment = fc.integer({ min: 0, max: Math.ceil(duration * 1.2) });
  const moments = fc.sample(moment, { numRuns: KILLS, seed: 5 });
  const ends: Awaited<ReturnType<typeof kill>>[] = [];
  await inPairs(targets, async (target, half) => {
    const own = moments.filter((_, at) => at % 2 === half);
    for (const [at, after] of own.entries()) {
      ends.push(await kill(at % 2 === 0 ? 'new' : 'old', target, after));
    }
  });
  expect(ends.flatMap(({ wrong }) => wrong)).toEqual([]);
  // Otherwise they were killed before they began, or when they had ended.
  expect(ends.filter(({ isCutShort }) => isCutShort).length).toBeGreaterThan(KILLS / 5);
  for (const target of targets) {
    const builder = builderOf('new', target, 'last');
    await builder.ready();
    builder.go();
    expect(await builder.next()).toEqual({ error: null });
    expect(words.stateOf(target)).toBe('new');
    expect(leftoversOf(target)).toEqual([]);
  }
}, 120_000);
