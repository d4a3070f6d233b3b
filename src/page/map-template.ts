import { type Markup, markup } from '../util/markup.ts';

/** A map, which the script copies for each collection that has one. */
export const mapTemplate = (): Markup => markup`<template id="map-template"><div class="plot">
<p role="status" class="empty"></p>
<div class="map" hidden>
<div class="card" role="group" aria-label="The selected place" hidden></div>
<div class="frame" tabindex="0" role="application" aria-label="Map: arrow keys move it, + and − zoom, 0 shows most points, 1 shows all, Enter selects the place nearest to the middle"><canvas role="img"></canvas></div>
<div class="tools"><button type="button" value="+" aria-label="Zoom in">+</button> <button type="button" value="-" aria-label="Zoom out">−</button> <button type="button" value="0" aria-label="Show most points">Most</button> <button type="button" value="1" aria-label="Show all points">All</button></div>
<p class="announcer hidden" role="status"></p>
<p class="legend" hidden></p>
<p class="aside"><span class="by-mouse">Drag to move the map; hold Ctrl and turn the wheel to zoom.</span><span class="by-touch">Move the map and zoom with two fingers.</span> Map data: Natural Earth, US Census Bureau.</p>
</div>
</div></template>`;
