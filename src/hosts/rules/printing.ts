import { basePath, type Grid } from '../../core/grid.ts';
import { hashText } from '../../core/hash.ts';
import { CONSTANT_HEADERS, HEADERS, type Headers } from '../../core/header.ts';
import { MEDIA_TYPES, mediaTypeFor } from '../../describe/media-type.ts';

/*
 * What the printers of several configuration languages share.
 */

/** The headers of answers that do not describe their bodies, on a server that compresses. */
export const COMPRESSING_HEADERS: Headers = {
  ...CONSTANT_HEADERS,
  Vary: `${HEADERS.Vary}, Accept-Encoding`,
};

/** The media types of files with an extension, and the one of files without. */
export const typesByExtension = ({ extensions = [] }: Grid): (readonly [string, string])[] => [
  ...[...MEDIA_TYPES].filter(([extension]) => extension !== ''),
  ...extensions.map((extension) => [extension, mediaTypeFor(extension)] as const),
];
export const PLAIN_TYPE = MEDIA_TYPES.get('') ?? '';

/**
 * A name for the folders and files of a site on a server, such as `staticrest-example.org_bna`: no other site may use
 * them, and people do not choose such a name.
 */
export const siteName = (grid: Grid): string =>
  `staticrest-${new URL(grid.base).host}${basePath(grid)}`
    .replaceAll('/', '_')
    .replace(/[^\w.-]+/g, '.');

/** How a user of a server goes back to an earlier site. */
export const GOING_BACK =
  'To be able to go back, keep the last site before each build: `rm -rf dist.old && cp -r dist dist.old`. Then run the commands that copy `dist` with `dist.old` instead.';

/** A block of a file `_headers`, which several hosts read. */
export const formatHeaders = (path: string, headers: Headers): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');

/** A short text for names that a server shares between sites, which differs between texts. */
export const shortHash = (text: string): string =>
  hashText(new TextEncoder().encode(text)).slice(0, 4);
