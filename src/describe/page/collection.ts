import { ERRORS, errorAddress } from '../../core/address.ts';
import { type Endpoint, parametersOf, relativePathOf } from '../../core/endpoint.ts';
import type { CollectionGrid, Grid } from '../../core/grid.ts';
import type { AboutCollection } from '../../site/api-metadata.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { formatCount } from '../../util/text.ts';
import { keyTemplate, templateOf } from '../template.ts';
import { endpointsIn, phraseOf, spaced } from './endpoint.ts';
import { type Field, fieldsOf } from './field.ts';
import { type Html, html, joined } from './html.ts';
import { type ToldParameter, toldParameters } from './parameter.ts';

/** What the page tells of one collection. */
export interface ToldCollection {
  readonly grid: Grid;
  readonly collection: CollectionGrid;
  readonly about: AboutCollection;
  /** A record of it as it is published; absent where there is none. */
  readonly example?: unknown;
  /** The key of a record; empty where none is known. */
  readonly key: string;
}

/** The reference of one collection: endpoints, parameters, fields, an example, and errors. */
export const collectionSection = (told: ToldCollection): Html => {
  const { collection, about } = told;
  const { name } = collection;
  return html`
<section id="${name}" class="collection" aria-labelledby="${name}-title">
<h2 id="${name}-title">${about.title}</h2>
<p class="lead">${about.description} <span class="count">${formatCount(collection.count, 'record')}.</span></p>
${endpointList(told)}
${parameterList(told)}
<h3 id="${name}-fields">Fields of ${recordName(about)}</h3>
${fieldList(about.record)}
${exampleOf(told)}
${featureFields(told)}
${errorList(told)}
</section>`;
};

/** What a record is called: by the title of its shape, where it has one. */
const recordName = ({ record, name }: AboutCollection): Html =>
  typeof record.title === 'string' ? html`a ${record.title}` : html`a record of ${spaced(name)}`;

function endpointList({ grid, collection, key }: ToldCollection): Html {
  const row = (endpoint: Endpoint) => {
    const isTriable = endpoint.kind !== 'item' || key !== '';
    return html`
<li><span class="method">GET</span> <code>${templateOf(endpoint)}</code> <span class="what">${phraseOf(endpoint)}</span>
${isTriable && html`<a class="try" href="${relativePathOf(endpoint)}" data-try aria-label="Try it: ${templateOf(endpoint)}">Try it</a>`}</li>`;
  };
  return html`
<ul class="endpoints">${endpointsIn(grid, collection.name, key).map(row)}
</ul>`;
}

function parameterList({ grid, collection }: ToldCollection): Html {
  const endpoint: Endpoint = { kind: 'collection', collection };
  const others = endpointsIn(grid, collection.name).filter(({ kind }) => kind !== 'collection');
  return html`
<h3>Parameters of <code>${templateOf(endpoint)}</code></h3>
<dl class="rows">${toldParameters(grid, endpoint).map(parameterRow)}
</dl>
<p class="aside">${joined(
    others.map((one) => html`<code>${templateOf(one)}</code>`),
    ' and ',
  )} ${others.length > 1 ? 'take' : 'takes'} only <code>format</code>. An empty parameter is an absent one, and one that an endpoint does not have is ignored.</p>`;
}

const parameterRow = ({ name, meaning, fallback, values, composed }: ToldParameter): Html => html`
<div><dt><code>${name}</code> <span class="type">default: ${fallback}</span></dt>
<dd><p>${meaning}</p>
<p><span class="label">On every host:</span> ${valueList(values)}</p>
${composed.length > 0 && html`<p><span class="label">Where code runs also:</span> ${valueList(composed)}</p>`}</dd></div>`;

const valueList = (values: readonly string[] | string): Html =>
  typeof values === 'string'
    ? html`${values}`
    : values.length === 0
      ? html`none`
      : html`<span class="chips">${values.map((value) => html`<code>${value}</code> `)}</span>`;

const fieldList = (shape: JsonSchema): Html => html`
<dl class="rows">${fieldsOf(shape).map(fieldRow)}
</dl>`;

const fieldRow = ({ path, type, isRequired, meaning, pattern }: Field): Html => html`
<div><dt><code>${path}</code> <span class="type">${type}</span> ${
  isRequired
    ? html`<span class="presence">always</span>`
    : html`<span class="presence sometimes">not always</span>`
}</dt>
<dd>${meaning && html`<p>${meaning}</p>`}${
  pattern && html`<p class="pattern">matches <code>${pattern}</code></p>`
}</dd></div>`;

function exampleOf({ example, collection, key }: ToldCollection): Html | false {
  if (example === undefined) return false;
  const path = relativePathOf({ kind: 'item', collection, key });
  const source = key !== '' && html`, <a href="${path}"><code>/${path}</code></a>`;
  return html`
<figure><figcaption>A record${source}</figcaption>
<pre tabindex="0" aria-label="A record of ${spaced(collection.name)}"><code>${JSON.stringify(example, null, 2)}</code></pre></figure>`;
}

function featureFields({ grid, collection, about }: ToldCollection): Html | false {
  const endpoint = endpointsIn(grid, collection.name).find(({ kind }) => kind === 'features');
  if (!endpoint || !about.properties) return false;
  return html`
<h3>On a map</h3>
<p><code>${templateOf(endpoint)}</code> is one GeoJSON <code>FeatureCollection</code>, for any map to load: a <code>Point</code> for each record whose place is known, its <code>id</code> the record’s key, and of the record these <code>properties</code>.</p>
${fieldList(about.properties)}`;
}

function errorList({ grid, collection }: ToldCollection): Html {
  const own = parametersOf(grid, { kind: 'collection', collection }).filter(
    ({ error }) => error.collection !== '',
  );
  const status = ERRORS[errorAddress('key', collection.name).error];
  return html`
<h3>Errors</h3>
<dl class="rows">${own.map(
    ({ name, error }) => html`
<div><dt><code>${ERRORS[error.error]}</code> <span class="type">${name}</span></dt>
<dd><p>The value of <code>${name}</code> is not supported: the answer says which are.</p></dd></div>`,
  )}
<div><dt><code>${status}</code> <span class="type">${keyTemplate(collection)}</span></dt>
<dd><p>No record has this key.</p></dd></div>
</dl>`;
}
