import { z } from 'zod';
import type { Grid } from '../grid.ts';
import { ORDERING_KINDS } from '../ordering.ts';

/*
 * The shape of a grid that a build made. Its names become paths and its patterns regular expressions,
 * and a manifest may come from anywhere.
 */
const aName = z.string().regex(/^[a-z][a-z0-9_]*$/);
const aSort = z.object({
  field: z.string(),
  kind: z.enum(ORDERING_KINDS),
  descending: z.boolean().optional(),
});
const isPattern = (text: string): boolean => {
  try {
    return RegExp(text) !== null;
  } catch {
    return false;
  }
};

const aCollection = z.object({
  name: aName,
  count: z.int().min(0),
  key: z.string().refine(isPattern),
  orderings: z.array(z.string().regex(/^-?[a-z][a-z0-9_]*$/)),
  sortedBy: z.record(z.string(), aSort).optional(),
  order: aSort.optional(),
  sorts: z.object({ key: z.string(), by: z.record(z.string(), aSort) }).optional(),
  pagination: z.object({ limits: z.array(z.int().min(1)), default: z.int().min(1) }).optional(),
});

const GRID = z.object({
  base: z.string().regex(/^https?:\/\/[^?#]*[^/?#]$/),
  formats: z.array(aName),
  composedFormats: z.array(z.string()).optional(),
  collections: z.array(aCollection),
});

/** What of a grid is not as a build makes it, such as `collections.0.count`; null where all is. */
export function misshapen(grid: Grid): string | null {
  const { error } = GRID.safeParse(grid);
  return error?.issues[0]?.path.join('.') ?? null;
}
