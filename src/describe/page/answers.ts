import type { Source } from '../../api/definition.ts';
import { ERRORS } from '../../core/address.ts';
import type { Grid } from '../../core/grid.ts';
import { HEADERS } from '../../core/header.ts';
import { METHODS } from '../../core/resolve.ts';
import type { ApiMetadata } from '../../site/api-metadata.ts';
import { errorBodies } from '../../site/error-files.ts';
import { type Html, html, joined } from './html.ts';

/** What holds for every endpoint. */
export const answersSection = (grid: Grid): Html => html`
<section id="all-answers" aria-labelledby="all-answers-title">
<h2 id="all-answers-title">Answers and errors</h2>
<p>An answer is the page that was asked for, or an error that says what there is; never another page’s data. Every endpoint takes ${joined(
  METHODS.map((method) => html`<code>${method}</code>`),
  ', ',
)}, and a path without its slash at the end is redirected to the one with it.</p>
<p>All pages that <em>every host</em> answers are files. <em>Where code runs</em> (a worker at the edge or in the browser, or a preview on this machine) further values are answered from the same files; elsewhere they are an error.</p>
<dl class="rows">${GENERAL.map(
  ([name, text]) => html`
<div><dt><code>${ERRORS[name]}</code> <span class="type">${name}</span></dt><dd><p>${text}</p></dd></div>`,
)}
</dl>
<p>An error is JSON: <code>detail</code> says what is wrong, <code>parameter</code> which parameter it is, and <code>supported</code> the values that there are. A host that can’t send 400 sends 404.</p>
${errorExample(grid)}
<figure><figcaption>The headers of every answer</figcaption>
<pre tabindex="0" aria-label="The headers of every answer"><code>${Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}`)
  .join('\n')}</code></pre></figure>
</section>`;

/** What one error says, where there is one that lists values. */
function errorExample(grid: Grid): Html | false {
  const collection = grid.collections.find(({ pagination }) => pagination);
  const name = collection ? 'limit' : 'format';
  const found = [...errorBodies(grid)].find(
    ([{ error, collection: of }]) => error === name && of === (collection?.name ?? ''),
  );
  if (!found) return false;
  const label = `The error for a ${name} that is not supported`;
  return html`<figure><figcaption>${label}</figcaption>
<pre tabindex="0" aria-label="${label}"><code>${JSON.stringify(found[1], null, 2)}</code></pre></figure>`;
}

const GENERAL = [
  ['path', 'Nothing is at this address; the answer lists the collections.'],
  ['format', 'The value of format is not supported.'],
  ['repeated', 'A parameter is given more than once.'],
  ['method', 'The method is not allowed; the header Allow names those that are.'],
] as const;

/** Where the facts come from, and under what licence. */
export const sourcesSection = ({ sources = [] }: ApiMetadata): Html => html`
<section id="facts-from" aria-labelledby="facts-from-title">
<h2 id="facts-from-title">Sources</h2>
${
  sources.length === 0
    ? html`<p>The definition of this API names none.</p>`
    : html`<dl class="rows">${sources.map(sourceRow)}
</dl>`
}
</section>`;

const sourceRow = ({ name, url = '', licence, gives }: Source): Html => html`
<div><dt>${/^https?:\/\//i.test(url) ? html`<a href="${url}">${name}</a>` : name} ${
  licence !== undefined && html`<span class="type">${licence}</span>`
}</dt>
<dd><p>${gives}</p></dd></div>`;
