import type { JsonSchema } from '../api/json-schema.ts';
import { relativeEndpointPath } from '../core/endpoint.ts';
import type { Grid } from '../core/grid.ts';
import type { DescribedCollection } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { labelField, NAME_FIELDS } from '../describe/field.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatNumber } from '../util/text.ts';
import { section } from './html.ts';

/**
 * A map and a search of the first collection that has features; false if there is none. Both need the
 * script, so the section is hidden without it.
 * @param script the address of the map's script
 */
export function mapSection(
  grid: Grid,
  collections: readonly DescribedCollection[],
  script: string,
): Markup | false {
  const found = collections.find(hasMap);
  const properties = found?.metadata.properties;
  if (!found || !properties) return false;
  const { metadata, collection, ranked } = found;
  const name = spaced(collection.name);
  const details = detailFields(properties, collection.keyField);
  const names = details.map((field) => [field, singleLabels(metadata.labels?.[field])]);
  return section(
    'find-one',
    `Where are the ${name}?`,
    markup`<div class="finder"><label for="find-one-text">Find one of ${formatNumber(collection.features ?? 0)} ${name}</label>
<input id="find-one-text" type="search" role="combobox" aria-expanded="false" aria-controls="find-one-list" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<div class="results"><ul role="listbox" id="find-one-list" aria-label="Results" hidden></ul>
<p role="status" class="aside"></p></div></div>
<div class="plot">
<p role="status" class="empty"></p>
<div class="map" hidden>
<div class="card" role="group" aria-label="The selected place" hidden></div>
<div class="frame" tabindex="0" role="application" aria-label="Map: arrow keys move it, + and − zoom, 0 shows all, Enter selects the place nearest to the middle"><canvas role="img"></canvas></div>
<div class="tools"><button type="button" value="+" aria-label="Zoom in">+</button> <button type="button" value="-" aria-label="Zoom out">−</button> <button type="button" value="0" aria-label="Show all">All</button></div>
<p class="announcer hidden" role="status"></p>
<p class="aside"><span class="by-mouse">Drag to move the map; hold Ctrl and turn the wheel to zoom.</span><span class="by-touch">Move the map and zoom with two fingers.</span> Map data: Natural Earth, US Census Bureau.</p>
</div>
</div>`,
    markup` hidden data-scripted data-noun="${name}" data-script="${script}"
 data-features="${relativeEndpointPath(grid, { kind: 'features', collection })}"
${collection.items !== false && markup` data-list="${relativeEndpointPath(grid, { kind: 'collection', collection })}"`}
 data-label="${labelField(properties, metadata.label)}" data-details="${details.join(' ')}"
 data-names="${JSON.stringify(Object.fromEntries(names))}" data-labels="${ranked.join(' ')}"`,
  );
}

/** Whether the page shows the records of a collection on a map. */
export const hasMap = ({ metadata, collection }: DescribedCollection): boolean =>
  Boolean(metadata.properties && collection.features);

/** The values that have one label. The map shows another value itself: a place has only one of its labels. */
const singleLabels = (labels: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([, { length }]) => length === 1)
      .map(([value, [label]]) => [value, label]),
  );

/** Up to three properties that distinguish records of the same name. */
const detailFields = ({ properties }: JsonSchema, keyField = ''): string[] =>
  Object.entries<JsonSchema>(Object(properties))
    .filter(([field]) => ![...NAME_FIELDS, keyField].includes(field) && /^\S+$/.test(field))
    .filter(([, { type }]) => ['string', 'number', 'integer'].includes(String(type)))
    .map(([field]) => field)
    .slice(0, 3);
