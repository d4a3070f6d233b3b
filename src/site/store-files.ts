import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type CollectionGrid, findCollection, type Grid } from '../core/grid.ts';
import {
  LAYOUT_VERSION,
  nameOf,
  PartCache,
  ROOT,
  STORE_FOLDER,
  type Store,
  type StoredCollection,
  type StoreRoot,
} from '../core/store.ts';
import type { Steps } from '../util/progress.ts';
import { CollectionParts, type MakePart, type NamePart } from './collection-parts.ts';
import type { SerializedCollection } from './serialize.ts';
import { concat, jsonBytes, type SiteFile } from './site-file.ts';

/** The most records of a collection whose parts are in one file. */
const MAX_PACKED = 256;

/** The store of a site, which is made when it is first used: `core/store.ts` describes it. */
export class StoreFiles implements Store {
  readonly cache = new PartCache();
  readonly #parts = new Map<string, MakePart>();
  #root: StoreRoot | undefined;

  /**
   * @param isLazy true for a site in memory: a part is made when it is read, and is named by its id. Else
   * it is named by its content.
   */
  constructor(
    private readonly grid: Grid,
    private readonly serialized: readonly SerializedCollection[],
    private readonly isLazy = false,
  ) {}

  /** Names all parts, which takes long; without it, `root` does that at once. */
  *nameParts(): Steps<void> {
    const collections: Record<string, StoredCollection> = {};
    for (const collection of this.serialized) {
      const { name } = collection;
      const namePart: NamePart = (id, make) => {
        const file = this.isLazy ? `${name}/${id}` : nameOf(concat(make()), path.extname(id));
        this.#parts.set(file, make);
        return file;
      };
      const grid = findCollection(this.grid, { collection: name });
      collections[name] = yield* storedCollection(grid, collection, namePart);
    }
    this.#root = { version: LAYOUT_VERSION, grid: this.grid, collections };
  }

  get root(): StoreRoot {
    if (!this.#root) Array.from(this.nameParts());
    return this.#root as StoreRoot;
  }

  files(): SiteFile[] {
    const root = { path: ROOT, body: [jsonBytes(this.root)] };
    const parts = Array.from(this.#parts, ([name, make]) => ({
      path: STORE_FOLDER + name,
      get body() {
        return make();
      },
    }));
    return [root, ...parts];
  }

  /** The body of a part. Other work is done between two parts. */
  async read(name: string): Promise<Uint8Array> {
    await setImmediate();
    const make = this.#parts.get(name) as MakePart;
    return concat(make());
  }
}

/** The parts of a collection. Those of a small one are in one file; all of it is read anyway, so one order is enough. */
function* storedCollection(
  grid: CollectionGrid,
  serialized: SerializedCollection,
  namePart: NamePart,
): Steps<StoredCollection> {
  if (grid.count > MAX_PACKED)
    return yield* new CollectionParts(grid, serialized, namePart).stored(true);
  const bodies: Uint8Array[] = [];
  let end = 0;
  const pack: NamePart = (_, make) => {
    const body = concat(make());
    bodies.push(body);
    end += body.length;
    return `${end - body.length}-${end}`;
  };
  const stored = yield* new CollectionParts(grid, serialized, pack).stored(false);
  return { pack: namePart('all.bin', () => bodies), ...stored };
}
