import { newestUpdate } from '../site/api-metadata.ts';
import { formatBytes } from '../util/text.ts';
import type { Described } from './described.ts';
import { licencesOf, someOf } from './licence.ts';
import { isDownload, plainType } from './media-type.ts';

/**
 * What search engines read in the page: the data with its licences and files.
 * https://developers.google.com/search/docs/appearance/structured-data/dataset
 */
export function datasetOf({ about, grid, downloads = [] }: Described) {
  const { name, description, version, sources = [], collections } = about;
  const url = `${grid.base}/`;
  const files = downloads.filter(({ path }) => isDownload(path));
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name,
    description,
    url,
    version,
    dateModified: newestUpdate(collections),
    license: someOf(licencesOf(sources).map(work)),
    isBasedOn: someOf(sources.map(work)),
    distribution: someOf(
      files.map(({ path, bytes }) => ({
        '@type': 'DataDownload',
        encodingFormat: plainType(path),
        contentUrl: url + path,
        contentSize: formatBytes(bytes),
      })),
    ),
  };
}

const work = ({ name, url }: { readonly name: string; readonly url?: string | undefined }) => ({
  '@type': 'CreativeWork',
  name,
  url,
});
