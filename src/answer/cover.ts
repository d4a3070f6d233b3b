import type { Pagination, Window } from '../grid.ts';

/** A pre-rendered window, and which of its records are wanted, counted from its first. */
export interface Cut {
  readonly window: Window;
  readonly from: number;
  readonly to: number;
}

/**
 * The pre-rendered windows that hold the records of any window, in their order: as few records
 * besides as can be, and never more in all than the collection has.
 */
export function cover({ limits }: Pagination, count: number, { limit, offset }: Window): Cut[] {
  const end = limit === 'all' ? count : Math.min(count, offset + limit);
  const cuts: Cut[] = [];
  // What is read beyond the end whatever pages are chosen.
  const slack = Math.min(...limits.map((size) => Math.ceil(end / size) * size - end));
  let read = 0;
  for (let at = offset; at < end; ) {
    const size = bestLimit(limits, at, end + slack);
    const start = at - (at % size);
    const stop = Math.min(start + size, count);
    cuts.push({
      window: { limit: size, offset: start },
      from: at - start,
      to: Math.min(stop, end) - start,
    });
    read += stop - start;
    at = stop;
  }
  const whole: Cut = { window: { limit: 'all', offset: 0 }, from: offset, to: end };
  return read < count || cuts.length < 2 ? cuts : [whole];
}

/** The limit whose page at a place holds the fewest unwanted records; of several the largest. */
function bestLimit(limits: readonly number[], at: number, end: number): number {
  const unwanted = (size: number) => (at % size) + Math.max(0, at - (at % size) + size - end);
  return limits.reduce((best, size) => {
    const difference = unwanted(size) - unwanted(best);
    return difference < 0 || (difference === 0 && size > best) ? size : best;
  });
}
