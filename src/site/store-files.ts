import path from 'node:path';
import type { PublishedCollection } from '../content/check/record.ts';
import { findCollection, type Grid } from '../core/grid.ts';
import {
  LAYOUT_VERSION,
  nameOf,
  ROOT,
  STORE_FOLDER,
  type StoredCollection,
  type StoreRoot,
} from '../core/store.ts';
import { CollectionParts, type MakePart, type NamePart } from './collection-parts.ts';
import type { SerializedCollection } from './serialize.ts';
import { bytes, concat, joinPieces, type SiteFile } from './site-file.ts';

/** The most records of a collection whose parts are in one file. */
const MAX_PACKED = 256;

/** Parts up to this size, in bytes, are joined in the same memory. */
const MAX_BUFFERED = 2 ** 21;

/** The store of a site: `core/store.ts` describes it. */
export class StoreFiles {
  readonly root: StoreRoot;
  readonly #parts = new Map<string, MakePart>();

  /**
   * @param isLazy true for a site in memory: a part is made when it is read, and is named by its id. Else
   * it is named by its content.
   */
  constructor(
    grid: Grid,
    collections: readonly PublishedCollection[],
    serialized: readonly SerializedCollection[],
    isLazy = false,
  ) {
    const buffer = Buffer.allocUnsafeSlow(MAX_BUFFERED);
    const stored = collections.map((collection, index) => {
      const { name } = collection.definition;
      const one = findCollection(grid, { collection: name });
      const own = serialized[index] as SerializedCollection;
      const parts = new CollectionParts(one, collection, own);
      const namePart: NamePart = (id, make) => {
        const file = isLazy
          ? `${name}/${id}`
          : nameOf(concat(joinPieces(make(), buffer)), path.extname(id));
        this.#parts.set(file, make);
        return file;
      };
      return [name, one.count > MAX_PACKED ? parts.named(namePart, true) : packed(parts, namePart)];
    });
    this.root = { version: LAYOUT_VERSION, grid, collections: Object.fromEntries(stored) };
  }

  files(): SiteFile[] {
    const root = { path: ROOT, body: [bytes(`${JSON.stringify(this.root)}\n`)] };
    const parts = Array.from(this.#parts, ([name, make]) => ({
      path: STORE_FOLDER + name,
      get body() {
        return make();
      },
    }));
    return [root, ...parts];
  }

  /** The body of a part. @throws if no part has that name */
  read(name: string): Uint8Array {
    const make = this.#parts.get(name);
    if (!make) throw new Error(`The store has no part ${name}.`);
    return Buffer.concat(make());
  }
}

/** All parts of a collection in one file. All of it is read anyway, so one order is enough. */
function packed(parts: CollectionParts, namePart: NamePart): StoredCollection {
  const bodies: Uint8Array[] = [];
  let end = 0;
  const stored = parts.named((_, make) => {
    // Making a part may name others.
    const own = make();
    const start = end;
    for (const body of own) {
      bodies.push(body);
      end += body.length;
    }
    return `${start}-${end}`;
  }, false);
  return { pack: namePart('all.bin', () => bodies), ...stored };
}
