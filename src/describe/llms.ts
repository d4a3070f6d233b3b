import { DOWNLOADS, OPENAPI } from '../core/address.ts';
import { type Endpoint, endpointName, relativeEndpointPath } from '../core/endpoint.ts';
import { escapeMarkdown, shortened } from '../util/text.ts';
import {
  type Described,
  type DescribedCollection,
  describedCollections,
  mainCollection,
} from './described.ts';
import { README } from './downloads/layout.ts';
import { linkOf, phraseOf } from './endpoint.ts';
import { exampleRequest } from './examples.ts';
import { CLIENT } from './files.ts';
import { describedParameters } from './parameter.ts';
import { BY_PATH } from './path-template.ts';

/** The largest size of the file, in bytes: a language model reads all of it. */
const MAX_BYTES = 4096;

/** What a language model needs to request the API. https://llmstxt.org/ */
export function llmsText(described: Described): string {
  const { about, grid, downloads = [] } = described;
  const collections = describedCollections(described);
  const endpoints = collections.flatMap((one) => one.endpoints);
  const listed = endpoints.filter(({ kind }) => kind !== 'item');
  const names = listed.map((endpoint) => `- ${endpointName(endpoint)}`);
  const usage = grid.linksByPath ? BY_PATH[0] : QUERY;
  const link = (name: string, file: string) => `- [${name}](${grid.base}/${file})\n`;
  const requests = requestsOf(described, mainCollection(described, collections)).map(
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

${link('Every path, parameter, field and error: OpenAPI', OPENAPI)}${link('Page for people', '')}${link('JavaScript module that answers every request', CLIENT)}${downloads.length > 0 ? link('Downloads of whole collections', DOWNLOADS + README) : ''}`;
  // Fewer words for each collection until all fit, and then fewer collections.
  const variants = [
    listed.map((endpoint) => entry(described, endpoint)),
    names,
    ...names.map((_, index) => [...names.slice(0, -1 - index), `- others: see ${OPENAPI}`]),
  ];
  const texts = variants.map(textWith);
  return texts.find((text) => Buffer.byteLength(text) <= MAX_BYTES) ?? textWith([]);
}

const QUERY =
  'A page has `count`, `next`, `previous` and `results`: follow `next`. A `-` before a value of `ordering` reverses it. A value that is not supported gets an error that lists the supported ones.';

const excerpt = (text: string): string => escapeMarkdown(shortened(text, 300));

/** An endpoint with its address, what it returns, and the parameters that the host answers. */
function entry(described: Described, endpoint: Endpoint): string {
  const parameters = describedParameters(described, endpoint).flatMap(
    ({ name, kind, rendered }) => {
      if (kind === 'format') return [];
      if (kind === 'filter') return described.hostKind && rendered.length === 0 ? [] : name;
      const values = rendered.filter((value) => !value.startsWith('-'));
      return values.length > 0 ? `${name} (${values.join(', ')})` : name;
    },
  );
  const { grid } = described;
  const href = `${grid.base}/${linkOf(grid, relativeEndpointPath(grid, endpoint))}`;
  const texts = [phraseOf(endpoint), parameters.join(', ')].filter(Boolean);
  return `- [${endpointName(endpoint)}](${href}): ${texts.join('; parameters: ')}`;
}

/** Requests that the host answers: a page, a record and points of the main collection, then files. */
function requestsOf(described: Described, main: DescribedCollection | undefined): string[] {
  const { grid, downloads = [] } = described;
  const files = [...downloads.slice(-3).map(({ path }) => path), OPENAPI, CLIENT, ''];
  const requests = (main?.endpoints ?? []).flatMap((endpoint) => {
    // Some hosts do not find other keys.
    if (endpoint.kind === 'item' && !/^[\w.-]+$/.test(endpoint.key)) return [];
    const query = new URLSearchParams(exampleRequest(endpoint));
    return relativeEndpointPath(grid, endpoint) + (query.size > 0 ? `?${query}` : '');
  });
  return [...requests, ...files];
}
