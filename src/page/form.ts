import { type Endpoint, endpointName, relativeEndpointPath } from '../core/endpoint.ts';
import { maxLength } from '../core/filter.ts';
import { defaultOrdering } from '../core/grid.ts';
import { type Described, type DescribedCollection, mainCollection } from '../describe/described.ts';
import { keyName, phraseOf, spaced, templateOf } from '../describe/endpoint.ts';
import { labelField } from '../describe/field.ts';
import { CLIENT } from '../describe/files.ts';
import { type DescribedParameter, parametersForPage } from '../describe/parameter.ts';
import { type Markup, markup } from '../util/markup.ts';
import { underscored } from '../util/text.ts';
import { section } from './html.ts';
import { responseView, sortableColumns } from './response-view.ts';

/** A form for each endpoint. A script shows one of them at a time, and the response below it. */
export function formsSection(described: Described, collections: readonly DescribedCollection[]) {
  const index: Endpoint = { kind: 'index' };
  const endpoints = [index, ...collections.flatMap((one) => one.endpoints)];
  const main = mainCollection(collections);
  const first = main?.endpoints[0] ?? index;
  return section(
    'try-it',
    'Browse the data',
    markup`<div class="field picker" data-scripted hidden><label for="try-it-endpoint">Endpoint</label>
<select id="try-it-endpoint">${endpoints.map((endpoint) => option(formTitle(described, endpoint)))}</select></div>
<div class="forms"${described.hostKind === 'files' && markup` data-scripted hidden`}>${endpoints.map((endpoint) => requestForm(described, collections, endpoint, endpoint === first))}
</div>
<div class="request" data-scripted hidden>${requestCode(described)}</div>
${responseView(described, main)}`,
    markup` data-site="${described.grid.base}/"`,
  );
}

/** The request as code in several languages, which the script fills in. */
const requestCode = ({
  worker,
  hostKind,
}: Described): Markup => markup`<fieldset><legend class="hidden">The request as code</legend>${[
  'URL',
  'curl',
  'fetch',
  'Python',
]
  .filter((language) => worker === undefined || /^[Uf]/.test(language))
  .map(
    (language, index) =>
      markup`<label><input type="radio" name="language" value="${language}"${index === 0 && markup` checked`}>${language}</label>`,
  )}</fieldset>
${hostKind !== undefined && COMPOSED_HERE}
<pre tabindex="0" data-copy aria-label="the request"><code></code></pre>
${worker !== undefined && NO_CURL}`;

/** Shown for a request that the host has no file for. */
const COMPOSED_HERE = markup`<p class="aside" data-composed hidden>Filtered in your browser. From a program, use <a href="${CLIENT}">client.js</a>:</p>`;

const NO_CURL = markup`<p class="aside">Only pages of this site can send requests: a service worker in this browser answers them, and the host only sends files.</p>`;

const formTitle = ({ grid }: Described, endpoint: Endpoint): string =>
  `GET ${templateOf(grid, endpoint)}`;

/**
 * A form that sends a request. It works without a script, because an empty parameter is the same as
 * an absent one.
 * @param endpoint an item has the key of an existing record, empty if there is none
 * @param isFirst whether the script shows this form first
 */
function requestForm(
  described: Described,
  collections: readonly DescribedCollection[],
  endpoint: Endpoint,
  isFirst: boolean,
): Markup {
  const isItem = endpoint.kind === 'item';
  const list = endpoint.kind === 'index' ? endpoint : { ...endpoint, kind: 'collection' as const };
  // Without a key the form requests the whole list.
  const action = relativeEndpointPath(
    described.grid,
    isItem && endpoint.key === '' ? list : endpoint,
  );
  const title = `try-${endpoint.kind}-${underscored(endpointName(endpoint))}`;
  const id = (name: string) => `${title}-${name}`;
  const order = endpoint.kind === 'collection' && defaultOrdering(endpoint.collection);
  const isSearch = ({ kind, name }: DescribedParameter) => kind === 'filter' && name === 'search';
  const parameters = parametersForPage(described, endpoint);
  const sorted = parameters.sort((a, b) => Number(isSearch(b)) - Number(isSearch(a)));
  const fields = sorted.map((parameter) => {
    const { kind, name } = parameter;
    // The first option is the default order.
    const rendered = parameter.rendered.filter((one) => kind !== 'ordering' || one !== order);
    return inputField({ ...parameter, rendered }, id(name), isSearch(parameter));
  });
  return markup`
<form method="get" action="${action}" data-kind="${endpoint.kind}"${isFirst && markup` data-first`}${dataAttributes(described, collections, endpoint)} aria-labelledby="${title}">
<h3 id="${title}"><code>${formTitle(described, endpoint)}</code></h3>
<p>${phraseOf(endpoint)}</p>
<div class="fields">${isItem && keyInput(keyName(endpoint.collection), endpoint.key, id('key'))}${fields}
<div class="actions"><button type="submit">Send</button> <button type="reset">Clear</button></div>
</div>
</form>`;
}

/** What the script must know about the records of an endpoint. */
function dataAttributes(
  { grid }: Described,
  collections: readonly DescribedCollection[],
  endpoint: Endpoint,
): Markup | false {
  if (endpoint.kind === 'index') return false;
  const { collection } = endpoint;
  const { items, name } = collection;
  const keyField = endpoint.kind === 'features' ? 'id' : collection.keyField;
  const metadata = collections.find((one) => one.collection === collection)?.metadata;
  const list = relativeEndpointPath(grid, { kind: 'collection', collection });
  const order = defaultOrdering(collection);
  return markup` data-list="${list}" data-noun="${spaced(name)}"${items !== false && keyField !== undefined && markup` data-key="${keyField}"`}${metadata && markup` data-label="${labelField(metadata.record, metadata.label)}"`}${endpoint.kind === 'collection' && markup` data-sorts="${JSON.stringify(sortableColumns(collection))}"`}${order !== undefined && markup` data-order="${order}"`}`;
}

/** A form can't set a part of its path: without a script the record is the one of the form's address. */
const keyInput = (label: string, key: string, id: string): Markup => markup`
<div class="field wide" data-scripted hidden><label for="${id}">${label}</label>
<input id="${id}" name="key" value="${key}" disabled autocomplete="off" autocapitalize="off" spellcheck="false"></div>`;

function inputField(parameter: DescribedParameter, id: string, isWide: boolean): Markup {
  const { name, values, fallback, rendered, defaultText } = parameter;
  const isOpen = parameter.kind === 'filter' && rendered.length + parameter.composed.length === 0;
  const isListed = values !== 'number' && !isOpen;
  return markup`
<div class="field${isWide && ' search'}"><label for="${id}">${name}</label>
${isListed ? dropDown(parameter, id) : textField(parameter, markup` id="${id}" placeholder="${fallback || defaultText}"`)}</div>`;
}

/** A drop-down of the values. If not all can be listed, its last option enables a text field. */
function dropDown(parameter: DescribedParameter, id: string): Markup {
  const { name, kind, defaultText, rendered, labelOf, composed, composedText } = parameter;
  const hasOther = composedText !== undefined;
  const other = markup` aria-label="Another ${name}: ${composedText}" placeholder="${composedText}" hidden disabled`;
  return markup`<select id="${id}" name="${name}">
<option value="">${kind !== 'filter' && 'default: '}${defaultText}</option>
${rendered.map((value) => option(value, labelOf(value)))}
${composed.length > 0 && markup`<optgroup label="More">${composed.map((value) => option(value))}</optgroup>`}
${hasOther && markup`<option value="other" data-scripted hidden disabled>other…</option>`}
</select>
${hasOther && textField(parameter, other)}`;
}

const option = (value: string, label = value): Markup =>
  markup`<option value="${value}">${label}</option>`;

const textField = ({ name, kind, filter }: DescribedParameter, attributes: Markup): Markup =>
  markup`<input name="${name}"${attributes}${filter ? markup` maxlength="${maxLength(filter)}"` : kind !== 'ordering' && markup` inputmode="numeric"`} autocomplete="off">`;
