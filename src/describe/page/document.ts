import type { CollectionGrid } from '../../core/grid.ts';
import type { ApiMetadata } from '../../site/api-metadata.ts';
import { formatNumber } from '../../util/text.ts';
import { ICON } from '../files.ts';
import { spaced } from './endpoint.ts';
import { type Html, html } from './html.ts';

/** The addresses of the files that belong to the page, relative to it. */
export interface Assets {
  /** `explorer.js?` and a hash of it, so that a new page never runs an old script. */
  readonly script: string;
  /** `explorer.css?` and a hash of it. */
  readonly style: string;
}

/** Nothing comes from elsewhere, and nothing that stands in the page runs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "worker-src 'self'",
  "manifest-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** The page's picture: a site has no `/favicon.ico`, which a browser would else ask for. */
export const ICON_TEXT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6b5d"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>\n';

/** The whole document around what it tells. */
export const documentOf = (
  { name, description }: ApiMetadata,
  { script, style }: Assets,
  worker: string | undefined,
  body: Html,
): Html => html`<!doctype html>
<!-- Made by staticrest. -->
<html lang="en"${worker !== undefined && html` data-worker="${worker}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${name} API</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#main-content">Skip to the content</a>
${body}
</body>
</html>
`;

/** What the API is, at a glance. */
export const masthead = (about: ApiMetadata, collections: readonly CollectionGrid[]): Html => html`
<header class="masthead">
<div>
<p class="eyebrow">REST API <span>version ${about.version}</span></p>
<h1>${about.name}</h1>
<p class="lead">${about.description}</p>
</div>
<div>
<ul class="figures">${collections.map(
  ({ name, count }) => html`
<li><a href="#${name}"><b>${formatNumber(count)}</b> ${spaced(name)}</a></li>`,
)}
</ul>
<ul class="files">
<li><a href="api/">/api/</a> the index</li>
<li><a href="openapi.json">openapi.json</a> the contract</li>
<li><a href="types.d.ts">types.d.ts</a> for TypeScript</li>
</ul>
</div>
</header>`;

/** The way around the page. */
export const contents = (
  collections: readonly { readonly name: string }[],
  hasPlaces: boolean,
): Html => html`
<nav class="contents" aria-label="On this page">
<ul>
${hasPlaces && html`<li data-scripted hidden><a href="#find-one">Find one</a></li>`}
<li><a href="#try-it">Try it</a></li>
${collections.map(({ name }) => html`<li><a href="#${name}">${spaced(name)}</a></li>`)}
<li><a href="#typed-client">From a program</a></li>
<li><a href="#all-answers">Answers and errors</a></li>
<li><a href="#facts-from">Sources</a></li>
</ul>
</nav>`;
