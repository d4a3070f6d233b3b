import type { Pagination, Window } from './grid.ts';

/** A pre-rendered window, and which of its records are wanted, counted from its first. */
export interface Cut {
  readonly window: Window;
  readonly from: number;
  readonly to: number;
}

/** About what a page weighs besides its records, in records: so that few pages are read of many. */
const HEAD = 0.5;

/**
 * The pre-rendered windows that hold the records of any window, in their order: those that take the
 * fewest bytes to read, and never more records than the collection has.
 * @param reads the most windows there may be, at least one; where the lightest are more, they are
 *   the lightest without the smallest page sizes, and in the end the window of all records
 */
export function cover(
  { limits }: Pick<Pagination, 'limits'>,
  count: number,
  window: Window,
  reads = Number.POSITIVE_INFINITY,
): Cut[] {
  const cuts = lightestCuts(limits, count, window);
  if (cuts.length <= reads || limits.length === 0) return cuts;
  const smallest = Math.min(...limits);
  return cover({ limits: limits.filter((size) => size > smallest) }, count, window, reads);
}

/** The lightest windows of some page sizes, or of the one that has all records. */
function lightestCuts(limits: readonly number[], count: number, { limit, offset }: Window): Cut[] {
  const end = limit === 'all' ? count : Math.min(count, offset + limit);
  const { sizes, weight } = lightest(limits, count, offset, end);
  if (weight > count + HEAD) return [cutOf('all', 0, count, offset, end)];
  const cuts: Cut[] = [];
  for (let at = offset; at < end; ) {
    const size = sizes[at - offset] ?? count;
    const [start, stop] = pageAt(at, size, count);
    cuts.push(cutOf(size, start, stop, at, end));
    at = stop;
  }
  return cuts;
}

const cutOf = (
  limit: Window['limit'],
  start: number,
  stop: number,
  at: number,
  end: number,
): Cut => ({
  window: { limit, offset: start },
  from: at - start,
  to: Math.min(stop, end) - start,
});

/** Where the page of a size begins that holds a place, and where it ends. */
const pageAt = (at: number, size: number, count: number): [number, number] => {
  const start = at - (at % size);
  return [start, Math.min(start + size, count)];
};

/**
 * The pages that weigh the least, told from the end back: for each place in a window the size of the
 * page to read there, and what all weigh from its first place on.
 */
function lightest(limits: readonly number[], count: number, offset: number, end: number) {
  const sizes: number[] = [];
  const weights: number[] = [];
  for (let at = end - 1; at >= offset; at--) {
    let best = Number.POSITIVE_INFINITY;
    for (const size of limits) {
      const [start, stop] = pageAt(at, size, count);
      const weight = stop - start + HEAD + (weights[stop - offset] ?? 0);
      if (weight >= best) continue;
      best = weight;
      sizes[at - offset] = size;
    }
    weights[at - offset] = best;
  }
  return { sizes, weight: weights[0] ?? 0 };
}
