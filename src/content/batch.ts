/** How many files are read before another thread, or whoever waits, gets a turn. */
const BATCH = 32;

/** A count of what is taken that several threads can share. */
export const newCount = (): Int32Array<SharedArrayBuffer> =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Takes one batch after the other until nothing is left: from which index to before which. Others may
 * take from the same count, from any thread; each index is taken once.
 */
export function* batches(
  taken: Int32Array<SharedArrayBuffer>,
  length: number,
): Generator<[from: number, to: number]> {
  for (;;) {
    const from = Atomics.add(taken, 0, BATCH);
    if (from >= length) return;
    yield [from, Math.min(from + BATCH, length)];
  }
}
