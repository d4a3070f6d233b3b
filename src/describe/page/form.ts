import { type Endpoint, nameOf, relativePathOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { keyName, templateOf } from '../template.ts';
import { phraseOf } from './endpoint.ts';
import { type Html, html } from './html.ts';
import { type ToldParameter, toldParameters } from './parameter.ts';

/** The choice of a form, where a script shows one at a time. */
export const endpointPicker = (endpoints: readonly Endpoint[]): Html => html`
<div class="field picker" data-scripted hidden><label for="try-it-endpoint">Endpoint</label>
<select id="try-it-endpoint">${endpoints.map((one) => option(titleOf(one)))}</select></div>`;

const titleOf = (endpoint: Endpoint): string => `GET ${templateOf(endpoint)}`;

/**
 * A form that sends a request: it works without a script, for an empty parameter is an absent one.
 * @param endpoint an item's has the key of a record that there is; empty where none is known
 * @param isFirst is it the one to begin with?
 */
export function requestForm(grid: Grid, endpoint: Endpoint, isFirst: boolean): Html {
  const id = (name: string) => `try-${endpoint.kind}-${nameOf(endpoint)}-${name}`;
  const parameters = toldParameters(grid, endpoint);
  return html`
<form method="get" action="${actionOf(endpoint)}" data-kind="${endpoint.kind}"${isFirst && html` data-first`}${listOf(endpoint)} aria-labelledby="${id('title')}">
<h3 id="${id('title')}"><code>${titleOf(endpoint)}</code></h3>
<p>${phraseOf(endpoint)}</p>
<div class="fields">${endpoint.kind === 'item' && keyField(endpoint, id('key'))}
${parameters.map((parameter) => field(parameter, id(parameter.name)))}
</div>
<button type="submit">Send</button>
</form>`;
}

/** Where a form leads. */
function actionOf(endpoint: Endpoint): string {
  const isUnknown = endpoint.kind === 'item' && endpoint.key === '';
  return relativePathOf(isUnknown ? { ...endpoint, kind: 'collection' } : endpoint);
}

/** What a script needs to know besides: where the records are, and the field that holds a key. */
function listOf(endpoint: Endpoint): Html | false {
  if (endpoint.kind === 'index') return false;
  const { collection } = endpoint;
  const list = relativePathOf({ kind: 'collection', collection });
  const { keyField } = collection;
  return html` data-list="${list}"${keyField !== undefined && html` data-key="${keyField}"`}`;
}

/** A path can't hold a form's field: without a script the record is the one in the form's address. */
const keyField = (
  { collection, key }: Extract<Endpoint, { kind: 'item' }>,
  id: string,
): Html => html`
<div class="field wide" data-scripted hidden><label for="${id}">${keyName(collection)}</label>
<input id="${id}" name="key" value="${key}" disabled autocomplete="off" autocapitalize="off" spellcheck="false"></div>`;

function field({ name, fallback, sameAs, values, composed }: ToldParameter, id: string): Html {
  const label = html`<label for="${id}">${name}</label>`;
  if (typeof values === 'string') {
    return html`
<div class="field">${label}
<input id="${id}" name="${name}" inputmode="numeric" placeholder="${fallback}" autocomplete="off"></div>`;
  }
  return html`
<div class="field">${label}
<select id="${id}" name="${name}"${typeof composed === 'string' && html` data-other="${composed}"`}>
<option value="">${sameAs && `${sameAs}, the `}default</option>
${optionsOf(values, composed)}
</select></div>`;
}

function optionsOf(values: readonly string[], composed: readonly string[] | string): Html {
  const options = html`${values.map(option)}`;
  if (typeof composed === 'string' || composed.length === 0) return options;
  return html`${values.length > 0 && html`<optgroup label="On every host">${options}</optgroup>`}
<optgroup label="Where code runs">${composed.map(option)}</optgroup>`;
}

const option = (value: string): Html => html`<option>${value}</option>`;
