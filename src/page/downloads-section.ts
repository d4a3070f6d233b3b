import { DOWNLOADS } from '../core/address.ts';
import type { Described } from '../describe/described.ts';
import { CHECKSUMS, DATA_PACKAGE, README } from '../describe/downloads/layout.ts';
import { spaced } from '../describe/endpoint.ts';
import { hasFeed } from '../describe/feed.ts';
import { FEED } from '../describe/files.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatBytes } from '../util/text.ts';
import { definitionList, section } from './html.ts';

/** Links to the files with whole collections, and to the feed. */
export function downloadsSection({ about, grid, downloads = [] }: Described): Markup {
  const links = (prefix: string) =>
    downloads
      .filter(({ path }) => path.startsWith(DOWNLOADS + prefix))
      .map(({ path, bytes }) => {
        const name = path.slice(DOWNLOADS.length);
        return markup`<a href="${path}" download>${name}</a> <span class="aside">${formatBytes(bytes)}</span> `;
      });
  const shown = grid.collections.filter((one) => one.downloads !== false);
  const rows = shown.map(({ name }): [Markup, Markup] => [
    markup`${spaced(name)}`,
    markup`<p>${links(`${name}.`)}</p>`,
  ]);
  return section(
    'all-data',
    'Downloads',
    markup`<p>Whole collections as files, for spreadsheets, databases and notebooks. ${links(README)} explains each field. ${links(DATA_PACKAGE)} has the types of the columns for programs. ${links(CHECKSUMS)} has checksums.</p>
${definitionList(rows)}
${hasFeed(about) && markup`<p>The <a href="${FEED}">Atom feed</a> has the records that changed last.</p>`}`,
  );
}
