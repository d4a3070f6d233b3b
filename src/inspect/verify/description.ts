import { fileOf } from '../../core/address.ts';
import { recordsIn } from '../../core/envelope.ts';
import type { CollectionGrid, Grid } from '../../core/grid.ts';
import { listingFile, WHOLE } from '../../core/plan.ts';
import { descriptionOf } from '../../describe/describe.ts';
import type { CollectionExamples, Examples } from '../../describe/described.ts';
import { exampleCount, exampleOrdering, FEATURE_COUNT } from '../../describe/examples.ts';
import type { Host } from '../../hosts/host.ts';
import { HOSTS, type HostName } from '../../hosts/hosts.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import type { SiteFile } from '../../site/site-file.ts';
import { decoded, type SiteReader } from './reader.ts';

/** Why nothing can be compared with what describes a site's API. */
export class Undescribed extends Error {}

/**
 * What describes a site's API, as a build with this head and these records makes it.
 * @throws Undescribed where it can't be made
 */
export function expectedDescription(
  site: SiteReader,
  { about, grid }: ManifestHead,
  host: HostName,
): SiteFile[] {
  const { worker }: Host = HOSTS[host];
  const examples = examplesIn(site, grid);
  try {
    return descriptionOf({ about, grid, examples }, worker);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Undescribed(`tells of an API that can’t be described: ${why}`);
  }
}

const examplesIn = (site: SiteReader, { collections }: Grid): Examples =>
  Object.fromEntries(collections.map((one) => [one.name, collectionExamples(site, one)]));

function collectionExamples(site: SiteReader, collection: CollectionGrid): CollectionExamples {
  const { name, pagination, features } = collection;
  const count = exampleCount(collection);
  const window = pagination ? { limit: count, offset: 0 } : WHOLE;
  const listing = listingFile(collection, exampleOrdering(collection), window);
  const mapped = features !== undefined && fileOf({ kind: 'features', collection: name });
  return {
    records: firstOf(site, listing, count),
    ...(mapped && { features: firstOf(site, mapped, FEATURE_COUNT) }),
  };
}

/** The first values of a file that has one to a line between its first line and its last. */
function firstOf(site: SiteReader, file: string, count: number): unknown[] {
  const body = site.read(file);
  if (!body) throw new Error(`The site lacks ${file}.`);
  return recordsIn(body)
    .slice(0, count)
    .map((record) => JSON.parse(decoded(record)));
}
