import { type Endpoint, relativeEndpointPath } from '../core/endpoint.ts';
import { apiFolder } from '../core/grid.ts';
import { findPrintedPath } from '../core/printed-path.ts';
import { type Described, type DescribedCollection, mainCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { exampleBody, exampleRequest } from '../describe/examples.ts';
import { timeOf } from '../site/updates.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatNumber } from '../util/text.ts';
import { baseAddress, textWithBase } from './html.ts';
import { colouredJson } from './view/json.ts';
import { formatTarget } from './view/request-target.ts';
import { formatTime } from './view/text-value.ts';

/** The top of the page: what the API is, where it is, a request, and how large and new its data is. */
export function masthead(
  described: Described,
  collections: readonly DescribedCollection[],
): Markup {
  const { about } = described;
  return markup`
<header class="masthead">
<div class="intro">
<p class="eyebrow">REST API <span>version ${about.version}</span></p>
<h1>${about.name}</h1>
<p class="lead">${about.description}</p>
<p class="actions"><a class="button primary" href="#try-it">Browse the data</a>${collections.some(({ hasMap }) => hasMap) && markup` <a class="button" href="#find-one" data-scripted hidden>See the map</a>`}</p>
</div>
${gettingStarted(described, collections)}
<div class="facts">
<ul class="figures">${collections.map(
    ({ collection: { name, count } }) => markup`
<li><a href="#${name}"><b>${formatNumber(count)}</b> ${spaced(name)}</a></li>`,
  )}
</ul>
<p class="aside">${updated(about)}<a href="#facts-from">Sources and licences</a></p>
</div>
</header>`;
}

/** The base address, a request, and the first lines of its response. */
function gettingStarted(described: Described, collections: readonly DescribedCollection[]): Markup {
  const { grid, worker } = described;
  const endpoint: Endpoint = mainCollection(collections)?.endpoints[0] ?? { kind: 'index' };
  const values = exampleRequest(endpoint);
  const target = formatTarget(relativeEndpointPath(grid, endpoint), values);
  const path = (grid.layout === 'paths' && findPrintedPath(grid, target)) || target;
  const lines = JSON.stringify(exampleBody(described, endpoint, values), null, 2).split('\n');
  const request =
    worker === undefined
      ? markup`curl '${baseAddress(grid)}/${path}'`
      : markup`await fetch('${baseAddress(grid)}/${path}')`;
  return markup`<div class="start">
<p class="label">Base address</p>
<pre tabindex="0" data-copy aria-label="the base address"><code>${baseAddress(grid)}</code></pre>
<p class="label">${worker === undefined ? 'A request' : 'A request, from a page of this site: a service worker in the browser answers'}</p>
<pre tabindex="0" data-copy aria-label="the example request"><code>${request}</code></pre>
<p class="label"><a href="${path}" data-try>Its response</a></p>
<pre class="excerpt" aria-label="The first lines of the response" role="group"><code>${colouredJson(
    lines.slice(0, EXCERPT).join('\n'),
    (text) => textWithBase(grid, text),
  )}</code></pre>
<p class="aside"><a href="openapi.json">OpenAPI document</a> · <a href="${apiFolder(grid)}" data-try>List of all endpoints</a></p>
</div>`;
}

/** How many lines of the response are shown. The last ones fade out. */
const EXCERPT = 14;

/** When the data was last changed. */
function updated({ collections }: Described['about']): Markup | undefined {
  const times = collections.flatMap(({ updated }) => updated ?? []);
  const [newest] = times.sort((a, b) => timeOf(b) - timeOf(a));
  return newest === undefined
    ? undefined
    : markup`Data updated <time datetime="${newest}">${formatTime(newest.slice(0, 10))}</time>. `;
}
