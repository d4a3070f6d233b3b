import type { Source } from '../api/definition.ts';
import type { JsonSchema } from '../api/json-schema.ts';
import { DOWNLOADS, ERRORS, formatTarget } from '../core/address.ts';
import { type Endpoint, relativeEndpointPath } from '../core/endpoint.ts';
import { apiFolder, type Grid } from '../core/grid.ts';
import { type Described, mainCollection } from '../describe/described.ts';
import { CHECKSUMS, DATA_PACKAGE, README } from '../describe/downloads/layout.ts';
import { linkOf, phraseOf, spaced, templateOf } from '../describe/endpoint.ts';
import { exampleBody } from '../describe/examples.ts';
import { hasFeed } from '../describe/feed.ts';
import { describeFields } from '../describe/field.ts';
import { FEED } from '../describe/files.ts';
import { licenceOf } from '../describe/licence.ts';
import type { LabelledParameter } from '../describe/parameter.ts';
import { pathTemplates } from '../describe/path-template.ts';
import { usageOf } from '../describe/usage.ts';
import { errorBodies, errorText } from '../site/error-files.ts';
import { exampleRequest, filteredText, MAX_LISTED, supportedText } from '../site/parameter.ts';
import { code, type Markup, type MarkupPart, markup } from '../util/markup.ts';
import { formatBytes, formatCount, formatNumber } from '../util/text.ts';
import type { PageCollection } from './page-model.ts';
import { isListed } from './view/collection-model.ts';

/** A section of the reference. */
type Section = Readonly<Record<'id' | 'title', string> & { body: Markup }>;

/** The reference of the API: its contents and its sections. */
export function reference(described: Described, collections: readonly PageCollection[]): Markup {
  const { grid, about, downloads = [] } = described;
  const sections: Section[] = [
    { id: 'first-request', title: 'Start', body: start(described, collections) },
    ...collections.map((one) => ({
      id: one.id,
      title: one.metadata.heading ?? one.metadata.title,
      body: collectionBody(described, one),
    })),
    ...(downloads.length > 0
      ? [{ id: 'all-data', title: 'Downloads', body: downloadLinks(described) }]
      : []),
    { id: 'all-answers', title: 'Requests and responses', body: requestsAndResponses(grid) },
    { id: 'facts-from', title: 'Sources', body: sourceList(about.sources) },
  ];
  return markup`<div class="columns">

<nav class="contents" aria-label="On this page">
<ul>
${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}
</ul>
</nav>
<div class="reference">
${sections.map(
  ({ id, title, body }) => markup`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`,
)}
</div>
</div>`;
}

/** How programs use the API: the base address, a first request with its response, the collections, and types. */
function start(described: Described, collections: readonly PageCollection[]): Markup {
  const { grid } = described;
  const { collection } = mainCollection(described, collections);
  const endpoint = { kind: 'collection', collection } as const;
  const request = exampleRequest(endpoint);
  const response = JSON.stringify(exampleBody(described, endpoint, request), null, 2);
  // Without the last line, because the example of a list has only its first records.
  const [beginning] = /^(?:.*\n){1,12}/.exec(response) ?? [];
  const target = formatTarget(relativeEndpointPath(grid, endpoint), request);
  const index = linkOf(grid, apiFolder(grid));
  return markup`<p>The base address of the API is ${code(grid.base)}. The API needs no key, has no quota and sets no cookies, and pages of any site may call it (${code('Access-Control-Allow-Origin:\u00a0*')}). ${code(`GET /${index}`)} has <a href="${index}">the addresses of the collections</a>.</p>
<pre tabindex="0" class="first" aria-label="A first request">${code(`curl '${grid.base}/${linkOf(grid, target)}'`)}</pre>
<figure><figcaption>The beginning of its response</figcaption>
<pre tabindex="0" aria-label="The beginning of its response">${code([beginning, '…'])}</pre></figure>
<div class="scroller" tabindex="0" role="region" aria-label="Collections"><table>
<thead><tr><th scope="col">Collection</th><th scope="col">Address</th><th scope="col" class="number">Records</th><th scope="col">Description</th></tr></thead>
<tbody>${collections.map(
    ({ id, model, collection, metadata }) => markup`
<tr><th scope="row"><a href="#${id}">${metadata.heading ?? metadata.title}</a></th><td>${code(`/${linkOf(grid, model.listing)}`)}</td><td class="number">${formatNumber(collection.count)}</td><td>${metadata.description}</td></tr>`,
  )}
</tbody></table></div>
<p>For JavaScript and TypeScript, the site has <a href="client.js">client.js</a> with its types in <a href="client.d.ts">client.d.ts</a>. For another language, generate a client from <a href="openapi.json">openapi.json</a>.</p>`;
}

/** One collection: its endpoints, parameters and fields, and an example. */
function collectionBody(described: Described, one: PageCollection): Markup {
  const { metadata, collection, endpoints, id, model } = one;
  const { description, record } = metadata;
  const recordName = typeof record.title === 'string' ? record.title : `record of ${model.noun}`;
  return markup`<p class="lead">${description} <span class="count">${formatCount(collection.count, 'record')}.</span></p>

<ul class="endpoints">${endpoints.map((endpoint) => endpointRow(described.grid, endpoint))}
</ul>
${parameterList(described.grid, one)}
${part(`${id}-fields`, `Fields of a ${recordName}`, fieldList(record, metadata))}
${exampleRecord(described.grid, one)}
${featureFields(described.grid, one)}`;
}

function endpointRow(grid: Grid, endpoint: Endpoint): Markup {
  const longest = grid.hostKind === 'plain' ? pathTemplates(grid, endpoint).at(-1) : undefined;
  const template = longest?.path ?? templateOf(grid, endpoint);
  const hasAddress = endpoint.kind !== 'record' || endpoint.key !== '';
  return markup`
<li><span class="method">GET</span> ${code(template)} <span class="what">${phraseOf(endpoint)}</span>
${hasAddress && markup`<a class="try" href="${linkOf(grid, relativeEndpointPath(grid, endpoint))}" aria-label="Try it: ${template}">Try it</a>`}</li>`;
}

function parameterList(grid: Grid, { collection, endpoints, id, parameters }: PageCollection) {
  const [listing = '', ...others] = endpoints.map((endpoint) => templateOf(grid, endpoint));
  const names = others.map((template) => `\`${template}\``);
  return part(
    `${id}-parameters`,
    markup`Parameters of ${code(listing)}`,
    markup`${definitionList(parameters.map((one) => parameterRow(grid, one)))}
${collection.filters && markup`<p class="aside">A record must match every filter. White space around a value is ignored. ${filteredText(grid, collection)}</p>`}
${names.length > 0 && markup`<p class="aside">${withCode(names.join(' and '))} ${names.length > 1 ? 'support' : 'supports'} only ${code('format')}.</p>`}`,
  );
}

/** A parameter in words, and all of its values with their labels where the words have only the first ones. */
function parameterRow({ hostKind }: Grid, parameter: LabelledParameter): [Markup, Markup] {
  const { name, defaultText, meaning, prerendered, composed, labelOf } = parameter;
  const values = [...prerendered, ...composed];
  const isMore = values.length > MAX_LISTED || values.some((value) => labelOf(value) !== value);
  const chip = (value: string) => {
    // A value that is its own label is shown once.
    const label = ` ${labelOf(value)}`.replace(` ${value} (`, ' (');
    return markup`<span>${code(value)}${labelOf(value) !== value && label}</span> `;
  };
  return [
    term(code(name), `default: ${defaultText}`),
    markup`<p>${withCode(`${meaning} ${supportedText(hostKind, parameter)}`)}</p>
${isMore && markup`<details><summary>${formatCount(values.length, 'value')}</summary><p class="chips">${values.map(chip)}</p></details>`}`,
  ];
}

/**
 * @param columns the order of the fields
 * @param listed the fields that listings have
 */
const fieldList = (
  schema: JsonSchema,
  { columns, listed }: Pick<PageCollection['metadata'], 'columns' | 'listed'> = {},
): Markup =>
  definitionList(
    describeFields(schema, columns).map(({ path, type, isRequired, meaning }) => [
      markup`${term(code(path), type)} <span class="presence${!isRequired && ' sometimes'}">${!isRequired && 'not '}always</span>${!isListed(listed, path) && markup` <span class="presence">not in listings</span>`}`,
      markup`${meaning && markup`<p>${meaning}</p>`}`,
    ]),
  );

function exampleRecord(grid: Grid, one: PageCollection): Markup | false {
  const { example, collection, key, id, model } = one;
  if (example === undefined) return false;
  const path = linkOf(grid, relativeEndpointPath(grid, { kind: 'record', collection, key }));
  const link = key !== '' && markup`, <a href="${path}">${code(`/${path}`)}</a>`;
  const json = JSON.stringify(example, null, 2);
  const shown = markup`
<figure><figcaption>A record${link}</figcaption>
<pre tabindex="0" aria-label="A record of ${model.noun}">${code(json)}</pre></figure>`;
  return part(`${id}-example`, 'An example record', shown);
}

function featureFields(grid: Grid, { metadata, endpoints, id }: PageCollection): Markup | false {
  const features = endpoints.find(({ kind }) => kind === 'features');
  if (!features || !metadata.properties) return false;
  return part(
    `${id}-features`,
    'Points on a map',
    markup`<p>${code(templateOf(grid, features))} is one GeoJSON ${code('FeatureCollection')}. It has a ${code('Point')} for each record with a known location: the ${code('id')} is the key of the record, and the ${code('properties')} are these.</p>
${fieldList(metadata.properties)}`,
  );
}

/** What is the same for every endpoint. */
const requestsAndResponses = (grid: Grid): Markup => markup`${Object.entries(usageOf(grid)).map(
  ([title, texts]) =>
    part(
      `all-${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      texts.map((text) => markup`<p>${withCode(text)}</p>`),
    ),
)}
${grid.hostKind !== 'plain' && part('all-errors', 'Errors', errorList(grid))}`;

/** The errors of a site with their statuses, each once. */
const errorList = (grid: Grid): Markup =>
  definitionList(
    [...new Set(Array.from(errorBodies(grid), ([{ error }]) => error))].map((error) => [
      term(code(ERRORS[error]), code(error)),
      markup`<p>${errorText(error)}</p>`,
    ]),
  );

/** Links to the files with whole collections, and to the feed. */
function downloadLinks({ about, grid, downloads = [] }: Described): Markup {
  const links = (prefix: string) =>
    downloads
      .filter(({ path }) => path.startsWith(DOWNLOADS + prefix))
      .map(({ path, bytes }) => {
        const name = path.slice(DOWNLOADS.length);
        return markup`<a href="${path}" download>${name}</a> <span class="aside">${formatBytes(bytes)}</span> `;
      });
  const rows = grid.collections
    .filter((one) => one.downloads !== false)
    .map(({ name }) => [markup`${spaced(name)}`, markup`<p>${links(`${name}.`)}</p>`] as const);
  return markup`<p>Whole collections as files, for spreadsheets, databases and notebooks. ${links(README)} explains the formats. ${links(DATA_PACKAGE)} has the types and meanings of the columns for programs. ${links(CHECKSUMS)} has checksums.</p>
${definitionList(rows)}
${hasFeed(about) && markup`<p>The <a href="${FEED}">Atom feed</a> has the records that changed last.</p>`}`;
}

/** Where the data comes from, and its licences. */
function sourceList(sources: readonly Source[] = []): Markup {
  if (sources.length === 0) return markup`<p>This API does not name its sources.</p>`;
  return definitionList(
    sources.map((source) => {
      const licence = licenceOf(source);
      return [term(nameLink(source), licence && nameLink(licence)), markup`<p>${source.data}</p>`];
    }),
  );
}

/** The name of a source or a licence, with its address. */
export const nameLink = ({ name, url = '' }: Pick<Source, 'name' | 'url'>): Markup | string =>
  /^https?:\/\//i.test(url) ? markup`<a href="${url}">${name}</a>` : name;

/** A part of a section. */
const part = (id: string, heading: MarkupPart, body: MarkupPart): Markup => markup`
<h3 id="${id}">${heading}</h3>
${body}`;

/** A list of terms with their descriptions. */
const definitionList = (rows: readonly (readonly [term: Markup, text: Markup])[]): Markup => markup`
<dl class="rows">${rows.map(
  ([term, text]) => markup`
<div><dt>${term}</dt>
<dd>${text}</dd></div>`,
)}
</dl>`;

/** A name with its type. */
const term = (name: MarkupPart, type: MarkupPart): Markup =>
  markup`${name} ${type && markup`<span class="type">${type}</span>`}`;

/** A text whose names stand in backticks. */
const withCode = (text: string): Markup =>
  markup`${text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : part))}`;
