/**
 * The media types of all files of every site, by their extensions. The preview sends them, and the
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
  ['xml', 'application/xml'],
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['geojson', 'application/geo+json'],
  ['csv', 'text/csv; charset=utf-8'],
  ['parquet', 'application/vnd.apache.parquet'],
  ['md', 'text/markdown; charset=utf-8'],
  // The store.
  ['txt', 'text/plain; charset=utf-8'],
  ['bin', 'application/octet-stream'],
  // The checksums of the downloads.
  ['', 'text/plain; charset=utf-8'],
]);

/** The formats of a whole collection in `downloads/`, by their extensions. */
export const DOWNLOAD_FORMATS = ['csv', 'jsonl', 'geojson', 'parquet'] as const;

/** Those of other files, which people put into `public/`: a type is before its extensions. */
const PUBLIC_TYPES: ReadonlyMap<string, string> = new Map(
  `image/png png, image/jpeg jpg jpeg, image/gif gif, image/webp webp, image/avif avif, image/x-icon ico,
  font/woff woff, font/woff2 woff2, font/ttf ttf, font/otf otf, video/mp4 mp4, video/webm webm, audio/mpeg mp3,
  application/manifest+json webmanifest, application/pdf pdf, application/zip zip, application/wasm wasm`
    .split(/,\s+/)
    .map((line) => line.split(' '))
    .flatMap(([type = '', ...extensions]) => extensions.map((one) => [one, type] as const)),
);

/** The extension of a file, in small letters; empty if there is none. */
export const extensionOf = (file: string): string =>
  /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';

/** The extensions of files that no site has without them in `public/`, sorted. */
export const otherExtensions = (files: readonly string[]): string[] =>
  [...new Set(files.map(extensionOf))].filter((extension) => !MEDIA_TYPES.has(extension)).sort();

/** The media types of files of every site that compression makes smaller. */
export const compressibleTypes = (): string[] => {
  const formats = [...MEDIA_TYPES].filter(([extension]) => extension !== 'parquet');
  return [...new Set(formats.map(([, type]) => type))];
};

/** The media type of a file with an extension. */
export const mediaTypeFor = (extension: string): string =>
  MEDIA_TYPES.get(extension) ?? PUBLIC_TYPES.get(extension) ?? 'application/octet-stream';

/** The media type of a file. */
export const mediaTypeOf = (file: string): string => mediaTypeFor(extensionOf(file));
