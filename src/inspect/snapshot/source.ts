import path from 'node:path';
import { recordsIn } from '../../core/envelope.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import { listingFile, WHOLE } from '../../core/plan.ts';
import {
  MANIFEST,
  type ManifestHead,
  type ManifestRow,
  requireVersion,
  rowOf,
  sha256,
} from '../../site/manifest.ts';
import { UsageError } from '../../util/problem.ts';
import { folderReader, type SiteReader } from '../verify/reader.ts';
import type { Records } from './dataset.ts';

/** A finished site of which a snapshot is made. Nothing is taken that its manifest does not vouch for. */
export class Source {
  readonly head: ManifestHead;
  /** The manifest itself, for which nothing vouches: it is what it is now. */
  readonly manifest: ManifestRow;
  readonly #reader: SiteReader;
  readonly #listings = new Map<string, ManifestRow>();

  /** @throws UsageError where there is no whole site of this version */
  constructor(readonly folder: string) {
    this.#reader = folderReader(folder);
    const text = this.#reader.read(MANIFEST);
    if (!text) throw new UsageError(`The site at ${folder} has lost its ${MANIFEST}.`);
    this.manifest = rowOf(MANIFEST, [text]);
    const { rows, ...head } = this.#reader.manifest();
    requireVersion(head, path.join(folder, MANIFEST));
    this.head = head;
    const wanted = new Set(head.grid.collections.map(wholeFile));
    for (const row of rows) if (wanted.has(row.path)) this.#listings.set(row.path, row);
  }

  /** The files of the site but its manifest, in the order of their paths. */
  rows(): Iterable<ManifestRow> {
    return this.#reader.manifest().rows;
  }

  /** The records of a collection, in the order in which it is listed. */
  records(collection: CollectionGrid): Records {
    const file = wholeFile(collection);
    const row = this.#listings.get(file);
    if (!row) throw this.#damaged(file);
    return recordsIn(this.read(row));
  }

  /** @throws UsageError where the file is not what it should be */
  read(row: ManifestRow): Uint8Array {
    const body = this.#reader.read(row.path);
    if (body?.length === row.bytes && sha256(body) === row.sha256) return body;
    throw body ? this.#damaged(row.path) : this.#lost(row.path);
  }

  #lost(file: string): UsageError {
    return new UsageError(
      `${path.join(this.folder, file)} is missing: it was removed after the build, or the site was replaced meanwhile. Build the site again.`,
    );
  }

  #damaged(file: string): UsageError {
    return new UsageError(
      `${path.join(this.folder, file)} is not what the site’s manifest says: it was changed after the build, or the site was replaced meanwhile. Build the site again.`,
    );
  }
}

/** The file of all of a collection's records, without an ordering. */
export const wholeFile = (collection: CollectionGrid): string => listingFile(collection, '', WHOLE);
