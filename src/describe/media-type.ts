/**
 * The media types of all files of a site, by their extensions. The preview sends them, and the
 * configuration of each host sets them: servers know other types, or none.
 */
export const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  // Declarations of TypeScript: servers take them for video.
  ['ts', 'text/plain; charset=utf-8'],
  ['svg', 'image/svg+xml'],
  // The feed.
  ['xml', 'application/atom+xml'],
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['geojson', 'application/geo+json'],
  ['csv', 'text/csv; charset=utf-8'],
  ['md', 'text/markdown; charset=utf-8'],
  // The store.
  ['txt', 'text/plain; charset=utf-8'],
  ['bin', 'application/octet-stream'],
  // The checksums of the downloads.
  ['', 'text/plain; charset=utf-8'],
]);

/** The media type of a file; undefined if no site has files with its extension. */
export const mediaTypeOf = (file: string): string | undefined =>
  MEDIA_TYPES.get(/\.(\w+)$/.exec(file)?.[1] ?? '');
