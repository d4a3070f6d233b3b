/**
 * Creates a function that waits for a promise, and returns null for all but the latest one: a slow
 * response must not replace that of a newer request.
 */
export function createLatest() {
  let count = 0;
  return async <Result>(pending: Promise<Result>): Promise<Result | null> => {
    const own = ++count;
    const result = await pending;
    return own === count ? result : null;
  };
}
