import { relativePathOf } from '../../core/endpoint.ts';
import type { JsonSchema } from '../../site/shape.ts';
import { formatNumber } from '../../util/text.ts';
import type { DescribedCollection } from '../described.ts';
import { spaced } from '../endpoint.ts';
import { labelField, NAME_FIELDS } from './field.ts';
import { type Html, html, section } from './html.ts';

/**
 * A map and a search of the first collection that has features; false where none has. The script
 * makes both, so the section is hidden without it.
 */
export function mapSection(collections: readonly DescribedCollection[]): Html | false {
  const mapped = collections.find(
    ({ about, collection }) => about.properties && collection.features,
  );
  const properties = mapped?.about.properties;
  if (!mapped || !properties) return false;
  const { collection } = mapped;
  const name = spaced(collection.name);
  return section(
    'find-one',
    `Where are the ${name}?`,
    html`<div class="places">
<div class="finder"><label for="find-one-text">Find one of ${formatNumber(collection.features ?? 0)} ${name}</label></div>
<div class="plot"></div>
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
