import type { Described } from '../describe/described.ts';
import { CHECKSUMS, DATA_PACKAGE, DOWNLOADS, README } from '../describe/downloads/layout.ts';
import { spaced } from '../describe/endpoint.ts';
import { hasFeed } from '../describe/feed.ts';
import { FEED } from '../describe/files.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatBytes } from '../util/text.ts';
import { definitionList, section } from './html.ts';

/** The names of the formats for people, by the extensions of their files. */
const FORMATS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  geojson: 'GeoJSON',
};

/** Links to the files with whole collections, and to the feed. */
export function downloadsSection({ about, downloads = [] }: Described): Markup {
  const sizes = new Map(downloads.map(({ path, bytes }) => [path, bytes]));
  const link = (file: string, text: string) => {
    const size = sizes.get(DOWNLOADS + file);
    return (
      size !== undefined &&
      markup`<a href="${DOWNLOADS + file}" download>${text}</a> <span class="aside">${formatBytes(size)}</span> `
    );
  };
  const rows = about.collections.map(({ name }): [Markup, Markup] => [
    markup`${spaced(name)}`,
    markup`<p>${Object.entries(FORMATS).map(([format, text]) => link(`${name}.${format}`, text))}</p>`,
  ]);
  return section(
    'all-data',
    'Downloads',
    markup`<p>Whole collections as files, for spreadsheets, databases and notebooks. ${link(README, 'The README')} explains each field. ${link(DATA_PACKAGE, 'The data package')} has the types of the columns for programs. ${link(CHECKSUMS, 'Checksums')}</p>
${definitionList(rows)}
${hasFeed(about) && markup`<p>The <a href="${FEED}">Atom feed</a> has the records that changed last.</p>`}`,
  );
}
