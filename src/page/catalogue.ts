import { type Endpoint, relativeEndpointPath } from '../core/endpoint.ts';
import { type Described, type DescribedCollection, mainCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { CLIENT } from '../describe/files.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { firstPager, firstRows, firstTable } from './first-listing.ts';
import { listForm } from './form.ts';
import type { PageParts } from './head.ts';
import { baseAddress } from './html.ts';
import { mapTemplate } from './map-template.ts';
import { facetList, scriptedLink } from './view/facet-list.ts';

/**
 * The records of one collection with what finds, narrows and sorts them. A script shows any request of the API here;
 * without one, links and forms lead to responses.
 */
export function catalogueSection(
  described: PageParts,
  collections: readonly DescribedCollection[],
): Markup {
  const { grid, hostKind, assets } = described;
  const main = mainCollection(described, collections);
  const sorted = [...collections].sort((a, b) => Number(b === main) - Number(a === main));
  const forms = sorted.map((one) => listForm(described, one, one === main));
  const hasMap = collections.some((one) => one.hasMap);
  return markup`
<section id="try-it" class="catalogue" aria-labelledby="try-it-title" data-site="${grid.base}/"${hasMap && markup` data-map-script="${assets.map}"`}>
<h2 id="try-it-title" class="hidden">Browse the data</h2>
<nav class="collections" aria-label="Collections">${sorted.map((one) => collectionLink(described, one, one === main))}</nav>
<div class="forms"${hostKind === 'files' && markup` data-scripted hidden`}>${forms}
</div>
<div class="browse">
<details class="facets" open><summary>Filters</summary><div>${main && facets(described, main)}</div></details>
${answer(described, main)}
</div>
<div class="request">${requestCode(described, main)}</div>
${hasMap && mapTemplate()}
</section>`;
}

function collectionLink(
  { grid }: Described,
  { collection }: DescribedCollection,
  isMain: boolean,
): Markup {
  const { name, count } = collection;
  const path = relativeEndpointPath(grid, { kind: 'collection', collection });
  return markup`<a data-try href="${path}"${isMain && markup` aria-current="true"`}>${spaced(name)} <span class="amount">${formatNumber(count)}</span></a> `;
}

/** The facets of the main collection. A host without code only answers filters that are pre-rendered. */
function facets({ grid, hostKind }: Described, one: DescribedCollection): Markup {
  const { collection } = one;
  const path = relativeEndpointPath(grid, { kind: 'collection', collection });
  const isAnswered = (filters: readonly string[]) =>
    hostKind === undefined ||
    filters.every((name) => collection.partitions?.filters.includes(name));
  return facetList(one.facets, path, (target, filters) =>
    isAnswered(filters) ? markup` data-try href="${target}"` : scriptedLink(target, filters),
  );
}

/** The part in which the script shows responses; before, the first records of the main collection. */
function answer(described: Described, main: DescribedCollection | undefined): Markup {
  const rows = main ? firstRows(main) : [];
  const { collection } = main ?? {};
  const count = collection?.count ?? 0;
  const pager = main && firstPager(described, main);
  return markup`<div class="answer">
<div class="head"><a class="back" href="#try-it" hidden></a><h3 tabindex="-1">${collection ? spaced(collection.name) : 'Response'}</h3>
<p role="status" class="status">${collection && firstStatus(rows.length, count)}</p><span class="result-tools"></span></div>
<ul class="chosen" aria-label="Filters" hidden></ul>
<div class="problem" hidden></div>
<div class="tabs"><div role="tablist" aria-label="Views of the result" data-scripted hidden>${VIEWS.map((name) => markup`<button type="button" role="tab" id="answer-${name}" aria-controls="answer-panel"${name !== 'Table' && name !== 'JSON' && markup` hidden`}>${name}</button>`)}</div>
<div role="tabpanel" id="answer-panel" aria-labelledby="answer-Table">${main && rows.length > 0 && firstTable(described, main)}</div></div>
<nav class="pager" aria-label="Pages"${!pager && markup` hidden`}>${pager}</nav>
</div>`;
}

const VIEWS = ['Table', 'Record', 'Map', 'JSON'];

const firstStatus = (shown: number, count: number): string =>
  shown < count ? `records 1–${shown} of ${formatNumber(count)}` : formatCount(count, 'record');

/** The request as code in several languages: that of the first records, until the script replaces it. */
function requestCode(described: Described, main: DescribedCollection | undefined): Markup {
  const { grid, hostKind } = described;
  const endpoint: Endpoint = main?.endpoints[0] ?? { kind: 'index' };
  const path = relativeEndpointPath(grid, endpoint);
  return markup`<p class="label">This request: <span class="aside timing"></span></p>
<fieldset data-scripted hidden><legend class="hidden">The request as code</legend>${LANGUAGES.map(
    (language, index) =>
      markup`<label><input type="radio" name="language" value="${language}"${index === 0 && markup` checked`}>${language}</label>`,
  )}</fieldset>
${hostKind !== undefined && COMPOSED_HERE}
<pre tabindex="0" data-copy aria-label="the request"><code>${hostKind !== 'files' && markup`curl '${baseAddress(grid)}/${path}'`}</code></pre>`;
}

const LANGUAGES = ['curl', 'Python', 'fetch', 'client.js', 'URL'];

/** Shown for a request that the host has no file for. */
const COMPOSED_HERE = markup`<p class="aside" data-composed hidden>Filtered in your browser. From a program, use <a href="${CLIENT}">client.js</a>:</p>`;
