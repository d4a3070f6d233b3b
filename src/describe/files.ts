import { OPENAPI } from '../core/address.ts';

/** The page that describes the API to people. Hosts also send it for the site's own address. */
export const PAGE = 'index.html';
/** The reference of the API, which the page links to. */
export const REFERENCE = 'reference.html';
/** The page's script, and the style and icon of both. */
export const SCRIPT = 'explorer.js';
export const STYLE = 'explorer.css';
/** The script of the page's map, in sites whose page has one. */
export const MAP_SCRIPT = 'explorer-map.js';
/** The points of a collection on that map. */
export const pointsFile = (collection: string): string => `data/points/${collection}.json`;
export const ICON = 'explorer.svg';
/** The module that answers requests of the API from the files of the site, and its types. */
export const CLIENT = 'client.js';
export const CLIENT_TYPES = 'client.d.ts';
/** The feed of the records that changed last; only where a collection says when that was. */
export const FEED = 'feed.xml';

/** The files that describe the API. */
export const DESCRIBED_FILES: ReadonlySet<string> = new Set([
  ...[PAGE, REFERENCE, SCRIPT, MAP_SCRIPT, STYLE, ICON],
  ...[CLIENT, CLIENT_TYPES, FEED, OPENAPI],
]);
