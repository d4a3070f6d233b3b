import { CLIENT, CLIENT_TYPES } from '../describe/files.ts';
import { bytes, type SiteFile } from '../site/site-file.ts';
import { compiledScript } from './script.ts';

/** The module with which a JavaScript program gets any answer of the API from the site, and its types. */
export const clientFiles = (): SiteFile[] => [
  { path: CLIENT, body: [bytes(compiledScript('client.bundle.js'))] },
  { path: CLIENT_TYPES, body: [bytes(compiledScript('client.d.ts'))] },
];
