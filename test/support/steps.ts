import type { Steps } from '../../src/util/progress.ts';

/** Does all parts of long work at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
