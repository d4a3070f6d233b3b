import { isLocal } from '../api/base.ts';
import { datasetOf } from '../describe/dataset.ts';
import type { Described } from '../describe/described.ts';
import { hasFeed } from '../describe/feed.ts';
import { FEED, ICON } from '../describe/files.ts';
import { licencesOf } from '../describe/licence.ts';
import { newestUpdate } from '../site/api-metadata.ts';
import { jsonElement, type Markup, markup } from '../util/markup.ts';
import { catalogueSection } from './catalogue.ts';
import { type PageParts, pageCollections } from './page-model.ts';
import { reference } from './reference.ts';
import { formatTime } from './view/record-table.ts';

/**
 * The page for people: a catalogue of the data and a reference of the API that need no script, which a
 * script turns into an explorer. Its links are relative, so it works wherever its folder is served; the
 * script replaces the base address that it shows by that of the folder.
 */
export function pageOf(parts: PageParts): string {
  const collections = pageCollections(parts);
  return markup`<!doctype html>
<!-- Made by staticrest. -->
<html lang="en">
${head(parts)}
<body>
<a class="skip" href="#main-content">Skip to the content</a>
${masthead(parts)}
<main id="main-content">
${catalogueSection(parts, collections)}
${reference(parts, collections)}
</main>
<footer><p>Made with staticrest.</p></footer>
</body>
</html>
`.text;
}

/** The page loads nothing from other sites, and has no inline scripts or styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'self'";

/**
 * The page's head, with what other sites show for a link to the page: https://ogp.me/. Browsers request `/favicon.ico`, which a site does not have, unless it names an icon.
 */
const head = (parts: PageParts): Markup => {
  const { about, grid, assets } = parts;
  return markup`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101416">
<meta name="description" content="${about.description}">
<title>${about.name} API</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
${hasFeed(about) && markup`<link rel="alternate" type="application/atom+xml" title="${about.name}" href="${FEED}">`}
<meta property="og:type" content="website">
<meta property="og:title" content="${about.name} API">
<meta property="og:description" content="${about.description}">
<meta name="twitter:card" content="summary">
${
  // An address of this machine means nothing to other sites.
  !isLocal(grid.base) &&
  markup`<link rel="canonical" href="${grid.base}/">
<meta property="og:url" content="${grid.base}/">${jsonElement(datasetOf(parts), 'application/ld+json')}`
}
</head>`;
};

/** The top of the page: what the API is, how new its data is, and where all of it is. */
function masthead({ about, downloads = [] }: Described): Markup {
  const newest = newestUpdate(about.collections);
  const licences = licencesOf(about.sources).map(({ name }) => name);
  return markup`
<header class="masthead">
<h1>${about.name}</h1>
<p class="lead">${about.description}</p>
<p class="facts"><span>REST API, version ${about.version}</span>${newest !== undefined && markup`<span>updated <time datetime="${newest}">${formatTime(newest.slice(0, 10))}</time></span>`}${licences.length > 0 && markup`<a href="#facts-from">${licences.join(', ')}</a>`}${downloads.length > 0 && markup`<a href="#all-data">Downloads</a>`}${hasFeed(about) && markup`<a href="${FEED}">Feed</a>`}<a href="openapi.json">OpenAPI</a></p>
</header>`;
}
