import { ERRORS } from '../../core/address.ts';
import type { Endpoint } from '../../core/endpoint.ts';
import { relativePathOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { formatCount } from '../../util/text.ts';
import type { DescribedCollection } from '../described.ts';
import { keyName, phraseOf, spaced, templateOf } from '../endpoint.ts';
import { ERROR_TEXTS, errorsOf, sentence } from '../error.ts';
import { type DescribedParameter, describedParameters } from '../parameter.ts';
import { fieldsOf } from './field.ts';
import { type Html, html, joined, withCode } from './html.ts';

/** The reference of one collection: endpoints, parameters, fields, an example, and errors. */
export const collectionSection = (grid: Grid, described: DescribedCollection): Html => {
  const { name, title, description, record } = described.about;
  const recordName = typeof record.title === 'string' ? record.title : `record of ${spaced(name)}`;
  return html`
<section id="${name}" class="collection" aria-labelledby="${name}-title">
<h2 id="${name}-title">${title}</h2>
<p class="lead">${description} <span class="count">${formatCount(described.collection.count, 'record')}.</span></p>

<ul class="endpoints">${described.endpoints.map(endpointRow)}
</ul>
${parameterList(grid, described)}
<h3 id="${name}-fields">Fields of a ${recordName}</h3>
${fieldList(record)}
${exampleRecord(described)}
${featureFields(described)}
${errorList(grid, described)}
</section>`;
};

function endpointRow(endpoint: Endpoint): Html {
  const template = templateOf(endpoint);
  const hasAddress = endpoint.kind !== 'item' || endpoint.key !== '';
  return html`
<li><span class="method">GET</span> <code>${template}</code> <span class="what">${phraseOf(endpoint)}</span>
${hasAddress && html`<a class="try" href="${relativePathOf(endpoint)}" data-try aria-label="Try it: ${template}">Try it</a>`}</li>`;
}

function parameterList(grid: Grid, { collection, endpoints }: DescribedCollection): Html {
  const list: Endpoint = { kind: 'collection', collection };
  // The format comes first of all parameters, and matters least.
  const [format, ...parameters] = describedParameters(grid, list);
  const others = endpoints.slice(1).map((endpoint) => html`<code>${templateOf(endpoint)}</code>`);
  return html`
<h3>Parameters of <code>${templateOf(list)}</code></h3>
<dl class="rows">${[...parameters, ...(format ? [format] : [])].map(parameterRow)}
</dl>
<p class="aside">${joined(others, ' and ')} ${others.length > 1 ? 'support' : 'supports'} only <code>format</code>. An empty parameter is the same as an absent one. Unknown parameters are ignored.</p>`;
}

function parameterRow(parameter: DescribedParameter): Html {
  const { name, defaultText, meaning, rendered, renderedText, composed, composedText } = parameter;
  const hasComposed = composedText !== undefined || composed.length > 0;
  return html`
<div><dt><code>${name}</code> <span class="type">default: ${defaultText}</span></dt>
<dd><p>${withCode(meaning)}</p>
<p><span class="label">On every host:</span> ${valueList(rendered, renderedText)}</p>
${hasComposed && html`<p><span class="label">Where code runs also:</span> ${valueList(composed, composedText)}</p>`}</dd></div>`;
}

function valueList(values: readonly string[], text?: string): Html {
  if (text !== undefined) return withCode(text);
  if (values.length === 0) return html`none`;
  return html`<span class="chips">${values.map((value) => html`<code>${value}</code> `)}</span>`;
}

const fieldList = (schema: JsonSchema): Html => html`
<dl class="rows">${fieldsOf(schema).map(
  ({ path, type, isRequired, meaning, pattern }) => html`
<div><dt><code>${path}</code> <span class="type">${type}</span> ${
    isRequired
      ? html`<span class="presence">always</span>`
      : html`<span class="presence sometimes">not always</span>`
  }</dt>
<dd>${meaning && html`<p>${meaning}</p>`}${
    pattern && html`<p class="pattern">matches <code>${pattern}</code></p>`
  }</dd></div>`,
)}
</dl>`;

function exampleRecord({ example, collection, key }: DescribedCollection): Html | false {
  if (example === undefined) return false;
  const path = relativePathOf({ kind: 'item', collection, key });
  return html`
<figure><figcaption>A record${key !== '' && html`, <a href="${path}"><code>/${path}</code></a>`}</figcaption>
<pre tabindex="0" aria-label="A record of ${spaced(collection.name)}"><code>${JSON.stringify(example, null, 2)}</code></pre></figure>`;
}

function featureFields({ about, endpoints }: DescribedCollection): Html | false {
  const features = endpoints.find(({ kind }) => kind === 'features');
  if (!features || !about.properties) return false;
  return html`
<h3>On a map</h3>
<p><code>${templateOf(features)}</code> is one GeoJSON <code>FeatureCollection</code>. It has a <code>Point</code> for each record with a known location: the <code>id</code> is the key of the record, and the <code>properties</code> are these.</p>
${fieldList(about.properties)}`;
}

/** The errors that only this collection has. */
function errorList(grid: Grid, { collection, endpoints }: DescribedCollection): Html {
  const errors = endpoints
    .flatMap((endpoint) => errorsOf(grid, endpoint))
    .filter((error) => error.collection === collection.name);
  return html`
<h3>Errors</h3>
<dl class="rows">${errors.map(
    ({ error }) => html`
<div><dt><code>${ERRORS[error]}</code> <span class="type">${error === 'key' ? `{${keyName(collection)}}` : error}</span></dt>
<dd><p>${withCode(sentence(ERROR_TEXTS[error]))}</p></dd></div>`,
  )}
</dl>`;
}
