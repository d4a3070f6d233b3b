import { describe, expect, it } from 'vitest';
import { type End, type Plan, runBuilds } from '../../support/faulty-build.ts';
import {
  buildOf,
  faultsAfterNext,
  type Stage,
  stagesOf,
  useCases,
} from '../../support/publication.ts';
import { leftoversOf } from '../../support/words.ts';

const CASES = useCases();

const CODES = ['ENOSPC', 'EACCES', 'EIO', 'EMFILE'];

/** A fault for each step. */
function planOf({ step, turn }: Stage, at: number): Omit<Plan, 'folder'> & { code: string } {
  const code = CODES[at % CODES.length] ?? 'EIO';
  return { step, turn, mode: 'once', code };
}

/** What fails here may be left to the next build. */
const isTidying = ({ step }: Stage) => /^(unlink|rmdir|rm) |→ \.dist\.\S+-discarded/.test(step);

/** What is wrong with a build one of whose calls failed, and with what it left. */
function wrongWith(
  stage: Stage,
  { error }: End,
  { code }: ReturnType<typeof planOf>,
  target: string,
  { words, before, after }: (typeof CASES)[number],
): string[] {
  const [state, left] = [words.stateOf(target), leftoversOf(target)];
  const whole = error ? before : after;
  return [
    ...(state === whole ? [] : [`leaves ${state} after ${error?.message ?? 'it ended well'}`]),
    ...(!error || error.code === code ? [] : [`tells ${error.message}`]),
    ...(left.length === 0 || isTidying(stage) ? [] : [`leaves ${left} beside`]),
  ];
}

describe.each(CASES)('one call fails, $name', ({ words, ...publication }) => {
  it('at each step: the old site and that error, or the new one; nothing beside', async () => {
    const { before, after } = publication;
    const stages = await stagesOf(publication, words, publication.every * 2);
    const targets = await words.targets(stages.length, before);
    const plans = stages.map(planOf);
    const run = targets.map((out, at) => buildOf(words.content(after), out, plans[at]));
    const ends = await runBuilds({ run });
    const wrong = stages.flatMap((stage, at) => {
      const [end, plan, target] = [ends[at], plans[at], targets[at]];
      if (!end || !plan || !target) throw new Error(`No end of ${stage.step}`);
      return wrongWith(stage, end, plan, target, { ...publication, words }).map(
        (text) => `${plan.code} at ${stage.step}: ${text}`,
      );
    });
    expect.soft(wrong).toEqual([]);
    expect(await faultsAfterNext(stages, targets, words)).toEqual([]);
  }, 120_000);
});
