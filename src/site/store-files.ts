import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { findCollection, type Grid } from '../core/grid.ts';
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
import { once } from '../util/once.ts';
import { runAtOnce, type Steps } from '../util/progress.ts';
import { CollectionParts, type MakePart, type NamePart } from './collection-parts.ts';
import type { SerializedCollection } from './serialize.ts';
import { concat, jsonBytes, type SiteFile } from './site-file.ts';

/** The most records of a collection whose parts are in one file. */
const MAX_PACKED = 256;

/** The store of a site in memory, as `core/store.ts` describes it. A part is made when it is read, and is named by its id. */
export class StoreInMemory implements Store {
  readonly cache = new PartCache();
  readonly #parts = new Map<string, MakePart>();

  constructor(
    private readonly grid: Grid,
    private readonly serialized: readonly SerializedCollection[],
  ) {}

  /** Made when it is first read, which takes long. */
  get root(): StoreRoot {
    return this.#makeRoot();
  }

  readonly #makeRoot = once(() => {
    const collections = this.serialized.map((collection) => {
      const { name } = collection;
      const namePart: NamePart = (id, make) => {
        this.#parts.set(`${name}/${id}`, make);
        return `${name}/${id}`;
      };
      return [name, runAtOnce(storedCollection(this.grid, collection, namePart, true))];
    });
    return rootOf(this.grid, Object.fromEntries(collections));
  });

  /** The body of a part. Other work is done between two parts. */
  async read(name: string): Promise<Uint8Array> {
    await setImmediate();
    const make = this.#parts.get(name) as MakePart;
    return concat(make());
  }
}

/** The files of the store, each named by its content, and then the root. A body is made once, when its turn comes. */
export function* storeFiles(
  grid: Grid,
  serialized: readonly SerializedCollection[],
): Generator<SiteFile> {
  const names = new Set<string>();
  const collections: Record<string, StoredCollection> = {};
  for (const collection of serialized) {
    const made: SiteFile[] = [];
    const namePart: NamePart = (id, make) => {
      const body = concat(make());
      const name = nameOf(body, path.extname(id));
      // Parts with the same content are one file.
      if (!names.has(name)) made.push({ path: STORE_FOLDER + name, body: [body] });
      names.add(name);
      return name;
    };
    const steps = storedCollection(grid, collection, namePart);
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield* made.splice(0);
    yield* made.splice(0);
    collections[collection.name] = step.value;
  }
  yield { path: ROOT, body: [jsonBytes(rootOf(grid, collections))] };
}

const rootOf = (grid: Grid, collections: StoreRoot['collections']): StoreRoot => ({
  version: LAYOUT_VERSION,
  grid,
  collections,
});

/**
 * The parts of a collection. Those of a small one are in one file; all of it is read anyway, so one order is enough.
 * @param isLazy true if parts are made when they are read: then the default order is enough, too
 */
function* storedCollection(
  site: Grid,
  serialized: SerializedCollection,
  namePart: NamePart,
  isLazy = false,
): Steps<StoredCollection> {
  const grid = findCollection(site, { collection: serialized.name });
  if (grid.count > MAX_PACKED)
    return yield* new CollectionParts(grid, serialized, namePart).stored(!isLazy, isLazy);
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
