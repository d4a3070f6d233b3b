import { formatBytes } from '../../util/text.ts';
import type { Described } from '../described.ts';
import { CHECKSUMS, DATA_PACKAGE, DOWNLOADS, README } from '../downloads/layout.ts';
import { spaced } from '../endpoint.ts';
import { hasFeed } from '../feed.ts';
import { FEED } from '../files.ts';
import { definitionList, type Html, html, section } from './html.ts';

/** The names of the formats for people, by the extensions of their files. */
const FORMATS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  geojson: 'GeoJSON',
};

/** Links to the files with whole collections, and to the feed. */
export function downloadsSection({ about, downloads = [] }: Described): Html {
  const sizes = new Map(downloads.map(({ path, bytes }) => [path, bytes]));
  const link = (file: string, text: string) => {
    const size = sizes.get(DOWNLOADS + file);
    return (
      size !== undefined &&
      html`<a href="${DOWNLOADS + file}" download>${text}</a> <span class="aside">${formatBytes(size)}</span> `
    );
  };
  const rows = about.collections.map(({ name }): [Html, Html] => [
    html`${spaced(name)}`,
    html`<p>${Object.entries(FORMATS).map(([format, text]) => link(`${name}.${format}`, text))}</p>`,
  ]);
  return section(
    'all-data',
    'Downloads',
    html`<p>Whole collections as files, for spreadsheets, databases and notebooks. ${link(README, 'The README')} explains each field. ${link(DATA_PACKAGE, 'The data package')} has the types of the columns for programs. ${link(CHECKSUMS, 'Checksums')}</p>
${definitionList(rows)}
${hasFeed(about) && html`<p>The <a href="${FEED}">Atom feed</a> has the records that changed last.</p>`}`,
  );
}
