import type { Source } from '../api/definition.ts';
import { type DescribedCollection, describedCollections } from '../describe/described.ts';
import { spaced } from '../describe/endpoint.ts';
import { licenceOf } from '../describe/licence.ts';
import { type Markup, markup } from '../util/markup.ts';
import { underscored } from '../util/text.ts';
import { catalogueSection } from './catalogue.ts';
import { downloadsSection } from './downloads-section.ts';
import { collectionSection, responsesSection } from './endpoint-reference.ts';
import { head, type PageParts } from './head.ts';
import { definitionList, section, term } from './html.ts';
import { masthead } from './masthead.ts';
import { clientSection } from './typed-client.ts';

/**
 * The page for people: a reference of the API that needs no script, which a script turns into an
 * explorer. Its links are relative, so it works wherever its folder is served; the script replaces the
 * base address that it shows by that of the folder.
 */
export function pageOf(parts: PageParts): string {
  const { about } = parts;
  const { sources = [] } = about;
  const collections = describedCollections(parts);
  return markup`<!doctype html>
<!-- Made by staticrest. -->
<html lang="en">
${head(parts)}
<body>
<a class="skip" href="#main-content">Skip to the content</a>
${masthead(parts)}
<main id="main-content">
${catalogueSection(parts, collections)}
<div class="columns">
${contents(collections, Boolean(parts.downloads?.length))}
<div class="reference">
<div class="field" data-scripted hidden><label for="reference-filter">Find a field, a parameter or an error</label><input id="reference-filter" type="search" autocomplete="off"></div>
${collections.map((described) => collectionSection(parts, described))}
${parts.downloads?.length ? downloadsSection(parts) : ''}
${clientSection(parts)}
${responsesSection(parts.grid)}
${section('facts-from', 'Sources', sources.length > 0 ? sourceDefinitions(sources) : NO_SOURCES)}
</div>
</div>
</main>
<footer><p>Made with staticrest.</p></footer>
</body>
</html>
`.text;
}

/** The table of contents. */
const contents = (
  collections: readonly DescribedCollection[],
  hasDownloads: boolean,
): Markup => markup`
<nav class="contents" aria-label="On this page">
<ul>
<li><a href="#try-it">Browse the data</a></li>
${collections.map(({ collection: { name } }) => markup`<li><a href="#${underscored(name)}">${spaced(name)}</a></li>`)}
${hasDownloads && markup`<li><a href="#all-data">Downloads</a></li>`}
<li><a href="#typed-client">From a program</a></li>
<li><a href="#all-answers">Responses and errors</a></li>
<li><a href="#facts-from">Sources</a></li>
</ul>
</nav>`;

const NO_SOURCES = markup`<p>This API does not name its sources.</p>`;

/** Where the data comes from, and its licences. */
const sourceDefinitions = (sources: readonly Source[]): Markup =>
  definitionList(
    sources.map((source) => {
      const licence = licenceOf(source);
      return [term(nameLink(source), licence && nameLink(licence)), markup`<p>${source.data}</p>`];
    }),
  );

const nameLink = ({ name, url = '' }: Pick<Source, 'name' | 'url'>): Markup | string =>
  /^https?:\/\//i.test(url) ? markup`<a href="${url}">${name}</a>` : name;
