import { z } from 'zod';
import { sortIn } from '../../core/grid.ts';
import { ORDERING_KINDS } from '../../core/ordering.ts';
import { openManifest, readHead } from '../../site/file.ts';
import { isOfThisVersion, type ManifestHead, type ManifestRow } from '../../site/manifest.ts';
import { printable, UsageError } from '../../util/problem.ts';

const SORT = z.object({ field: z.string(), kind: z.enum(ORDERING_KINDS) });

const COLLECTION = z
  .object({
    name: z.string().regex(/^\w+$/),
    count: z.int().min(0),
    orderings: z.array(z.string()),
    sortedBy: z.record(z.string(), SORT).default({}),
    order: SORT.optional(),
    pagination: z.object({ limits: z.array(z.int().min(1)) }).optional(),
  })
  .refine(({ orderings, sortedBy }) => orderings.every((one) => sortIn(sortedBy, one)));

/** What the verification relies on in a manifest. */
const HEAD = z.object({
  grid: z.object({ formats: z.array(z.string()), collections: z.array(COLLECTION) }),
  about: z.object({ collections: z.array(z.object({ name: z.string() })) }),
});

/** The manifest of a site, with all its rows. */
export interface LoadedManifest extends ManifestHead {
  readonly rows: readonly ManifestRow[];
}

/** Another version built the site, which is not a fault. */
class OtherVersion extends UsageError {}

/**
 * Loads the manifest of a site.
 * @returns what is wrong with it where it is broken
 * @throws UsageError where another version built the site
 */
export function loadManifest(folder: string): LoadedManifest | string {
  try {
    const head = readHead(folder);
    requireSound(head);
    return { ...head, rows: [...openManifest(folder).rows] };
  } catch (error) {
    if (!(error instanceof UsageError) || error instanceof OtherVersion) throw error;
    return error.message;
  }
}

function requireSound(head: ManifestHead): void {
  if (!isOfThisVersion(head)) {
    const generator = printable(head.generator);
    throw new OtherVersion(`The site was made by ${generator}; verify it with that version.`);
  }
  const [issue] = HEAD.safeParse(head).error?.issues ?? [];
  if (issue) throw new UsageError(`is broken at ${issue.path.join('.')}; build the site again`);
}
