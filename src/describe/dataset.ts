import { OPENAPI } from '../core/address.ts';
import { apiFolder } from '../core/grid.ts';
import { newestUpdate } from '../site/updates.ts';
import { formatBytes } from '../util/text.ts';
import type { Described } from './described.ts';
import { linkOf } from './endpoint.ts';
import { licencesOf } from './licence.ts';
import { mediaTypeOf } from './media-type.ts';

/**
 * What search engines read in the page: the data with its licences and files, and the API.
 * https://developers.google.com/search/docs/appearance/structured-data/dataset
 */
export function datasetOf({ about, grid, downloads = [] }: Described) {
  const { name, version, sources = [], collections } = about;
  const context = { '@context': 'https://schema.org/' };
  const url = `${grid.base}/`;
  const files = downloads.filter(({ path }) => /\.(?:csv|jsonl|geojson)$/.test(path));
  const distribution = files.map(({ path, bytes }) => ({
    '@type': 'DataDownload',
    encodingFormat: mediaTypeOf(path).replace(/;.*/, ''),
    contentUrl: url + path,
    contentSize: formatBytes(bytes),
  }));
  const description = descriptionOf(about);
  const lists = {
    license: licencesOf(sources).map(work),
    isBasedOn: sources.map(work),
    distribution,
  };
  return [
    {
      ...context,
      '@type': 'Dataset',
      name,
      description,
      url,
      version,
      dateModified: newestUpdate(collections),
      ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    },
    {
      ...context,
      '@type': 'WebAPI',
      name: `${name} API`,
      url: `${grid.base}/${linkOf(grid, apiFolder(grid))}`,
      documentation: [url, url + OPENAPI],
    },
  ] as const;
}

const work = ({ name, url }: { readonly name: string; readonly url?: string | undefined }) => ({
  '@type': 'CreativeWork',
  name,
  url,
});

/** Google refuses a description of less than 50 characters, or of more than 5,000. */
function descriptionOf({ description, collections }: Described['about']): string {
  const titles = collections.map(({ title }) => title).join(', ');
  const added = `Published as a REST API and as files to download: ${titles}`;
  return (description.length < 50 ? `${description} ${added}` : description).slice(0, 5000);
}
