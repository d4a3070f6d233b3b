import type { ManifestRow } from '../site/manifest.ts';

/** What became of the files of a site against the one it replaces. */
type Change = 'added' | 'changed' | 'removed' | 'unchanged';

/** How many files each, and the bytes of those that a deploy uploads: the added and the changed. */
export type Changes = Readonly<Record<Change | 'uploadBytes', number>>;

/** Counts changes. */
export class ChangeCount {
  readonly #counts = { added: 0, changed: 0, removed: 0, unchanged: 0, uploadBytes: 0 };

  /** Counts a file of the new site, which the old one had or had not. */
  file(row: ManifestRow, old: ManifestRow | undefined): void {
    const change = old === undefined ? 'added' : isSame(row, old) ? 'unchanged' : 'changed';
    this.#counts[change]++;
    if (change !== 'unchanged') this.#counts.uploadBytes += row.bytes;
  }

  /** Counts a file that only the old site had. */
  removed(): void {
    this.#counts.removed++;
  }

  get changes(): Changes {
    return { ...this.#counts };
  }
}

/** Is a file the same in two sites, to the byte? */
export const isSame = (one: ManifestRow, other: ManifestRow): boolean =>
  one.sha256 === other.sha256 && one.bytes === other.bytes;
