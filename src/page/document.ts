import { isLocal } from '../api/base.ts';
import type { Described } from '../describe/described.ts';
import { hasFeed } from '../describe/feed.ts';
import { FEED, ICON, REFERENCE } from '../describe/files.ts';
import { licenceOf } from '../describe/licence.ts';
import { newestUpdate } from '../site/api-metadata.ts';
import { type Markup, markup } from '../util/markup.ts';
import { formatCount } from '../util/text.ts';
import { CATALOGUE_TITLE, catalogueSection } from './catalogue.ts';
import { type PageParts, pageCollections } from './page-model.ts';
import { nameLink, reference } from './reference.ts';
import { formatTime } from './view/record-table.ts';

/**
 * The page for people: a catalogue of the data that needs no script, which a script turns into an explorer.
 * Its links are relative, so it works wherever its folder is served.
 */
export function pageOf(parts: PageParts): string {
  const { about, assets } = parts;
  const head = markup`<script type="module" src="${assets.script}"></script>`;
  const content = catalogueSection(parts, pageCollections(parts));
  const top = masthead(parts);
  return htmlDocument(parts, '', `${about.name} API`, { head, top, content }, CATALOGUE_TITLE);
}

/** The page with the reference of the API, which has no script. */
export function referencePage(parts: PageParts): string {
  const { name, version } = parts.about;
  const title = `${name} API reference`;
  const top = markup`<h1>${title}</h1>
<p class="facts"><span>Version ${version}</span> <a href="./">Browse the data</a> <a href="openapi.json">OpenAPI</a></p>`;
  const content = reference(parts, pageCollections(parts));
  return htmlDocument(parts, REFERENCE, title, { top, content });
}

/** The pages load nothing from other sites, and have no inline scripts or styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'self'";

/**
 * An HTML document. Browsers request `/favicon.ico`, which a site does not have, unless it names an icon.
 * @param path its address, relative to the site's folder
 * @param parts more elements of the head, the top of the page, and the rest
 * @param start the id of the element at which the content starts for users of a keyboard
 */
const htmlDocument = (
  { about, grid, assets }: PageParts,
  path: string,
  title: string,
  { head, top, content }: Readonly<Partial<Record<'head' | 'top' | 'content', Markup>>>,
  start = 'main-content',
): string =>
  markup`<!doctype html>
<!-- Made by staticrest. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about.description}">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets.style}">
${hasFeed(about) && markup`<link rel="alternate" type="application/atom+xml" title="${about.name}" href="${FEED}">`}
${
  // An address of this machine means nothing to other sites.
  !isLocal(grid.base) && markup`<link rel="canonical" href="${grid.base}/${path}">`
}
${head}
</head>
<body>
<a class="skip" href="#${start}">Skip to the content</a>
<header class="masthead">
${top}
</header>
<main id="main-content" tabindex="-1">
${content}
</main>
<footer><p>Made with staticrest.</p></footer>
</body>
</html>
`.text;

/** The top of the page: what the data is, where it comes from, how new it is, and what else there is. */
const masthead = ({
  about,
  downloads = [],
}: Described): Markup => markup`<h1 dir="auto">${about.name}</h1>
<p class="lead" dir="auto">${about.description}</p>
${originOf(about)}<p class="facts"><a href="${REFERENCE}">API reference</a>${downloads.length > 0 && markup` <a href="${REFERENCE}#all-data">Downloads</a>`}${hasFeed(about) && markup` <a href="${FEED}">Feed</a>`} <a href="openapi.json">OpenAPI</a></p>`;

/** In sentences: the first source of the data with its licence, how many others there are, and the time of the newest record. */
function originOf({ sources: [source, ...others] = [], collections }: Described['about']) {
  const licence = source && licenceOf(source);
  const newest = newestUpdate(collections);
  const sentences = [
    source && markup`Source of ${source.data}: ${nameLink(source)}. `,
    licence && markup`Licence: ${nameLink(licence)}. `,
    others.length > 0 &&
      markup`<a href="${REFERENCE}#facts-from">${formatCount(others.length, 'other source')}</a>. `,
    newest && markup`Updated <time datetime="${newest}">${formatTime(newest.slice(0, 10))}</time>.`,
  ];
  return (
    sentences.some(Boolean) &&
    markup`<details class="about"><summary>About the data</summary></details>
<p class="facts origin"><span>${sentences}</span></p>
`
  );
}
