import { DOWNLOADS, OPENAPI } from '../core/address.ts';
import { type Endpoint, endpointName, relativeEndpointPath } from '../core/endpoint.ts';
import type { Grid } from '../core/grid.ts';
import { newestUpdate } from '../site/api-metadata.ts';
import { describeParameters, exampleRequest } from '../site/parameter.ts';
import { type SiteFile, textFiles } from '../site/site-file.ts';
import { markup } from '../util/markup.ts';
import { escapeMarkdown, shortened } from '../util/text.ts';
import {
  answeringKind,
  type Described,
  describedCollections,
  mainCollection,
} from './described.ts';
import { README } from './downloads/layout.ts';
import { linkOf, phraseOf } from './endpoint.ts';
import { CLIENT, LLMS, REFERENCE, ROBOTS, SITEMAP } from './files.ts';
import { BY_PATH } from './usage.ts';

/** The files by which search engines and language models find the API. */
export const machineFiles = (described: Described): SiteFile[] =>
  textFiles({
    [LLMS]: llmsText(described),
    [ROBOTS]: robotsOf(described.grid),
    [SITEMAP]: sitemapOf(described),
  });

/** https://www.rfc-editor.org/rfc/rfc9309 */
const robotsOf = ({ base }: Grid): string => `User-agent: *
Allow: /

Sitemap: ${base}/${SITEMAP}
`;

/** The pages and the downloads. https://www.sitemaps.org/protocol.html */
function sitemapOf({ about, grid, downloads = [] }: Described): string {
  const updated = newestUpdate(about.collections);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${grid.base}/</loc>${updated && markup`<lastmod>${updated}</lastmod>`}</url>
<url><loc>${grid.base}/${REFERENCE}</loc></url>
${downloads.map(({ path }) => markup`<url><loc>${grid.base}/${path}</loc></url>\n`)}</urlset>
`.text;
}

/** The largest size of the file, in bytes: a language model reads all of it. */
const MAX_BYTES = 4096;

/** What a language model needs to request the API. https://llmstxt.org/ */
function llmsText(described: Described): string {
  const { about, grid, downloads = [] } = described;
  const collections = describedCollections(described);
  const listed = collections
    .flatMap((one) => one.endpoints)
    .filter(({ kind }) => kind !== 'record')
    .map((endpoint) => entry(described, endpoint));
  const usage = grid.hostKind === 'plain' ? BY_PATH[0] : QUERY;
  const link = (name: string, file: string) => `- [${name}](${grid.base}/${file})\n`;
  const { endpoints } = mainCollection(described, collections);
  const requests = requestsOf(described, endpoints).map(
    (path) => `- <${grid.base}/${linkOf(grid, path)}>\n`,
  );
  const textWith = (lines: readonly string[]) => `# ${excerpt(about.name)}

> ${excerpt(about.description)}

A read-only REST API in JSON, without keys. Base address: ${grid.base}

${usage}

## Collections

${lines.join('\n')}

## Requests

${requests.slice(0, 3).join('')}
## Descriptions

${link('Every path, parameter, field and error: OpenAPI', OPENAPI)}${link('Data for people', '')}${link('Reference for people', REFERENCE)}${link('JavaScript module that answers every request', CLIENT)}${downloads.length > 0 ? link('Downloads of whole collections', DOWNLOADS + README) : ''}`;
  // As many entries as fit.
  let text = textWith(listed);
  for (let count = listed.length - 1; Buffer.byteLength(text) > MAX_BYTES && count >= 0; count--)
    text = textWith([...listed.slice(0, count), `- others: see ${OPENAPI}`]);
  return text;
}

const QUERY =
  'A page has `count`, `next`, `previous` and `results`: follow `next`. A `-` before a value of `ordering` reverses it. A value that is not supported gets an error that lists the supported ones.';

const excerpt = (text: string): string => escapeMarkdown(shortened(text, 300));

/** An endpoint with its address, what it returns, and the parameters that the host answers. */
function entry(described: Described, endpoint: Endpoint): string {
  const parameters = describeParameters(described.grid, endpoint).flatMap(
    ({ name, kind, prerendered }) => {
      if (kind === 'format') return [];
      if (kind === 'filter')
        return answeringKind(described) !== 'code' && prerendered.length === 0 ? [] : name;
      const values = prerendered.filter((value) => !value.startsWith('-'));
      return values.length > 0 ? `${name} (${values.join(', ')})` : name;
    },
  );
  const { grid } = described;
  const href = `${grid.base}/${linkOf(grid, relativeEndpointPath(grid, endpoint))}`;
  const texts = [phraseOf(endpoint), parameters.join(', ')].filter(Boolean);
  return `- [${endpointName(endpoint)}](${href}): ${texts.join('; parameters: ')}`;
}

/** Requests that the host answers: a page, a record and points of a collection, then files. */
function requestsOf({ grid, downloads = [] }: Described, endpoints: readonly Endpoint[]): string[] {
  const files = [...downloads.slice(-3).map(({ path }) => path), OPENAPI, CLIENT, ''];
  const requests = endpoints.flatMap((endpoint) => {
    // Some hosts do not find other keys.
    if (endpoint.kind === 'record' && !/^[\w.-]+$/.test(endpoint.key)) return [];
    const query = new URLSearchParams(exampleRequest(endpoint));
    return relativeEndpointPath(grid, endpoint) + (query.size > 0 ? `?${query}` : '');
  });
  return [...requests, ...files];
}
