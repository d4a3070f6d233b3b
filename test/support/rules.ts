import { type Address, errorAddress } from '../../src/core/address.ts';
import { misplacedText } from '../../src/core/error-text.ts';
import { findCollection, type Grid } from '../../src/core/grid.ts';
import { isPrerendered } from '../../src/core/listing.ts';
import {
  type ApiRequest,
  fileOutcome,
  missingError,
  type Outcome,
  resolve,
} from '../../src/core/resolve.ts';

/** The errors that rules have for an address by path, and by query. */
const BY_PATH = ['path', 'method', 'query'];
const BY_QUERY = [...BY_PATH, 'format', 'key'];

/**
 * What the rules of a host answer, from what code answers. They ignore a filter where there is no list, and any unknown
 * parameter at a record.
 */
export function resolveByRules(site: Grid, request: ApiRequest): Outcome {
  // They know a record by the name of its file.
  const collections = site.collections.map(({ uuidKeys: _, ...one }) => one);
  const { refusesUnknown: _, ...ignoring } = { ...site, collections };
  const all = resolve(ignoring, { ...request, query: '' });
  const isRecord = request.path.endsWith('/') && 'address' in all && all.address.kind === 'record';
  const grid: Grid = isRecord ? ignoring : { ...site, collections };
  const found = resolve(grid, request);
  if (found.kind === 'refused' && found.detail === misplacedText(found.parameter)) {
    const withoutFilters = collections.map(({ filters: _, ...one }) => one);
    return resolveByRules({ ...grid, collections: withoutFilters }, request);
  }
  const isByPath = !request.path.endsWith('/');
  const errors = isByPath ? BY_PATH : BY_QUERY;
  const isOther = (address: Address) => address.kind === 'error' && !errors.includes(address.error);
  const isOwn = 'address' in found && isOther(found.address);
  if (!isOwn && found.kind !== 'refused' && found.kind !== 'compose') return found;
  return isByPath ? fileOutcome(errorAddress('path')) : ofQuery(grid, request, found);
}

/** What rules answer to a query for which code composes a page, or has an error of its own: a file, or their one error. */
function ofQuery(grid: Grid, request: ApiRequest, found: Outcome): Outcome {
  if (found.kind === 'compose') {
    const { address } = found;
    if (address.kind === 'record') return fileOutcome(missingError(address));
    // They ignore a format that has no pages of its own.
    const { prerenderedFormats = [] } = findCollection(grid, address);
    const isKnown = address.kind === 'listing' || prerenderedFormats.includes(address.format);
    const page = isKnown ? address : { ...address, format: '' };
    if (isPrerendered(grid, page)) return fileOutcome(page);
  }
  const all = resolve(grid, { ...request, query: '' });
  const isOfCollection = 'address' in all && 'collection' in all.address;
  return fileOutcome(errorAddress('parameters', isOfCollection ? all.address.collection : ''));
}
