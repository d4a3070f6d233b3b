import { type Endpoint, nameOf, relativePathOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { type DescribedCollection, mainCollection } from '../described.ts';
import { keyName, phraseOf, templateOf } from '../endpoint.ts';
import { type DescribedParameter, describedParameters } from '../parameter.ts';
import { type Html, html } from './html.ts';

/** A form for each endpoint. A script shows one of them at a time, and the response below it. */
export function formsSection(grid: Grid, collections: readonly DescribedCollection[]): Html {
  const endpoints: Endpoint[] = [
    { kind: 'index' },
    ...collections.flatMap(({ endpoints }) => endpoints),
  ];
  const first = mainCollection(collections)?.endpoints[0] ?? endpoints[0];
  return html`
<section id="try-it" aria-labelledby="try-it-title">
<h2 id="try-it-title">Try it</h2>

<div class="field picker" data-scripted hidden><label for="try-it-endpoint">Endpoint</label>
<select id="try-it-endpoint">${endpoints.map((one) => option(titleOf(one)))}</select></div>
<div class="forms">${endpoints.map((one) => requestForm(grid, one, one === first))}
</div>
<div class="exchange" data-scripted hidden></div>
</section>`;
}

const titleOf = (endpoint: Endpoint): string => `GET ${templateOf(endpoint)}`;

/**
 * A form that sends a request. It works without a script, because an empty parameter is the same as
 * an absent one.
 * @param endpoint an item has the key of an existing record, empty if there is none
 * @param isFirst whether the script shows this form first
 */
function requestForm(grid: Grid, endpoint: Endpoint, isFirst: boolean): Html {
  const id = (name: string) => `try-${endpoint.kind}-${nameOf(endpoint)}-${name}`;
  return html`
<form method="get" action="${actionOf(endpoint)}" data-kind="${endpoint.kind}"${isFirst && html` data-first`}${collectionData(endpoint)} aria-labelledby="${id('title')}">
<h3 id="${id('title')}"><code>${titleOf(endpoint)}</code></h3>
<p>${phraseOf(endpoint)}</p>
<div class="fields">${endpoint.kind === 'item' && keyInput(endpoint, id('key'))}
${describedParameters(grid, endpoint).map((parameter) => field(parameter, id(parameter.name)))}
</div>
<button type="submit">Send</button>
</form>`;
}

function actionOf(endpoint: Endpoint): string {
  const hasNoKey = endpoint.kind === 'item' && endpoint.key === '';
  return relativePathOf(hasNoKey ? { ...endpoint, kind: 'collection' } : endpoint);
}

/** What a script needs to know of the endpoint's collection: its address, and the field of its keys. */
function collectionData(endpoint: Endpoint): Html | false {
  if (endpoint.kind === 'index') return false;
  const { collection } = endpoint;
  const { keyField } = collection;
  return html` data-list="${relativePathOf({ kind: 'collection', collection })}"${keyField !== undefined && html` data-key="${keyField}"`}`;
}

/** A form can't set a part of its path: without a script the record is the one of the form's address. */
const keyInput = (
  { collection, key }: Extract<Endpoint, { kind: 'item' }>,
  id: string,
): Html => html`
<div class="field wide" data-scripted hidden><label for="${id}">${keyName(collection)}</label>
<input id="${id}" name="key" value="${key}" disabled autocomplete="off" autocapitalize="off" spellcheck="false"></div>`;

function field(parameter: DescribedParameter, id: string): Html {
  const { name, values, fallback, defaultText, composedText } = parameter;
  const label = html`<label for="${id}">${name}</label>`;
  if (values === 'number') {
    return html`
<div class="field">${label}
<input id="${id}" name="${name}" inputmode="numeric" placeholder="${fallback}" autocomplete="off"></div>`;
  }
  return html`
<div class="field">${label}
<select id="${id}" name="${name}"${composedText !== undefined && html` data-other="${composedText}"`}>
<option value="">default: ${defaultText}</option>
${optionsOf(parameter)}
</select></div>`;
}

function optionsOf({ rendered, composed }: DescribedParameter): Html {
  const options = html`${rendered.map(option)}`;
  if (composed.length === 0) return options;
  return html`${rendered.length > 0 && html`<optgroup label="On every host">${options}</optgroup>`}
<optgroup label="Where code runs">${composed.map(option)}</optgroup>`;
}

const option = (value: string): Html => html`<option>${value}</option>`;
