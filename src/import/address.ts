import path from 'node:path';
import { parseBytes } from '../content/file.ts';
import { json } from '../content/json.ts';
import { isObject } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import type { Data } from './data.ts';
import { dataFormatOf, decodeSource } from './decode.ts';
import { envelopeOf } from './envelope.ts';
import { type Fetched, fetchWhole, parseAddress, parseHeaders } from './fetch.ts';
import type { Row } from './field.ts';
import { assertWhole, fetchListing, isListing, type ListingOptions } from './listing.ts';
import { dataIn, type ReadOptions } from './read.ts';

/** How the data at an address is read. */
export interface AddressOptions extends ReadOptions, Pick<ListingOptions, 'isWhole'> {
  /** The headers of each request, as texts. */
  readonly header?: readonly string[] | undefined;
}

/**
 * Fetches the records at an address: a table, JSON Lines, GeoJSON, Parquet, or a listing with all its pages.
 * @returns the records, whose values are not converted yet
 * @throws UsageError where they are none, or can be a part, and if the server fails; ContentError with the
 * problems of the data; the signal's reason
 */
export async function readAddress(
  address: string,
  options: AddressOptions,
  task: TaskOptions,
): Promise<Data> {
  const { count, list, isWhole } = options;
  const [url, headers] = [parseAddress(address), parseHeaders(options.header)];
  task.onProgress?.(`Request 1: ${url}`);
  const first = await fetchWhole(url, headers, task);
  const name = fileNameOf(first);
  const source = decodeSource(url.href, namedByType(name, first), first.bytes, options.encoding);
  const { value } = source.file.endsWith('.json') ? parseBytes(json, '', source.bytes) : {};
  const isListed = isListing(value);
  const hasList = isObject(value) && !isListed && !isGeoJson(value);
  const isKnown = list !== undefined || count !== undefined;
  const page = { ...first, bytes: source.bytes };
  const read =
    isListed || (hasList && !isKnown)
      ? { records: await fetchListing(page, { ...options, headers }, task) }
      : await dataIn(source, options);
  const data = { notes: [], reading: {}, ...read };
  const isPaginated = isListed && isObject(value);
  const notes = count === undefined && !isPaginated ? limitNotes(first, data.records) : [];
  const isList = hasList || Array.isArray(value);
  return {
    ...data,
    ...{ name: path.parse(name).name, from: url.href },
    // A file, which `init` has read, is whole at each pull, too.
    notes: [...(isList || isWhole === undefined ? notes : []), ...data.notes],
    reading: { ...(isList && { count: 'list' }), ...data.reading },
    // The file has a form of its own, so that a changed value is a changed line.
    ...{ content: {}, originals: [], isConverted: true },
  };
}

/**
 * Returns a line about as many records as a server could send at most.
 * @throws UsageError if it is likely that it does
 */
function limitNotes(first: Fetched, records: readonly Row[]): string[] {
  const { url, headers } = first;
  const { length } = records;
  assertWhole(url.href, [envelopeOf(headers)], records);
  const isLimited = isSocrata(first) && !url.searchParams.has('$limit');
  if (length === PAGE || isLimited)
    throw new UsageError(`${url} has ${formatCount(length, 'record')}, ${AT_MOST} ${length}.`);
  return length >= 100 && length % 100 === 0
    ? [`There are exactly ${length} records. ${ROUND}`]
    : [];
}

/** So many rows are what Socrata sends without a limit, and other servers. */
const PAGE = 1000;

const AT_MOST = 'as many as its server can send at most. If they are all, use --count';

const ROUND = 'Check that the server sends no more at once.';

const isSocrata = ({ headers }: Fetched): boolean =>
  Object.keys(headers).some((name) => /^x-(?:soda2|socrata)-/.test(name));

const isGeoJson = (value: unknown): boolean => /^Feature/.test(String(Object(value).type));

/** The extensions of media types. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/\/(?:.*\+)?geo\+json/, '.geojson'],
  [/\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)/, '.jsonl'],
  [/\/(?:.*\+)?json/, '.json'],
  [/\/csv/, '.csv'],
  [/\/tab-separated-values/, '.tsv'],
  [/\/(?:x-)?yaml/, '.yaml'],
];

/** The name of the file that a response is, by its `Content-Disposition` or its path, without `.gz`. */
function fileNameOf({ url, headers }: Fetched): string {
  const [, given] = /filename="?([^";]+)/i.exec(headers['content-disposition'] ?? '') ?? [];
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname;
  return path.posix.basename(given ?? last).replace(/\.gz$/i, '');
}

/** A name whose extension is that of the format, by the type of the response or its name; undefined: its text tells. */
function namedByType(name: string, { headers, url }: Fetched): string | undefined {
  const { 'content-type': type = '' } = headers;
  const [, extension] = TYPES.find(([pattern]) => pattern.test(type.toLowerCase())) ?? [];
  if (extension) return `data${extension}`;
  const names = [name, path.posix.basename(url.pathname).replace(/\.gz$/i, '')];
  return names.find((one) => dataFormatOf(one) || /\.txt$/i.test(one));
}
