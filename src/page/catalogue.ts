import { apiFolder, findCollection } from '../core/grid.ts';
import { type Described, type DescribedCollection, mainCollection } from '../describe/described.ts';
import { linkOf } from '../describe/endpoint.ts';
import { CLIENT } from '../describe/files.ts';
import { jsonElement, type Markup, markup } from '../util/markup.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { firstRows, modelOf } from './collection-model.ts';
import { listForm } from './form.ts';
import type { PageParts } from './head.ts';
import { baseAddress, linksIn } from './html.ts';
import { mapTemplate } from './map-template.ts';
import type { CollectionModel, PageModel } from './view/collection-model.ts';
import { facetList } from './view/facet-list.ts';
import { pageLinks } from './view/pager.ts';
import { COLUMN_COUNT, recordTable, type TableRow } from './view/record-table.ts';
import { findRequestTarget } from './view/request-target.ts';

/**
 * The records of one collection with what finds, narrows and sorts them. A script shows any request of the API here;
 * without one, links and forms lead to responses.
 */
export function catalogueSection(
  described: PageParts,
  collections: readonly DescribedCollection[],
): Markup {
  const { grid, hostKind, changes, assets } = described;
  const main = mainCollection(described, collections);
  const sorted = [...collections].sort((a, b) => Number(b === main) - Number(a === main));
  const models = sorted.map((one) => modelOf(described, one));
  const api = apiFolder(grid);
  const [first] = models;
  const model: PageModel = {
    api,
    site: `${grid.base}/`,
    hostKind,
    changes,
    map: assets.map,
    first: linkOf(grid, first?.list ?? api),
    collections: models,
  };
  return markup`
<section id="try-it" class="catalogue" aria-labelledby="try-it-title">
<h2 id="try-it-title" class="hidden">Browse the data</h2>
<nav class="collections" aria-label="Collections">${models.map((one, index) => collectionLink(described, one, index === 0))}</nav>
<div class="forms"${hostKind === 'files' && markup` data-scripted hidden`}>${sorted.map((one) => listForm(described, one))}
</div>
<div class="browse">
<details class="facets" open><summary>Filters</summary><div>${first && facetList(first.facets, first.list, linksIn(described))}</div></details>
${answer(described, main, first)}
</div>
<div class="request">${requestCode(described, model.first)}</div>
${collections.some((one) => one.hasMap) && mapTemplate()}
${jsonElement(model)}
</section>`;
}

function collectionLink(
  described: Described,
  { name, noun, list }: CollectionModel,
  isMain: boolean,
): Markup {
  const { count } = findCollection(described.grid, { collection: name });
  return markup`<a${linksIn(described)(list)}${isMain && markup` aria-current="true"`}>${noun} <span class="amount">${formatNumber(count)}</span></a> `;
}

/** The part in which the script shows responses; before, the first records of the main collection. */
function answer(
  described: Described,
  main: DescribedCollection | undefined,
  model: CollectionModel | undefined,
): Markup {
  const rows = main ? firstRows(main) : [];
  const { count = 0 } = main?.collection ?? {};
  const pager = model?.pages && pageLinks(model.list, model.pages, count, linksIn(described));
  return markup`<div class="answer">
<div class="head"><a class="back" href="#try-it" hidden></a><h3 tabindex="-1">${model?.noun ?? 'Response'}</h3>
<p role="status" class="status">${model && firstStatus(rows.length, count)}</p><span class="result-tools"></span></div>
<ul class="chosen" aria-label="Filters" hidden></ul>
<div class="problem" hidden></div>
<div class="tabs"><div role="tablist" aria-label="Views of the result" data-scripted hidden>${VIEWS.map((name) => markup`<button type="button" role="tab" id="answer-${name}" aria-controls="answer-panel"${name !== 'Table' && name !== 'JSON' && markup` hidden`}>${name}</button>`)}</div>
<div role="tabpanel" id="answer-panel" aria-labelledby="answer-Table">${model && rows.length > 0 && firstTable(described, model, rows)}</div></div>
<nav class="pager" aria-label="Pages"${!pager?.text && markup` hidden`}>${pager}</nav>
</div>`;
}

function firstTable(
  described: Described,
  collection: CollectionModel,
  rows: readonly TableRow[],
): Markup {
  const { grid } = described;
  const toTarget = (address: string) =>
    findRequestTarget(apiFolder(grid), address, [`${grid.base}/`]);
  const linking = { toTarget, formatLink: linksIn(described) };
  return recordTable(rows, linking, { collection, target: collection.list }, COLUMN_COUNT);
}

const VIEWS = ['Table', 'Record', 'Map', 'JSON'];

const firstStatus = (shown: number, count: number): string =>
  shown < count ? `records 1–${shown} of ${formatNumber(count)}` : formatCount(count, 'record');

/** The request as code in several languages: that of the first records, until the script replaces it. */
function requestCode(described: Described, path: string): Markup {
  const { grid, hostKind } = described;
  return markup`<p class="label">This request: <span class="aside timing"></span></p>
<fieldset data-scripted hidden><legend class="hidden">The request as code</legend>${LANGUAGES.map(
    (language, index) =>
      markup`<label><input type="radio" name="language" value="${language}"${index === 0 && markup` checked`}>${language}</label>`,
  )}</fieldset>
${hostKind !== undefined && COMPOSED_HERE}
<pre tabindex="0" data-copy aria-label="the request"><code>curl '${baseAddress(grid)}/${path}'</code></pre>`;
}

const LANGUAGES = ['curl', 'Python', 'fetch', 'client.js', 'URL'];

/** Shown for a request that the host has no file for. */
const COMPOSED_HERE = markup`<p class="aside" data-composed hidden>Filtered in your browser. From a program, use <a href="${CLIENT}">client.js</a>:</p>`;
