import { hash } from 'node:crypto';
import { relativeEndpointPath } from '../core/endpoint.ts';
import { findCollection } from '../core/grid.ts';
import type { ManifestHead } from '../site/manifest.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { MAX_UPDATES, type Update } from '../site/updates.ts';
import { type Markup, markup } from '../util/markup.ts';
import { FEED } from './files.ts';
import { labelField, nameOf } from './label.ts';

/** Whether a site has a feed: a collection says when its records changed. */
export const hasFeed = ({ collections }: ManifestHead['about']): boolean =>
  collections.some(({ updated }) => updated !== undefined);

/**
 * The feed of the records that changed last, in collections that say when a record changed. Its dates
 * are those of the records, so an unchanged record is not new after a build.
 * https://www.rfc-editor.org/rfc/rfc4287
 */
export function feedFiles(
  { about, grid }: Pick<ManifestHead, 'about' | 'grid'>,
  collections: readonly SerializedCollection[],
): SiteFile[] {
  const all = collections.flatMap((one) => one.updates.map((own) => ({ ...own, name: one.name })));
  const shown = all.sort((a, b) => b.time - a.time).slice(0, MAX_UPDATES);
  if (!shown[0]) return [];
  const site = `${grid.base}/`;
  const feed = markup`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${uuidUrn([about.name])}</id>
<title>${about.name}</title>
<subtitle>${about.description}</subtitle>
<updated>${new Date(shown[0].time).toISOString()}</updated>
<author><name>${about.name}</name></author>
<link href="${site}"/>
<link rel="self" type="application/atom+xml" href="${site}${FEED}"/>${shown.map(entry)}
</feed>
`;
  return [{ path: FEED, body: [bytes(feed.text.replace(INVALID_XML, ''))] }];

  function entry({ name, record, time }: Update & { name: string }): Markup {
    const metadata = about.collections.find((one) => one.name === name);
    const field = metadata && labelField(metadata.record, metadata.label, metadata.columns);
    const collection = findCollection(grid, { collection: name });
    const label = nameOf(record.value, field ?? '', collection.keyField);
    const key = String(record.key);
    // The field that names a record can be a list or an object if no field is called so.
    const title = ['string', 'number'].includes(typeof label) ? String(label) : '';
    const kind = collection.items === false ? 'collection' : 'record';
    return markup`
<entry>
<id>${uuidUrn([about.name, name, key])}</id>
<title>${title || key}</title>
<updated>${new Date(time).toISOString()}</updated>
<category term="${name}"/>
<link type="text/html" href="${site}#/${relativeEndpointPath(grid, { kind, collection, key })}"/>
</entry>`;
  }
}

/** The namespace of the UUIDs: a random one. */
const NAMESPACE = Buffer.from('cd3335dd9b4c4b5a8e92521dae04a9e5', 'hex');

/**
 * The UUID of version 5 of some names, as a URN. It does not change with the base address. A `tag:` URI needs a domain
 * of the publisher, which only the base address has.
 * https://www.rfc-editor.org/rfc/rfc9562#section-5.5, https://www.rfc-editor.org/rfc/rfc4151#section-2.1
 */
function uuidUrn(names: readonly string[]): string {
  const hex = hash('sha1', Buffer.concat([NAMESPACE, bytes(JSON.stringify(names))]));
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The characters that XML can't contain. */
const INVALID_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
