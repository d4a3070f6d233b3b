import { OPENAPI } from '../core/address.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { newestUpdate } from '../site/updates.ts';
import { markup } from '../util/markup.ts';
import type { Described } from './described.ts';
import { linkOf } from './endpoint.ts';
import { API_CATALOG, LLMS, ROBOTS, SITEMAP } from './files.ts';
import { llmsText } from './llms.ts';

/** The files by which search engines, catalogues and language models find the API. */
export const machineFiles = (described: Described): SiteFile[] =>
  Object.entries({
    [API_CATALOG]: `${JSON.stringify(apiCatalogOf(described), null, 2)}\n`,
    [LLMS]: llmsText(described),
    [ROBOTS]: robotsOf(described.grid),
    [SITEMAP]: sitemapOf(described),
  }).map(([path, text]) => ({ path, body: [bytes(text)] }));

/** https://www.rfc-editor.org/rfc/rfc9727 in the format of https://www.rfc-editor.org/rfc/rfc9264 */
function apiCatalogOf({ about, grid }: Described) {
  const site = `${grid.base}/`;
  const api = site + linkOf(grid, apiFolder(grid));
  return {
    linkset: [
      { anchor: site + API_CATALOG, item: [{ href: api, title: about.name }] },
      {
        anchor: api,
        'service-desc': [{ href: site + OPENAPI, type: 'application/json' }],
        'service-doc': [{ href: site, type: 'text/html' }],
      },
    ],
  };
}

/** https://www.rfc-editor.org/rfc/rfc9309 */
const robotsOf = ({ base }: Grid): string => `User-agent: *
Allow: /

Sitemap: ${base}/${SITEMAP}
`;

/** The page and the downloads. https://www.sitemaps.org/protocol.html */
function sitemapOf({ about, grid, downloads = [] }: Described): string {
  const updated = newestUpdate(about.collections);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${grid.base}/</loc>${updated && markup`<lastmod>${updated}</lastmod>`}</url>
${downloads.map(({ path }) => markup`<url><loc>${grid.base}/${path}</loc></url>\n`)}</urlset>
`.text;
}
