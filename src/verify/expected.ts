import { type Address, addressOf, errorAddress, fileOf } from '../address/address.ts';
import { parametersOf } from '../address/endpoint.ts';
import { isRendered } from '../address/resolve.ts';
import type { CollectionGrid, Grid } from '../grid.ts';

/** The bodies that a site has once: the index, and what its endpoints say of themselves and of requests. */
export function singleAddresses(grid: Grid): Address[] {
  const { collections } = grid;
  const options = ['', ...collections.map(({ name }) => name)].map(
    (collection): Address => ({ kind: 'options', collection }),
  );
  const errors = [
    ...(['path', 'method', 'repeated'] as const).map((error) => errorAddress(error)),
    ...parametersOf(grid, { kind: 'index' }).map(({ error }) => error),
    ...collections.flatMap((collection) => errorsOf(grid, collection)),
  ];
  return [{ kind: 'index' }, ...options, ...errors];
}

/** The errors that name a collection. */
function errorsOf(grid: Grid, collection: CollectionGrid): Address[] {
  const errors = parametersOf(grid, { kind: 'collection', collection }).map(({ error }) => error);
  return [errorAddress('key', collection.name), ...errors.filter((error) => error.collection)];
}

/** Tells which files below `data/` a grid asks for, an item whatever its key. */
export function expectation(grid: Grid): (path: string) => Address | null {
  const singles = new Set(singleAddresses(grid).map(fileOf));
  return (path) => {
    const address = addressOf(path);
    if (!address || singles.has(path)) return address;
    return isOfCollection(grid, address) ? address : null;
  };
}

function isOfCollection(grid: Grid, address: Address): boolean {
  if (!('collection' in address)) return false;
  const collection = grid.collections.find(({ name }) => name === address.collection);
  if (!collection) return false;
  switch (address.kind) {
    case 'item':
      return true;
    case 'list':
      return !collection.pagination && isRendered(grid, address);
    case 'page':
      // The page of all records is one file for all formats.
      return isRendered(grid, address) && (address.limit !== 'all' || address.format === '');
    default:
      return false;
  }
}
