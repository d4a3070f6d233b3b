import { relativeEndpointPath } from '../core/endpoint.ts';
import {
  apiFolder,
  type CollectionGrid,
  defaultOrdering,
  type Grid,
  orderingToSend,
  parseOrdering,
  windowNames,
} from '../core/grid.ts';
import type { Described, DescribedCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { exampleOrdering } from '../describe/examples.ts';
import { labelField } from '../describe/field.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatNumber } from '../util/text.ts';
import { type Directions, parseRows, recordTable } from './view/record-table.ts';
import { findRequestTarget, formatTarget } from './view/request-target.ts';

/** How many columns of the first records the page has itself: the script shows them all. */
const COLUMNS = 6;

/** From this number of records on, a page of them has the full height of the table. */
const FULL_HEIGHT = 15;

/** The sortable columns of a collection, with the pre-rendered values of `ordering`. */
export function sortableColumns(collection: CollectionGrid): Record<string, Directions> {
  const sorts = new Map<string, Directions>();
  for (const ordering of collection.orderings) {
    const [sort, ...others] = parseOrdering(collection, ordering) ?? [];
    if (!sort || others.length > 0) continue;
    const [ascending, descending] = sorts.get(sort.field) ?? ['', ''];
    const found: Directions = sort.descending
      ? [ascending, descending || ordering]
      : [ascending || ordering, descending];
    sorts.set(sort.field, found);
  }
  return Object.fromEntries(sorts);
}

/** The part of the page in which the script shows responses; before, the first records of a collection. */
export function responseView({ grid, examples }: Described, shown?: DescribedCollection): Markup {
  const { collection, metadata } = shown ?? {};
  const rows = parseRows(examples[collection?.name ?? '']?.records ?? []) ?? [];
  const count = collection?.count ?? 0;
  const perPage = Math.min(collection?.pagination?.default ?? count, count);
  const isTall = perPage >= FULL_HEIGHT;
  return markup`<div class="answer${isTall && ' tall'}">
<div class="head"><a class="back" href="#try-it" hidden></a><h3 tabindex="-1">${collection ? spaced(collection.name) : 'Response'}</h3>
<p role="status" class="status">${collection && `The first ${formatNumber(rows.length)} of ${formatNumber(count)}`}</p>
<div class="pager" role="group" aria-label="Pages"${!collection?.pagination && markup` hidden`}>${pageLink('prev', '← Previous')} ${pageLink('next', 'Next →', nextPath(grid, collection, rows.length))}</div></div>
<div class="problem" hidden></div>
<div class="tabs"><div role="tablist" aria-label="Views of the response" data-scripted hidden>${VIEWS.map((name) => markup`<button type="button" role="tab" id="answer-${name}" aria-controls="answer-panel"${name === 'Record' && markup` hidden`}>${name}</button>`)}</div>
<div role="tabpanel" id="answer-panel" aria-labelledby="answer-Table">${collection && metadata && rows.length > 0 && firstTable()}</div></div>
</div>`;

  function firstTable(): Markup | false {
    if (!collection || !metadata) return false;
    const list = relativeEndpointPath(grid, { kind: 'collection', collection });
    const links = {
      list,
      keyColumn: collection.items === false ? undefined : collection.keyField,
      labelColumn: labelField(metadata.record, metadata.label),
      sorts: sortableColumns(collection),
      ordering: exampleOrdering(collection),
      sortedBy: (ordering: string) =>
        formatTarget(list, { ordering: orderingToSend(ordering, defaultOrdering(collection)) }),
      toTarget: (address: string) => findRequestTarget(apiFolder(grid), address, [`${grid.base}/`]),
    };
    return recordTable(rows, links, COLUMNS);
  }
}

const VIEWS = ['Table', 'Record', 'JSON', 'Headers'];

/** A link to another page, which has no address where there is no such page. */
const pageLink = (rel: 'prev' | 'next', text: string, path?: string): Markup =>
  markup`<a class="button" rel="${rel}" role="link" tabindex="0"${path === undefined ? markup` aria-disabled="true"` : markup` data-try href="${path}"`}>${text}</a>`;

/** The path of the page after the first records; undefined if there are no more. */
function nextPath(
  grid: Grid,
  collection: CollectionGrid | undefined,
  shown: number,
): string | undefined {
  if (!collection?.pagination || shown >= collection.count) return undefined;
  const ordering = orderingToSend(exampleOrdering(collection), defaultOrdering(collection));
  const [size, place] = windowNames(collection);
  const next = place === 'page' ? '2' : String(shown);
  const values = { [size]: String(shown), [place]: next, ordering };
  return formatTarget(relativeEndpointPath(grid, { kind: 'collection', collection }), values);
}
