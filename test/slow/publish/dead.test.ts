import { describe, expect, it } from 'vitest';
import { type End, runBuilds } from '../../support/faulty-build.ts';
import {
  buildOf,
  faultsAfterNext,
  type Stage,
  stagesOf,
  useCases,
} from '../../support/publication.ts';

const CASES = useCases();

/** What only tidies up: an error of these is not the one to tell. */
const TIDYING = /, (rm|rmdir|unlink) /;

/** What is wrong with how a build ended for which everything failed from a step on. */
function wrongEnd(stage: Stage, { error }: End): string[] {
  if (stage.isLanded) return error ? [`fails though the site is there: ${error.message}`] : [];
  if (!error) return ['ends well though the site is not there'];
  // A file that can't be linked is written instead, so that the next error is reported.
  const isFirst = error.code === 'EIO' || stage.step.startsWith('link ');
  const isRight = isFirst && !TIDYING.test(error.message);
  return isRight ? [] : [`tells a later error: ${error.message}`];
}

describe.each(CASES)('nothing gets to the disk any more, $name', ({ words, ...publication }) => {
  it('from each step on: the site is whole, and the next build tidies up', async () => {
    const { before, after } = publication;
    const stages = await stagesOf(publication, words);
    const targets = await words.targets(stages.length, before);
    const run = stages.map(({ step, turn }, at) => {
      const plan = { step, turn, mode: 'dead', code: 'EIO' } as const;
      return buildOf(words.content(after), targets[at] ?? '', plan);
    });
    const ends = await runBuilds({ run });
    const wrong = stages.flatMap((stage, at) => {
      const state = words.stateOf(targets[at] ?? '');
      const found = stage.states.includes(state) ? [] : [`leaves ${state}`];
      const end = wrongEnd(stage, ends[at] ?? { error: null });
      return [...found, ...end].map((text) => `${stage.step}: ${text}`);
    });
    expect.soft(wrong).toEqual([]);
    expect(await faultsAfterNext(stages, targets, words)).toEqual([]);
  }, 120_000);
});
