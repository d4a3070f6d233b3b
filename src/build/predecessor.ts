import { openManifest } from '../site/file.ts';
import type { Manifest, ManifestHead, ManifestRow } from '../site/manifest.ts';

/**
 * The site that is to be replaced, row by row: its rows come in the order of their paths, as the new
 * site's do, so that the two are compared without either being held.
 */
export class Predecessor {
  readonly #manifest: Manifest | null;
  readonly #rows: Iterator<ManifestRow, unknown>;
  #next: ManifestRow | undefined;

  /**
   * @param site the folder of the site; one without a manifest of ours has no files
   * @param onRemoved called for each row that was passed over
   */
  constructor(
    site: string,
    private readonly onRemoved: (row: ManifestRow) => void,
  ) {
    this.#manifest = manifestOf(site);
    this.#rows = (this.#manifest?.rows ?? [])[Symbol.iterator]();
    this.#advance();
  }

  /** What the site is, where it has a manifest of ours. */
  get head(): ManifestHead | null {
    return this.#manifest;
  }

  /** The row of a path, or undefined. To be asked in the order of paths. */
  rowOf(file: string): ManifestRow | undefined {
    this.#passBefore(file);
    if (this.#next?.path !== file) return undefined;
    const row = this.#next;
    this.#advance();
    return row;
  }

  /** Passes over what is left. */
  end(): void {
    this.#passBefore(undefined);
  }

  /** Closes the manifest, wherever it is. */
  close(): void {
    this.#rows.return?.();
  }

  #passBefore(file: string | undefined): void {
    while (this.#next && (file === undefined || this.#next.path < file)) {
      this.onRemoved(this.#next);
      this.#advance();
    }
  }

  #advance(): void {
    try {
      const { done, value } = this.#rows.next();
      this.#next = done ? undefined : (value as ManifestRow);
    } catch {
      // A manifest that is damaged has no more rows: the files are written.
      this.#next = undefined;
    }
  }
}

function manifestOf(site: string): Manifest | null {
  try {
    return openManifest(site);
  } catch {
    return null;
  }
}
