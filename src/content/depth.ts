/**
 * How many levels of values inside values are followed: many more than any record has. What reads,
 * checks, sends and writes values calls itself for each, and how many of them there is room for is a
 * matter of the thread.
 */
const DEEPEST = 200;

/** @throws RangeError, as does what has no room left */
export function requireDepth(depth: number): void {
  if (depth > DEEPEST) throw new RangeError('Values stand inside values, too deep to be followed.');
}

/** @throws RangeError for a value whose levels are too many */
export function requireShallow(value: unknown, depth = 0): void {
  requireDepth(depth);
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) requireShallow(one, depth + 1);
}
