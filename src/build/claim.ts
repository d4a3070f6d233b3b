import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { errorCode } from '../util/system-error.ts';
import { type Beside, besides, isInUse } from './beside.ts';

/** How long another build is waited for, and between looks, in ms. */
const [PATIENCE, LOOK] = [60_000, 50];

/**
 * Makes the stage of a site, when no other build of the same target is under way. Each build makes its
 * stage and then looks for another's: of two that begin at once at least one sees the other, takes its
 * own away and tries again a little later.
 * @throws UsageError where this process writes the same target already, or another never ends
 */
export async function claimStage(
  stage: string,
  target: string,
  { onWait, signal }: TaskOptions,
): Promise<void> {
  const begin = performance.now();
  let isWaiting = false;
  for (;;) {
    makeStage(stage, target);
    const other = besides(target).find((one) => one.place !== stage && isBuilding(one));
    if (!other) return;
    rmdirSync(stage);
    if (performance.now() - begin > PATIENCE) {
      throw new UsageError(
        `${target} is being built by process ${other.owner.pid}, in ${other.place}; if that is no build, remove that folder.`,
      );
    }
    if (!isWaiting) onWait?.(`Another build of ${target} is under way; this one waits for it.`);
    isWaiting = true;
    // Not in step with one that does the same.
    await setTimeout(LOOK * (1 + Math.random()), undefined, { signal });
  }
}

/** Is a site made there, or replaced? What is only being removed is in nobody's way. */
const isBuilding = (beside: Beside): boolean => beside.purpose !== 'discarded' && isInUse(beside);

function makeStage(stage: string, target: string): void {
  mkdirSync(path.dirname(stage), { recursive: true });
  try {
    mkdirSync(stage);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new UsageError(`${target} is being built already; build it again when that has ended.`);
  }
}
