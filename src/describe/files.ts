import { OPENAPI, TYPES } from '../core/address.ts';

/** The page for people, which a host sends for the site's own address too. */
export const PAGE = 'index.html';
/** What runs in it, and how it looks. */
export const SCRIPT = 'explorer.js';
export const STYLE = 'explorer.css';
/** Its picture in a browser's tab. */
export const ICON = 'explorer.svg';

/** The files that tell people and their tools what an API is, each with its media type. */
export const DESCRIBED_FILES: ReadonlyMap<string, string> = new Map([
  [PAGE, 'text/html; charset=utf-8'],
  [SCRIPT, 'text/javascript; charset=utf-8'],
  [STYLE, 'text/css; charset=utf-8'],
  [ICON, 'image/svg+xml'],
  [OPENAPI, 'application/json'],
  // Browsers show it, whose name is also that of a format of films.
  [TYPES, 'text/plain; charset=utf-8'],
]);
