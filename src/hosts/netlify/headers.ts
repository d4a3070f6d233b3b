import { DOWNLOADS } from '../../core/address.ts';
import { basePath, type Grid } from '../../core/grid.ts';
import { FILE_HEADERS, HEADERS } from '../../core/header.ts';
import { ROOT } from '../../core/store.ts';
import { CHECKSUMS, DATA_PACKAGE, README } from '../../describe/downloads/layout.ts';
import { DESCRIBED_FILES, PAGE, pointsFile } from '../../describe/files.ts';
import { mediaTypeOf, NAMED_HEADERS } from '../../describe/media-type.ts';
import { MANIFEST } from '../../site/manifest.ts';
import { formatHeaders } from '../rules/printing.ts';
import { apiRoot } from '../rules/rules.ts';

/**
 * The text of `_headers`. Netlify matches the path of a request, and its local server that of the file that
 * a rule leads to. No path matches two blocks, because it is not documented whether Netlify then sends a header
 * twice.
 */
export function headers(grid: Grid): string {
  // Netlify ignores a rule for it.
  const { Allow: _, ...api } = HEADERS;
  const folder = `${basePath(grid)}/`;
  return [
    formatHeaders(`${apiRoot(grid)}*`, api),
    ...['errors', 'options'].map((name) => formatHeaders(`${folder}data/${name}/*`, api)),
    formatHeaders(folder, typedHeaders(PAGE)),
    ...otherFiles(grid).map((file) => formatHeaders(folder + file, typedHeaders(file))),
    formatHeaders(`${folder}data/store/*`, FILE_HEADERS),
  ].join('');
}

const namesIn = ({ collections }: Grid): string[] => collections.map(({ name }) => name);

const typedHeaders = (file: string) => ({
  'Content-Type': mediaTypeOf(file),
  ...FILE_HEADERS,
  ...NAMED_HEADERS.get(file),
});

/** The files outside of the API, the errors and the store, by their names, because a star matches the rest of a path. */
const otherFiles = (grid: Grid): string[] => [
  ...[...DESCRIBED_FILES, MANIFEST, ROOT],
  ...namesIn(grid).map(pointsFile),
  ...[CHECKSUMS, DATA_PACKAGE, README].map((file) => DOWNLOADS + file),
  ...namesIn(grid).flatMap((name) =>
    ['csv', 'jsonl', 'geojson'].map((extension) => `${DOWNLOADS}${name}.${extension}`),
  ),
];
