import type { Source } from '../../api/definition.ts';
import { formatNumber } from '../../util/text.ts';
import { type Described, type DescribedCollection, describedCollections } from '../described.ts';
import { spaced } from '../endpoint.ts';
import { ICON } from '../files.ts';
import { clientSection } from './client.ts';
import { formsSection } from './form.ts';
import { definitionList, type Html, html, section, term } from './html.ts';
import { mapSection } from './map.ts';
import { collectionSection, responsesSection } from './reference.ts';

/**
 * Everything that the page is made of. `assets` has the addresses of its files, relative to it, with
 * hashes: `explorer.js?89abcdef`.
 */
export type PageParts = Described & { readonly assets: Record<'script' | 'style' | 'map', string> };

/** The page loads nothing from other sites, and has no inline scripts or styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; worker-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'self'";

/** The page's icon. Without it browsers would request `/favicon.ico`, which a site does not have. */
export const ICON_TEXT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6b5d"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>\n';

/**
 * The page for people: a reference of the API that needs no script, which a script turns into an
 * explorer. It does not contain the base address, so it works wherever its folder is served.
 */
export function pageOf(parts: PageParts): string {
  const { about, grid, assets, worker } = parts;
  const { sources = [] } = about;
  const collections = describedCollections(parts);
  const map = mapSection(collections, assets.map);
  const page = html`<!doctype html>
<!-- Made by staticrest. -->
<html lang="en"${worker !== undefined && html` data-worker="${worker}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about.description}">
<title>${about.name} API</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#main-content">Skip to the content</a>
${masthead(parts)}
<div class="columns">
${contents(collections, map !== false)}
<main id="main-content">
${map}
${formsSection(parts, collections)}
${collections.map((described) => collectionSection(parts, described))}
${clientSection(collections, worker)}
${responsesSection(grid)}
${section('facts-from', 'Sources', sources.length > 0 ? sourceList(sources) : NO_SOURCES)}
</main>
</div>
<footer><p>Made with staticrest.</p></footer>
</body>
</html>
`;
  return page.text;
}

const masthead = ({ about, grid }: Described): Html => html`
<header class="masthead">
<div>
<p class="eyebrow">REST API <span>version ${about.version}</span></p>
<h1>${about.name}</h1>
<p class="lead">${about.description}</p>
</div>
<div>
<ul class="figures">${grid.collections.map(
  ({ name, count }) => html`
<li><a href="#${name}"><b>${formatNumber(count)}</b> ${spaced(name)}</a></li>`,
)}
</ul>
<ul class="files">
<li><a href="api/">/api/</a> the index</li>
<li><a href="openapi.json">openapi.json</a> the OpenAPI document</li>
</ul>
</div>
</header>`;

/** The table of contents. */
const contents = (collections: readonly DescribedCollection[], hasMap: boolean): Html => html`
<nav class="contents" aria-label="On this page">
<ul>
${hasMap && html`<li data-scripted hidden><a href="#find-one">Find one</a></li>`}
<li><a href="#try-it">Try it</a></li>
${collections.map(({ collection: { name } }) => html`<li><a href="#${name}">${spaced(name)}</a></li>`)}
<li><a href="#typed-client">From a program</a></li>
<li><a href="#all-answers">Responses and errors</a></li>
<li><a href="#facts-from">Sources</a></li>
</ul>
</nav>`;

const NO_SOURCES = html`<p>This API does not name its sources.</p>`;

/** Where the data comes from, and its licences. */
const sourceList = (sources: readonly Source[]): Html =>
  definitionList(
    sources.map(({ name, url = '', licence, gives }) => [
      term(/^https?:\/\//i.test(url) ? html`<a href="${url}">${name}</a>` : name, licence),
      html`<p>${gives}</p>`,
    ]),
  );
