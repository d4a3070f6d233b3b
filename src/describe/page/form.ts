import { type Endpoint, nameOf, relativePathOf } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import { type DescribedCollection, mainCollection } from '../described.ts';
import {
  type DescribedParameter,
  describedParameters,
  formatLast,
  keyName,
  phraseOf,
  templateOf,
} from '../endpoint.ts';
import { type Html, html, section } from './html.ts';

/** A form for each endpoint. A script shows one of them at a time, and the response below it. */
export function formsSection(grid: Grid, collections: readonly DescribedCollection[]): Html {
  const endpoints: Endpoint[] = [
    { kind: 'index' },
    ...collections.flatMap(({ endpoints }) => endpoints),
  ];
  const first = mainCollection(collections)?.endpoints[0] ?? endpoints[0];
  return section(
    'try-it',
    'Try it',
    html`<div class="field picker" data-scripted hidden><label for="try-it-endpoint">Endpoint</label>
<select id="try-it-endpoint">${endpoints.map((one) => option(titleOf(one)))}</select></div>
<div class="forms">${endpoints.map((one) => requestForm(grid, one, one === first))}
</div>
<div class="exchange" data-scripted hidden></div>`,
  );
}

const titleOf = (endpoint: Endpoint): string => `GET ${templateOf(endpoint)}`;

/**
 * A form that sends a request. It works without a script, because an empty parameter is the same as
 * an absent one.
 * @param endpoint an item has the key of an existing record, empty if there is none
 * @param isFirst whether the script shows this form first
 */
function requestForm(grid: Grid, endpoint: Endpoint, isFirst: boolean): Html {
  const isItem = endpoint.kind === 'item';
  const list = endpoint.kind === 'index' ? endpoint : { ...endpoint, kind: 'collection' as const };
  // Without a key the form requests the whole list.
  const action = relativePathOf(isItem && endpoint.key === '' ? list : endpoint);
  const { keyField } = endpoint.kind === 'index' ? {} : endpoint.collection;
  const id = (name: string) => `try-${endpoint.kind}-${nameOf(endpoint)}-${name}`;
  const parameters = formatLast(describedParameters(grid, endpoint));
  return html`
<form method="get" action="${action}" data-kind="${endpoint.kind}"${isFirst && html` data-first`}${list.kind === 'collection' && html` data-list="${relativePathOf(list)}"`}${keyField !== undefined && html` data-key="${keyField}"`} aria-labelledby="${id('title')}">
<h3 id="${id('title')}"><code>${titleOf(endpoint)}</code></h3>
<p>${phraseOf(endpoint)}</p>
<div class="fields">${isItem && keyInput(keyName(endpoint.collection), endpoint.key, id('key'))}
${parameters.map((parameter) => field(parameter, id(parameter.name)))}
</div>
<button type="submit">Send</button>
</form>`;
}

/** A form can't set a part of its path: without a script the record is the one of the form's address. */
const keyInput = (label: string, key: string, id: string): Html => html`
<div class="field wide" data-scripted hidden><label for="${id}">${label}</label>
<input id="${id}" name="key" value="${key}" disabled autocomplete="off" autocapitalize="off" spellcheck="false"></div>`;

function field(parameter: DescribedParameter, id: string): Html {
  const { name, values, fallback, defaultText, composedText } = parameter;
  const other = composedText !== undefined && html` data-other="${composedText}"`;
  const control =
    values === 'number'
      ? html`<input id="${id}" name="${name}" inputmode="numeric" placeholder="${fallback}" autocomplete="off">`
      : html`<select id="${id}" name="${name}"${other}>
<option value="">default: ${defaultText}</option>
${optionsOf(parameter)}
</select>`;
  return html`
<div class="field"><label for="${id}">${name}</label>
${control}</div>`;
}

function optionsOf({ rendered, composed }: DescribedParameter): Html {
  const options = html`${rendered.map(option)}`;
  if (composed.length === 0) return options;
  return html`${rendered.length > 0 && html`<optgroup label="On every host">${options}</optgroup>`}
<optgroup label="Where code runs">${composed.map(option)}</optgroup>`;
}

const option = (value: string): Html => html`<option>${value}</option>`;
