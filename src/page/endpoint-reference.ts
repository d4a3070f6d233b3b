import type { JsonSchema } from '../api/json-schema.ts';
import { ERRORS } from '../core/address.ts';
import { type Endpoint, relativeEndpointPath } from '../core/endpoint.ts';
import type { Grid } from '../core/grid.ts';
import { HEADERS } from '../core/header.ts';
import { METHODS } from '../core/resolve.ts';
import type { Described, DescribedCollection } from '../describe/described.ts';
import { linkOf, phraseOf, spaced, templateOf } from '../describe/endpoint.ts';
import { describeFields } from '../describe/field.ts';
import { type DescribedParameter, parametersForPage } from '../describe/parameter.ts';
import { BY_PATH, pathTemplates } from '../describe/path-template.ts';
import { errorBodies, errorText } from '../site/error-files.ts';
import { filteredText } from '../site/supported-values.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatCount, underscored } from '../util/text.ts';
import { collapsible, definitionList, figure, linksIn, section, term, withCode } from './html.ts';

/** The reference of one collection: endpoints, parameters, fields, and an example. */
export function collectionSection(api: Described, described: DescribedCollection): Markup {
  const { metadata, collection, endpoints } = described;
  const { name, title, description, record } = metadata;
  const id = underscored(name);
  const recordName = typeof record.title === 'string' ? record.title : `record of ${spaced(name)}`;
  return section(
    id,
    title,
    markup`<p class="lead">${description} <span class="count">${formatCount(collection.count, 'record')}.</span></p>

<ul class="endpoints">${endpoints.map((endpoint) => endpointRow(api, endpoint))}
</ul>
${parameterList(api, described)}
${collapsible(`${id}-fields`, `Fields of a ${recordName}`, fieldList(`${id}-field`, record))}
${exampleRecord(api, described)}
${featureFields(api.grid, described)}`,
    markup` class="collection"`,
  );
}

function endpointRow(api: Described, endpoint: Endpoint): Markup {
  const { grid } = api;
  const longest = grid.linksByPath ? pathTemplates(grid, endpoint).at(-1) : undefined;
  const template = longest?.path ?? templateOf(grid, endpoint);
  const hasAddress = endpoint.kind !== 'item' || endpoint.key !== '';
  return markup`
<li><span class="method">GET</span> <code>${template}</code> <span class="what">${phraseOf(endpoint)}</span>
${hasAddress && markup`<a class="try"${linksIn(api)(relativeEndpointPath(grid, endpoint))} aria-label="Try it: ${template}">Try it</a>`}</li>`;
}

function parameterList(api: Described, { collection, endpoints }: DescribedCollection): Markup {
  const list: Endpoint = { kind: 'collection', collection };
  const others = endpoints.slice(1).map((endpoint) => `\`${templateOf(api.grid, endpoint)}\``);
  return collapsible(
    `${underscored(collection.name)}-parameters`,
    markup`Parameters of <code>${templateOf(api.grid, list)}</code>`,
    markup`${definitionList(parametersForPage(api, list).map(parameterRow))}
${collection.filters && markup`<p class="aside">A record must match every filter. White space around a value is ignored. ${filteredText(api.grid, collection)}</p>`}
<p class="aside">${others.length > 0 && markup`${withCode(others.join(' and '))} ${others.length > 1 ? 'support' : 'supports'} only <code>format</code>. `}An empty parameter is the same as an absent one. Unknown parameters are ignored.</p>`,
  );
}

function parameterRow(parameter: DescribedParameter): [Markup, Markup] {
  const { name, defaultText, meaning, rendered, composed, composedText, hasPages } = parameter;
  const renderedText = hasPages ? parameter.renderedText : '';
  const hasComposed = composedText !== undefined || composed.length > 0;
  return [
    term(markup`<code>${name}</code>`, `default: ${defaultText}`),
    markup`<p>${withCode(meaning)}</p>
${(hasPages || rendered.length > 0) && valueList('Values:', parameter, rendered, renderedText)}
${hasComposed && valueList(hasPages ? 'On hosts with code also:' : 'Also:', parameter, composed, composedText)}`,
  ];
}

/** Longer lists of values are shown on demand. */
const SHORT_LIST = 30;

function valueList(
  title: string,
  { kind, labelOf }: DescribedParameter,
  values: readonly string[],
  text = '',
): Markup {
  const heading = markup`<span class="label">${title}</span>`;
  const chip = (value: string) =>
    markup`<span><code>${value}</code>${kind === 'filter' && labelOf(value) !== value && ` ${labelOf(value)}`}</span> `;
  const chips = markup`<span class="chips">${values.map(chip)}</span>`;
  if (values.length > SHORT_LIST) {
    return markup`<details><summary>${heading} ${formatCount(values.length, 'value')}</summary><p>${chips}</p></details>`;
  }
  if (values.length === 0) return markup`<p>${heading} ${text || 'none'}</p>`;
  return markup`<p>${heading} ${chips}${text && `and ${text}`}</p>`;
}

/** @param id that of the list, with which the ids of its fields begin */
const fieldList = (id: string, schema: JsonSchema): Markup =>
  definitionList(
    describeFields(schema).map(({ path, type, isRequired, meaning, pattern }) => {
      const fieldId = `${id}-${encodeURIComponent(path)}`;
      const name = markup`<a href="#${fieldId}"><code>${path}</code></a>`;
      return [
        markup`${term(name, type)} ${isRequired ? ALWAYS : NOT_ALWAYS}`,
        markup`${meaning && markup`<p>${meaning}</p>`}${
          pattern && markup`<p class="pattern">matches <code>${pattern}</code></p>`
        }`,
        fieldId,
      ];
    }),
  );

const ALWAYS = markup`<span class="presence">always</span>`;
const NOT_ALWAYS = markup`<span class="presence sometimes">not always</span>`;

function exampleRecord(
  { grid }: Described,
  { example, collection, key }: DescribedCollection,
): Markup | false {
  if (example === undefined) return false;
  const path = linkOf(grid, relativeEndpointPath(grid, { kind: 'item', collection, key }));
  const link = key !== '' && markup`, <a href="${path}"><code>/${path}</code></a>`;
  const label = `A record of ${spaced(collection.name)}`;
  return collapsible(
    `${underscored(collection.name)}-example`,
    'An example record',
    figure(markup`A record${link}`, label, JSON.stringify(example, null, 2)),
  );
}

function featureFields(grid: Grid, { metadata, endpoints }: DescribedCollection): Markup | false {
  const features = endpoints.find(({ kind }) => kind === 'features');
  if (!features || !metadata.properties) return false;
  return collapsible(
    `${underscored(metadata.name)}-features`,
    'Points on a map',
    markup`<p><code>${templateOf(grid, features)}</code> is one GeoJSON <code>FeatureCollection</code>. It has a <code>Point</code> for each record with a known location: the <code>id</code> is the key of the record, and the <code>properties</code> are these.</p>
${fieldList(`${underscored(metadata.name)}-property`, metadata.properties)}`,
  );
}

/** The errors of a site with their statuses, each once. */
const errorList = (grid: Grid): Markup =>
  definitionList(
    [...new Set(Array.from(errorBodies(grid), ([{ error }]) => error))].map((error) => [
      term(markup`<code>${ERRORS[error]}</code>`, markup`<code>${error}</code>`),
      markup`<p>${errorText(error)}</p>`,
    ]),
  );

const SOME_HOSTS = markup`<p>Some parameters have values that only hosts with code answer. Any other host answers them with an error that lists the values to use.</p>`;

/** What is the same for every endpoint. */
export function responsesSection(grid: Grid): Markup {
  if (grid.linksByPath) {
    return section(
      'all-answers',
      'Addresses and responses',
      markup`${BY_PATH.map((text) => markup`<p>${withCode(text)}</p>`)}`,
    );
  }
  const methods = METHODS.map((method) => `\`${method}\``);
  const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
  const label = 'The headers of every response';
  return section(
    'all-answers',
    'Responses and errors',
    markup`<p>A response is the requested page, or an error that lists the supported values; it is never another page. Every endpoint supports ${withCode(methods.join(', '))}. A path without its trailing slash is redirected to the path with it. Prerendered pages also have addresses by path, which end in <code>.json</code>: <a href="openapi.json">openapi.json</a> lists them.</p>
${!grid.isStoreOnly && SOME_HOSTS}
<p>An error is JSON: <code>detail</code> says what is wrong, <code>parameter</code> names the parameter, and <code>supported</code> lists the supported values. A host that can’t send the status 400 sends 404.</p>
${collapsible('all-errors', 'Errors', errorList(grid))}
${collapsible(
  'all-headers',
  'Headers',
  markup`${figure(label, label, headers.join('\n'))}
<p>Hosts with code also send <code>Link</code> with the addresses of the next and the previous page (<code>rel="next"</code>, <code>rel="prev"</code>), and <code>Access-Control-Expose-Headers</code>, which lets pages of other sites read <code>Allow</code>, <code>ETag</code>, <code>Link</code> and <code>Location</code>.</p>`,
)}`,
  );
}
