import { relativePathOf } from '../../core/endpoint.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { formatNumber } from '../../util/text.ts';
import type { ToldCollection } from './collection.ts';
import { spaced } from './endpoint.ts';
import { labelIn } from './field.ts';
import { type Html, html } from './html.ts';

/**
 * Where the records of the first collection are that has features: a plot and a search, both a
 * script's work, so without one there is nothing to see.
 */
export function placesSection(collections: readonly ToldCollection[]): Html | false {
  const told = collections.find(({ about, collection }) => about.properties && collection.features);
  const properties = told?.about.properties;
  if (!told || !properties) return false;
  const { collection } = told;
  const name = spaced(collection.name);
  return html`
<section id="find-one" aria-labelledby="find-one-title" hidden data-scripted data-noun="${name}"
 data-features="${relativePathOf({ kind: 'features', collection })}"
 data-list="${relativePathOf({ kind: 'collection', collection })}"
 data-label="${labelIn(properties)}"
 data-details="${detailsIn(properties, collection.keyField).join(' ')}">
<h2 id="find-one-title">Where are the ${name}?</h2>
<div class="places">
<div class="finder"><label for="find-one-text">Find one of ${formatNumber(collection.features ?? 0)} ${name}</label></div>
<div class="plot"></div>
</div>
</section>`;
}

/** The properties that tell a place from others of the same name: neither names nor the key. */
function detailsIn({ properties }: JsonSchema, keyField: string | undefined): string[] {
  const names = ['label', 'title', 'name', keyField];
  return Object.entries(Object(properties) as Record<string, JsonSchema>)
    .filter(([field]) => !names.includes(field) && /^\S+$/.test(field))
    .filter(([, { type }]) => ['string', 'number', 'integer'].includes(String(type)))
    .map(([field]) => field)
    .slice(0, 3);
}
