import path from 'node:path';
import { type CollectionGrid, findCollection, type Grid } from '../core/grid.ts';
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
import { bytes, concat, type SiteFile } from './site-file.ts';

/** The most records of a collection whose parts are in one file. */
const MAX_PACKED = 256;

/** The store of a site: `core/store.ts` describes it. */
export class StoreFiles {
  readonly root: StoreRoot;
  readonly #parts = new Map<string, MakePart>();

  /**
   * @param isLazy true for a site in memory: a part is made when it is read, and is named by its id. Else
   * it is named by its content.
   */
  constructor(grid: Grid, serialized: readonly SerializedCollection[], isLazy = false) {
    const stored = serialized.map((collection) => {
      const { name } = collection;
      const namePart: NamePart = (id, make) => {
        const file = isLazy ? `${name}/${id}` : nameOf(concat(make()), path.extname(id));
        this.#parts.set(file, make);
        return file;
      };
      return [
        name,
        storedCollection(findCollection(grid, { collection: name }), collection, namePart),
      ];
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
    return concat(make());
  }
}

/** The parts of a collection. Those of a small one are in one file; all of it is read anyway, so one order is enough. */
function storedCollection(
  grid: CollectionGrid,
  serialized: SerializedCollection,
  namePart: NamePart,
): StoredCollection {
  if (grid.count > MAX_PACKED) return new CollectionParts(grid, serialized, namePart).stored(true);
  const bodies: Uint8Array[] = [];
  let end = 0;
  const pack: NamePart = (_, make) => {
    // Before `end` is read: making a part may name others.
    const own = make();
    bodies.push(...own);
    const start = end;
    end += own.reduce((sum, { length }) => sum + length, 0);
    return `${start}-${end}`;
  };
  const stored = new CollectionParts(grid, serialized, pack).stored(false);
  return { pack: namePart('all.bin', () => bodies), ...stored };
}
