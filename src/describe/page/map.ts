import { relativePathOf } from '../../core/endpoint.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { formatNumber } from '../../util/text.ts';
import type { DescribedCollection } from '../described.ts';
import { spaced } from '../endpoint.ts';
import { labelField, NAME_FIELDS } from './field.ts';
import { type Html, html, section } from './html.ts';

/**
 * A map and a search of the first collection that has features; false where none has. Both need the
 * script, so the section is hidden without it.
 */
export function mapSection(collections: readonly DescribedCollection[]): Html | false {
  const { metadata, collection } = collections.find((one) => one.collection.features) ?? {};
  const properties = metadata?.properties;
  if (!collection || !properties) return false;
  const name = spaced(collection.name);
  return section(
    'find-one',
    `Where are the ${name}?`,
    html`<div class="places">
<div class="finder"><label for="find-one-text">Find one of ${formatNumber(collection.features ?? 0)} ${name}</label>
<input id="find-one-text" type="search" role="combobox" aria-expanded="false" aria-controls="find-one-list" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<ul role="listbox" id="find-one-list" aria-label="Results" hidden></ul>
<p role="status" class="aside"></p>
<div class="card" aria-live="polite"></div></div>
<div class="plot">
<p role="status" class="empty"></p>
<div class="map" hidden>
<div class="frame" tabindex="0" role="group" aria-label="Map: arrow keys move it, + and − zoom, 0 shows all"><canvas role="img"></canvas></div>
<div class="tools"><button type="button" value="+" aria-label="Zoom in">+</button> <button type="button" value="-" aria-label="Zoom out">−</button> <button type="button" value="0" aria-label="Show all">All</button></div>
<p class="aside"> Drag to move; Ctrl and the wheel, or two fingers, to zoom.</p>
</div>
</div>
</div>`,
    html` hidden data-scripted data-noun="${name}"
 data-features="${relativePathOf({ kind: 'features', collection })}"
 data-list="${relativePathOf({ kind: 'collection', collection })}"
 data-label="${labelField(properties)}"
 data-details="${detailFields(properties, collection.keyField).join(' ')}"`,
  );
}

/** Up to three properties that distinguish records of the same name. */
const detailFields = ({ properties }: JsonSchema, keyField = ''): string[] =>
  Object.entries<JsonSchema>(Object(properties))
    .filter(([field]) => ![...NAME_FIELDS, keyField].includes(field) && /^\S+$/.test(field))
    .filter(([, { type }]) => ['string', 'number', 'integer'].includes(String(type)))
    .map(([field]) => field)
    .slice(0, 3);
