import { type Endpoint, nameOf, relativePathOf } from '../../core/endpoint.ts';
import { MAX_FILTER_LENGTH } from '../../core/filter.ts';
import { type Described, type DescribedCollection, mainCollection } from '../described.ts';
import { keyName, phraseOf, templateOf } from '../endpoint.ts';
import { type DescribedParameter, parametersForPage } from '../parameter.ts';
import { type Html, html, section } from './html.ts';

/** A form for each endpoint. A script shows one of them at a time, and the response below it. */
export function formsSection(described: Described, collections: readonly DescribedCollection[]) {
  const index: Endpoint = { kind: 'index' };
  const endpoints = [index, ...collections.flatMap((one) => one.endpoints)];
  const first = mainCollection(collections)?.endpoints[0] ?? index;
  return section(
    'try-it',
    'Try it',
    html`<div class="field picker" data-scripted hidden><label for="try-it-endpoint">Endpoint</label>
<select id="try-it-endpoint">${endpoints.map((endpoint) => option(titleOf(endpoint)))}</select></div>
<div class="forms">${endpoints.map((endpoint) => requestForm(described, endpoint, endpoint === first))}
</div>
<div class="exchange" data-scripted hidden>
<dl class="request">
<div><dt>Address</dt><dd>${codeLine('the address')}</dd></div>
<div><dt>Shell</dt><dd>${described.worker === undefined ? codeLine('the curl command') : NO_CURL}</dd></div>
</dl>
${ANSWER}
</div>`,
  );
}

/** A line of code that the script fills in. */
const codeLine = (label: string): Html =>
  html`<pre tabindex="0" data-copy aria-label="${label}"><code></code></pre>`;

const NO_CURL = html`<span class="aside">none: a service worker in this browser answers, and the host only sends files.</span>`;

/** The script shows responses in it. */
const ANSWER = html`<div class="answer" aria-busy="true">
<div class="head"><h3 tabindex="-1">Response</h3>
<p role="status" class="status"></p>
<div class="pager" role="group" aria-label="Pages" hidden><button type="button" name="previous">← Previous</button> <button type="button" name="next">Next →</button></div></div>
<div class="problem" hidden></div>
<div class="tabs" hidden><div role="tablist" aria-label="Views of the response">${['Table', 'JSON', 'Headers'].map((name) => html`<button type="button" role="tab" id="answer-${name}" aria-controls="answer-panel">${name}</button>`)}</div>
<div role="tabpanel" id="answer-panel"></div></div>
</div>`;

const titleOf = (endpoint: Endpoint): string => `GET ${templateOf(endpoint)}`;

/**
 * A form that sends a request. It works without a script, because an empty parameter is the same as
 * an absent one.
 * @param endpoint an item has the key of an existing record, empty if there is none
 * @param isFirst whether the script shows this form first
 */
function requestForm(described: Described, endpoint: Endpoint, isFirst: boolean): Html {
  const isItem = endpoint.kind === 'item';
  const list = endpoint.kind === 'index' ? endpoint : { ...endpoint, kind: 'collection' as const };
  // Without a key the form requests the whole list.
  const action = relativePathOf(isItem && endpoint.key === '' ? list : endpoint);
  const { keyField } = endpoint.kind === 'index' ? {} : endpoint.collection;
  const title = `try-${endpoint.kind}-${nameOf(endpoint)}`;
  const id = (name: string) => `${title}-${name}`;
  const parameters = parametersForPage(described, endpoint);
  return html`
<form method="get" action="${action}" data-kind="${endpoint.kind}"${isFirst && html` data-first`}${list.kind === 'collection' && html` data-list="${relativePathOf(list)}"`}${keyField !== undefined && html` data-key="${keyField}"`} aria-labelledby="${title}">
<h3 id="${title}"><code>${titleOf(endpoint)}</code></h3>
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
  const { name, values, fallback, rendered, defaultText } = parameter;
  const isListed = values !== 'number' && (parameter.kind !== 'filter' || rendered.length > 0);
  return html`
<div class="field"><label for="${id}">${name}</label>
${isListed ? dropDown(parameter, id) : textField(parameter, html` id="${id}" placeholder="${fallback || defaultText}"`)}</div>`;
}

/** A drop-down of the values. If not all can be listed, its last option enables a text field. */
function dropDown(parameter: DescribedParameter, id: string): Html {
  const { name, kind, defaultText, rendered, labelOf, composed, composedText } = parameter;
  const hasOther = composedText !== undefined;
  const other = html` aria-label="Another ${name}: ${composedText}" placeholder="${composedText}" hidden disabled`;
  return html`<select id="${id}" name="${name}">
<option value="">${kind !== 'filter' && 'default: '}${defaultText}</option>
${rendered.length > 0 && html`<optgroup label="On every host">${rendered.map((value) => option(value, labelOf(value)))}</optgroup>`}
${composed.length > 0 && html`<optgroup label="Where code runs">${composed.map((value) => option(value))}</optgroup>`}
${hasOther && html`<optgroup label="Where code runs" data-scripted hidden disabled><option value="other">other…</option></optgroup>`}
</select>
${hasOther && textField(parameter, other)}`;
}

const option = (value: string, label = value): Html =>
  html`<option value="${value}">${label}</option>`;

const textField = ({ name, kind }: DescribedParameter, attributes: Html): Html =>
  html`<input name="${name}"${attributes}${kind === 'filter' ? html` maxlength="${MAX_FILTER_LENGTH}"` : kind !== 'ordering' && html` inputmode="numeric"`} autocomplete="off">`;
