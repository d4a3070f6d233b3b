import type { Grid } from '../../core/grid.ts';
import { aliasOf, fileOf } from '../../core/path.ts';
import type { Host } from '../host.ts';
import { notFoundPage } from './not-found-page.ts';

/** What plain hosts have in common. */
export const PLAIN_FILES = {
  kind: 'files',
  destination: 'site',
  files: (grid) => ({
    '404.html': notFoundPage(grid),
    // Without it GitHub Pages omits the folders that Jekyll does not publish.
    '.nojekyll': '',
  }),
  deviations: {
    'a query string after `.json`': 'the file, whatever the query is',
    'a path that ends with `/`, such as `/api/countries/`':
      '404, or a list of the files of that folder',
    'a path without a file': 'the page `404.html` with status 404',
    'another method than GET and HEAD': 'an error of the host',
  },
} as const satisfies Partial<Host>;

/** The address of the first page of the first collection. */
export function firstPageHref(grid: Grid): string {
  const [first] = grid.collections;
  const path = first
    ? aliasOf(grid, { collection: first.name, ordering: '' })
    : fileOf(grid, { kind: 'index' });
  return `${grid.base}/${path}`;
}
