import { isLocal } from '../api/base.ts';
import { datasetOf } from '../describe/dataset.ts';
import type { Described } from '../describe/described.ts';
import { hasFeed } from '../describe/feed.ts';
import { API_CATALOG, FEED, ICON } from '../describe/files.ts';
import { jsonElement, type Markup, markup } from '../util/markup.ts';

/**
 * Everything that the page is made of. `assets` has the addresses of its files, relative to it, with
 * hashes: `explorer.js?89abcdef`.
 */
export type PageParts = Described & {
  readonly assets: Readonly<Record<'script' | 'style' | 'map', string>> & {
    /** The points of each collection with a map. */
    readonly points: Readonly<Record<string, string>>;
  };
};

/** The page loads nothing from other sites, and has no inline scripts or styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'none'; base-uri 'none'; form-action 'self'";

/** The page's head. Browsers request `/favicon.ico`, which a site does not have, unless it names an icon. */
export const head = (parts: PageParts): Markup => {
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
${socialCard(about)}
<link rel="api-catalog" href="${API_CATALOG}">
${!isLocal(grid.base) && [canonicalLinks(grid.base), jsonElement(datasetOf(parts), 'application/ld+json')]}
</head>`;
};

/** What other sites show for a link to the page. https://ogp.me/ */
const socialCard = ({ name, description }: Described['about']): Markup => markup`
<meta property="og:type" content="website">
<meta property="og:title" content="${name} API">
<meta property="og:description" content="${description}">
<meta name="twitter:card" content="summary">`;

/** The address of the page. One of this machine means nothing to other sites. */
const canonicalLinks = (base: string): Markup => markup`<link rel="canonical" href="${base}/">
<meta property="og:url" content="${base}/">`;

/** The page's icon: that of the definition, or the first letter of its name. */
export function iconOf({
  name,
  icon = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '/',
}: Pick<Described['about'], 'name' | 'icon'>): string {
  const isText = /^[\p{L}\p{N}/]/u.test(icon);
  const size = isText ? (icon.length > 1 ? 8 : 11) : 13;
  const frame = isText && markup`<rect width="16" height="16" rx="4" fill="#0a6457"/>`;
  const text = markup`<text x="8" y="8" dy=".36em" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="${size}" fill="#fff">${icon}</text>`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${frame}${text}</svg>
`.text;
}
