import { relativeEndpointPath } from '../core/endpoint.ts';
import { type Grid, windowNames } from '../core/grid.ts';
import type { DescribedCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatNumber } from '../util/text.ts';
import type { PageParts } from './head.ts';
import { section } from './html.ts';

/**
 * A map and a search of the first collection that has points; false if there is none. Both need the
 * script, so the section is hidden without it.
 * @param assets the addresses of the map's script and of the points of each collection
 */
export function mapSection(
  grid: Grid,
  collections: readonly DescribedCollection[],
  { map, points }: PageParts['assets'],
): Markup | false {
  const found = collections.find(({ hasMap }) => hasMap);
  if (!found) return false;
  const { collection } = found;
  const name = spaced(collection.name);
  return section(
    'find-one',
    `Where are the ${name}?`,
    markup`${pointSearch(`Find one of ${formatNumber(collection.features ?? collection.count)} ${name}`)}
${mapMarkup(name)}`,
    markup` hidden data-scripted data-noun="${name}" data-script="${map}" data-points="${points[collection.name] ?? ''}"
${
  collection.items !== false &&
  markup` data-list="${relativeEndpointPath(grid, { kind: 'collection', collection })}" data-key="${collection.keyField ?? ''}"
${collection.pagination && markup` data-window="${windowNames(collection).join(' ')}"`}`
}`,
  );
}

/** A field that searches points by name, with its results. */
const pointSearch = (label: string): Markup =>
  markup`<div class="finder"><label for="find-one-text">${label}</label>
<input id="find-one-text" type="search" role="combobox" aria-expanded="false" aria-controls="find-one-list" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<div class="results"><ul role="listbox" id="find-one-list" aria-label="Results" hidden></ul>
<p role="status" class="aside"></p></div></div>`;

/** The map, which `startMap` starts. */
const mapMarkup = (noun: string): Markup => markup`<div class="plot" data-noun="${noun}">
<p role="status" class="empty"></p>
<div class="map" hidden>
<div class="card" role="group" aria-label="The selected place" hidden></div>
<div class="frame" tabindex="0" role="application" aria-label="Map: arrow keys move it, + and − zoom, 0 shows most points, 1 shows all, Enter selects the place nearest to the middle"><canvas role="img"></canvas></div>
<div class="tools"><button type="button" value="+" aria-label="Zoom in">+</button> <button type="button" value="-" aria-label="Zoom out">−</button> <button type="button" value="0" aria-label="Show most points">Most</button> <button type="button" value="1" aria-label="Show all points">All</button></div>
<p class="announcer hidden" role="status"></p>
<p class="legend" hidden></p>
<p class="aside"><span class="by-mouse">Drag to move the map; hold Ctrl and turn the wheel to zoom.</span><span class="by-touch">Move the map and zoom with two fingers.</span> Map data: Natural Earth, US Census Bureau.</p>
</div>
</div>`;
