import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { run } from '../../support/cli.ts';
import { Builder, type End } from '../../support/faulty-build.ts';
import { buildOf } from '../../support/publication.ts';
import { type Content, expireLocks, leftoversOf, useWords } from '../../support/words.ts';

const words = useWords({ old: 400, new: 500 });

const ROUNDS = 16;

/** Which contents two builds have that begin together. */
const CONTENTS: readonly (readonly [Content, Content])[] = [
  ['old', 'new'],
  ['new', 'new'],
  ['new', 'old'],
  ['old', 'old'],
];

/** How much later than the first the second begins, in ms. */
const DELAYS = fc.sample(fc.integer({ min: 0, max: 60 }), { numRuns: ROUNDS, seed: 5 });

/** A process that builds contents one after the other into a target, each when it is text to go. */
async function builderOf(contents: readonly Content[], target: string): Promise<Builder> {
  const run = contents.map((content) => buildOf(words.content(content), target));
  const builder = new Builder({ run, waits: true });
  await builder.ready();
  return builder;
}

/** What is wrong with how a build ended beside another one: each must succeed, one after the other. */
const wrongEnd = (end: End | null): string[] =>
  end?.error === null ? [] : [`a build ends with ${JSON.stringify(end)}`];

it(`two builds of one target at once, ${ROUNDS} times: one of the sites, nothing beside it`, async () => {
  const [target = ''] = await words.targets(1, 'old');
  const rounds = DELAYS.map((delay, at) => ({
    delay,
    contents: CONTENTS[at % 4] ?? ['old', 'new'],
  }));
  const [first, second] = await Promise.all(
    [0, 1].map((which) =>
      builderOf(
        rounds.map(({ contents }) => contents[which] ?? 'old'),
        target,
      ),
    ),
  );
  if (!first || !second) throw new Error('No builders.');
  const wrong: string[] = [];
  for (const [at, { delay, contents }] of rounds.entries()) {
    first.go();
    await setTimeout(delay);
    second.go();
    // Nor does a command that only looks at the site get in their way.
    const looking = at % 5 === 0 ? run(['explain', '/api/', '--site', target], { cwd: '/' }) : null;
    const ends = await Promise.all([first.next(), second.next()]);
    await looking;
    const state = words.stateOf(target);
    const found = [
      ...ends.flatMap(wrongEnd),
      ...(contents.some((content) => content === state) ? [] : [`they leave ${state}`]),
      ...leftoversOf(target).map((name) => `they leave ${name}`),
    ];
    wrong.push(...found.map((text) => `${contents} ${delay} ms apart: ${text}`));
  }
  await Promise.all([first.ended(), second.ended()]);
  expect(wrong).toEqual([]);
}, 90_000);

it('one of two is killed: the other lands, and nothing is left of the first', async () => {
  const [target = ''] = await words.targets(1, 'old');
  for (const after of [5, 20, 40, 60]) {
    const [first, second] = await Promise.all([
      builderOf(['old'], target),
      builderOf(['new'], target),
    ]);
    first.go();
    await setTimeout(2);
    second.go();
    await setTimeout(after);
    first.kill();
    await first.closed();
    expireLocks(target);
    expect(await second.next()).toEqual({ error: null });
    await second.ended();
    expect(['old', 'new']).toContain(words.stateOf(target));
    // The first may have had its turn last: then the next build removes what it left.
    const next = await builderOf(['new'], target);
    next.go();
    expect(await next.next()).toEqual({ error: null });
    await next.ended();
    expect(words.stateOf(target)).toBe('new');
    expect(leftoversOf(target)).toEqual([]);
  }
}, 60_000);
