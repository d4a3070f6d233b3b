import { z } from 'zod';
import { apiWords, aSort, collectionWords, isName, isPattern } from '../../api/definition.ts';
import type { ManifestHead } from '../../site/manifest.ts';

/*
 * The shape of what a build says of a site. Its names become paths, what it has of anything decides how
 * much is done, and a manifest may come from anywhere.
 */

/** How many of anything there can be: far more than anybody has. */
const MOST = 10_000;

const aName = z.string().refine(isName);
const someSorts = z.record(aName, aSort);

const aCollection = z
  .strictObject({
    name: aName,
    count: z.int().min(0),
    key: z.string().refine(isPattern),
    keyField: z.string().optional(),
    numericKeys: z.literal(true).optional(),
    orderings: z.array(z.string().regex(/^-?[a-z][a-z0-9_]*$/)).max(MOST),
    sortedBy: someSorts.optional(),
    order: aSort.optional(),
    sorts: z.strictObject({ key: z.string(), by: someSorts }).optional(),
    pagination: z
      .strictObject({ limits: z.array(z.int().min(1)).max(MOST), default: z.int().min(1) })
      .optional(),
    features: z.int().min(0).optional(),
  })
  .refine(
    ({ orderings, sortedBy = {} }) =>
      orderings.every((one) => Object.hasOwn(sortedBy, one.replace(/^-/, ''))),
    { path: ['sortedBy'] },
  );

const GRID = z.strictObject({
  base: z.string().regex(/^https?:\/\/[^?#]*[^/?#]$/),
  formats: z.array(aName).max(MOST),
  composedFormats: z.array(z.string()).max(MOST).optional(),
  collections: z.array(aCollection).max(MOST),
});

const aShape = z.record(z.string(), z.unknown());

const ABOUT = z.strictObject({
  ...apiWords,
  collections: z.array(
    z.strictObject({
      ...collectionWords,
      record: aShape,
      properties: aShape.optional(),
    }),
  ),
});

const HEAD = z
  .object({ grid: GRID, about: ABOUT })
  .refine(({ grid }) => new Set(namesIn(grid)).size === grid.collections.length, {
    path: ['grid', 'collections'],
  })
  .refine(({ grid, about }) => namesIn(grid).join() === namesIn(about).join(), {
    path: ['about', 'collections'],
  });

const namesIn = ({ collections }: { collections: { name: string }[] }): string[] =>
  collections.map(({ name }) => name);

/** What of a head is not as a build makes it, such as `grid.collections.0.count`; null where all is. */
export function misshapen(head: ManifestHead): string | null {
  const { error } = HEAD.safeParse(head);
  return error?.issues[0]?.path.join('.') ?? null;
}
