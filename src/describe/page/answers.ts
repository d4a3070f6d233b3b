import { ERRORS } from '../../core/address.ts';
import type { Grid } from '../../core/grid.ts';
import { HEADERS } from '../../core/header.ts';
import { METHODS } from '../../core/resolve.ts';
import { errorBodies } from '../../site/error.ts';
import { ERROR_TEXTS, sentence } from '../error.ts';
import { type Html, html, joined, withCode } from './html.ts';

/** The errors that every endpoint has. */
const GENERAL_ERRORS = ['path', 'format', 'repeated', 'method'] as const;

/** What is the same for every endpoint. */
export const answersSection = (grid: Grid): Html => html`
<section id="all-answers" aria-labelledby="all-answers-title">
<h2 id="all-answers-title">Responses and errors</h2>
<p>A response is the requested page, or an error that lists the supported values; it is never another page. Every endpoint supports ${joined(
  METHODS.map((method) => html`<code>${method}</code>`),
  ', ',
)}. A path without its trailing slash is redirected to the path with it.</p>
<p>The values <em>on every host</em> are pre-rendered as files. <em>Where code runs</em> (a worker at the edge or in the browser, or a local preview) the further values are composed from the same files; elsewhere they are errors.</p>
<dl class="rows">${GENERAL_ERRORS.map(
  (error) => html`
<div><dt><code>${ERRORS[error]}</code> <span class="type">${error}</span></dt><dd><p>${withCode(sentence(ERROR_TEXTS[error]))}</p></dd></div>`,
)}
</dl>
<p>An error is JSON: <code>detail</code> says what is wrong, <code>parameter</code> names the parameter, and <code>supported</code> lists the supported values. A host that can’t send 400 sends 404.</p>
${errorExample(grid)}
${figure(
  'The headers of every response',
  Object.entries(HEADERS)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
)}
</section>`;

/** An error that lists the supported values. */
function errorExample(grid: Grid): Html | false {
  const paginated = grid.collections.find(({ pagination }) => pagination);
  const name = paginated ? 'limit' : 'format';
  const found = [...errorBodies(grid)].find(
    ([{ error, collection }]) => error === name && collection === (paginated?.name ?? ''),
  );
  const label = `The error for an unsupported ${name}`;
  return found !== undefined && figure(label, JSON.stringify(found[1], null, 2));
}

const figure = (label: string, text: string): Html =>
  html`<figure><figcaption>${label}</figcaption>
<pre tabindex="0" aria-label="${label}"><code>${text}</code></pre></figure>`;
