import { DOWNLOADS } from '../core/address.ts';
import { maxLength } from '../core/filter.ts';
import { apiFolder, type HostKind } from '../core/grid.ts';
import { findFile } from '../core/resolve.ts';
import { answeringKind, type Described, mainCollection } from '../describe/described.ts';
import { linkOf } from '../describe/endpoint.ts';
import { REFERENCE } from '../describe/files.ts';
import type { LabelledParameter } from '../describe/parameter.ts';
import { code, jsonElement, type Markup, markup } from '../util/markup.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { linksIn, type PageCollection, type PageParts } from './page-model.ts';
import type { PageModel } from './view/collection-model.ts';
import { facetList } from './view/facet-list.ts';
import { describeRecords, pageLinks } from './view/pager.ts';
import { COLUMN_COUNT, recordTable } from './view/record-table.ts';
import { findRequestTarget } from './view/request-target.ts';

/** The id of the title of the records, which follows the links to the collections and precedes the search. */
export const CATALOGUE_TITLE = 'try-it-title';

/**
 * The records of one collection with what finds, narrows and sorts them. A script shows any request of the API here;
 * without one, links and forms lead to responses.
 */
export function catalogueSection(parts: PageParts, collections: readonly PageCollection[]): Markup {
  const formatLink = linksIn(parts);
  const hostKind = answeringKind(parts);
  const main = mainCollection(parts, collections);
  const ordered = [main, ...collections.filter((one) => one !== main)];
  const { facets, listing } = main.model;
  const model: PageModel = {
    api: apiFolder(parts.grid),
    site: `${parts.grid.base}/`,
    hostKind,
    changes: parts.changes,
    map: parts.assets.map,
    first: linkOf(parts.grid, listing),
    collections: ordered.map((one) => one.model),
  };
  return markup`
<section id="try-it" class="catalogue" aria-labelledby="${CATALOGUE_TITLE}">
<nav class="collections" aria-label="Collections">${ordered.map(
    ({ model: { listing, heading }, collection: { count } }) =>
      markup`<a${formatLink(listing)}${listing === main.model.listing && markup` aria-current="true"`}>${heading} <span class="amount">${formatNumber(count)}</span></a> `,
  )}</nav>
<h2 id="${CATALOGUE_TITLE}" class="hidden">Browse the data</h2>
<div class="forms"${hostKind === 'plain' && markup` data-scripted hidden`}>${ordered.map((one) => listingForm(one, hostKind))}
</div>
${notStarted(parts, ordered)}
<div class="browse">
<details class="facets" open><summary>Filters</summary>
<a class="skip" href="#answer-panel">Skip the filters</a>
<div>${facetList(facets, listing, formatLink)}</div>
<a class="show-results" href="#answer-panel">Show ${formatCount(main.collection.count, 'result')}</a></details>
${answer(parts, main)}
</div>
<div class="request">${requestCode(parts, model.first)}</div>
${collections.some((one) => one.model.points) && MAP}
${jsonElement(model)}
</section>`;
}

/**
 * A form that searches, sorts and filters the records of a collection. It works without a script, because an empty
 * parameter is the same as an absent one, but only code answers what is typed. Without filters it has no button: the
 * script applies each change.
 */
function listingForm(one: PageCollection, hostKind: HostKind): Markup {
  const { collection, metadata, model, parameters, orders, id } = one;
  const idOf = (field: string) => `try-${id}-${field}`;
  const scripted = hostKind !== 'code' && markup` data-scripted hidden`;
  const field = (parameter: LabelledParameter, label = parameter.label, kind = '') => {
    const id = idOf(parameter.name);
    return markup`
<div class="field${kind}"${parameter.prerendered.length === 0 && scripted}><label for="${id}" title="${parameter.name}">${label}</label>
${inputField(parameter, id)}</div>`;
  };
  const search = parameters.find(({ name, filter }) => name === 'search' && filter?.match === name);
  const hint = `Search ${formatCount(collection.count, 'record')}`;
  const ordering = parameters.find(({ kind }) => kind === 'ordering');
  // The default order comes first.
  const offered = [ordering?.prerendered ?? [], ordering?.composed ?? []]
    .flat()
    .filter((value) => value !== model.order && orders.includes(value));
  const elsewhere = ['format', 'offset', 'page', 'ordering'];
  const others = parameters.filter((one) => one !== search && !elsewhere.includes(one.kind));
  const submit = markup`<button type="submit">${search ? 'Search' : 'Show'}</button>`;
  return markup`
<form method="get" action="${model.listing}" aria-label="${metadata.title}">
<div class="find">${
    search &&
    markup`
<div class="field search"${scripted}><label for="${idOf('search')}" class="hidden">Search</label>
${textField(search, markup` id="${idOf('search')}" type="search" placeholder="${hint}"`)}</div>`
  }${ordering && offered.length > 0 && field({ ...ordering, prerendered: offered, composed: [] }, 'Sort', ' sort')}
${collection.filters ? markup`<div class="actions">${submit} <button type="reset">Clear</button></div>` : (ordering || others[0]) && markup`<noscript>${submit}</noscript>`}</div>
${others.length > 0 && markup`<details class="filters"><summary>${search ? 'Advanced search' : 'Options'}</summary><div class="fields">${others.map((one) => field(one))}</div></details>`}
</form>`;
}

/**
 * A drop-down of the values, or a text field where none can be listed. A link can have another value, which the
 * script then adds.
 */
function inputField(parameter: LabelledParameter, id: string): Markup {
  const { name, defaultText, prerendered, labelOf, composed } = parameter;
  const values = [...prerendered, ...composed];
  if (values.length === 0)
    return textField(parameter, markup` id="${id}" placeholder="${defaultText}"`);
  // The default size of pages is one of the values.
  const option = (value: string) =>
    markup`<option value="${value !== defaultText && value}"${value === defaultText && ' selected'}>${labelOf(value)}</option>`;
  return markup`<select id="${id}" name="${name}">
${!values.includes(defaultText) && markup`<option value="">${defaultText}</option>`}
${values.map(option)}
</select>`;
}

const textField = ({ name, kind, filter }: LabelledParameter, attributes: Markup): Markup =>
  markup`<input name="${name}"${attributes}${filter ? markup` maxlength="${maxLength(filter)}"` : kind !== 'ordering' && markup` inputmode="numeric"`} autocomplete="off">`;

/** The way to all records without the script. It is seen only if the script does not start for some seconds. */
function notStarted({ grid, downloads = [] }: Described, all: readonly PageCollection[]): Markup {
  // From a disk, only a file can be opened.
  const paths = all.flatMap(({ model: { listing } }) => findFile(grid, listing) ?? []);
  const links = paths.map((path) => markup`<a href="${path}">${path}</a> `);
  const files = markup`<a href="${REFERENCE}#all-data">${DOWNLOADS}</a>`;
  return markup`<p class="not-started">The script of this page did not start: if you opened a file from a disk, run <code>staticrest preview</code> and open the address that it prints. All records: ${links}${downloads.length > 0 && files}</p>`;
}

/** The part in which the script shows responses; before, the first records of the main collection. */
function answer(described: Described, { collection, rows, model }: PageCollection): Markup {
  const { grid } = described;
  const { count } = collection;
  const formatLink = linksIn(described);
  const toTarget = (address: string) =>
    findRequestTarget(apiFolder(grid), address, [`${grid.base}/`]);
  const listed = { collection: model, target: model.listing };
  const pager = model.pages && pageLinks(model.listing, model.pages, count, formatLink);
  return markup`<div class="answer">
<div class="head"><a class="back" href="#try-it" hidden></a><h3 tabindex="-1" dir="auto">${model.heading}</h3>
<p role="status" class="status">${describeRecords(rows.length, 0, count)}</p><span class="result-tools"></span></div>
<ul class="chosen" aria-label="Filters" hidden></ul>
<div class="problem" role="alert" hidden></div>
<div class="tabs"><div role="tablist" aria-label="Views of the result" data-scripted hidden>${VIEWS.map((name) => markup`<button type="button" role="tab" id="answer-${name}" data-view="${name.toLowerCase()}" aria-controls="answer-panel"${name !== 'Table' && name !== 'JSON' && markup` hidden`}>${name}</button>`)}</div>
<div role="tabpanel" id="answer-panel" tabindex="-1" aria-labelledby="answer-Table">${rows.length > 0 && recordTable(rows, { toTarget, formatLink }, listed, COLUMN_COUNT)}</div></div>
<nav class="pager" aria-label="Pages"${!pager?.text && markup` hidden`}>${pager}</nav>
</div>`;
}

const VIEWS = ['Table', 'Record', 'Map', 'JSON'];

/** A command that sends the request of the first records, until the script replaces it. */
const requestCode = (
  { grid }: Described,
  path: string,
): Markup => markup`<p class="label">This request: <span class="aside http-status"></span></p>
<p class="aside" data-composed hidden>This host does not answer this request, so the page made the answer. These commands do the same:</p>
<div class="copyable"><pre tabindex="0" aria-label="the request">${code(`curl '${grid.base}/${path}'`)}</pre>
<span class="copying" data-scripted hidden><span role="status"></span> <button type="button" class="copy" aria-label="Copy: the request">Copy</button></span></div>`;

/** A map, which the script copies for each collection that has one. */
const MAP = markup`<template id="map-template"><div class="plot" tabindex="-1">
<p role="status" class="empty"></p>
<div class="map" hidden>
<div class="card" role="status" aria-label="The selected place" hidden></div>
<div class="frame" tabindex="0" role="img"></div>
<div class="tools"><button type="button" value="1" aria-label="Zoom in">+</button> <button type="button" value="-1" aria-label="Zoom out">−</button> <button type="button" value="0" aria-label="Reset the view">Reset</button></div>
<p class="legend" hidden></p>
<p class="aside"><span class="by-mouse">Drag or use the arrow keys to move the map; hold Ctrl and turn the wheel, or press + and −, to zoom.</span><span class="by-touch">Move the map and zoom with two fingers.</span> Map data: Natural Earth, US Census Bureau.</p>
</div>
</div></template>`;
