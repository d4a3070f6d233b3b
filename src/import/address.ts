import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { decode, parseContent } from '../content/file.ts';
import { json } from '../content/json.ts';
import { isObject } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
import { convertCells } from './cells.ts';
import type { Data } from './data.ts';
import { dataFormatOf, decodeSource, type Source } from './decode.ts';
import type { Encoding } from './encoding.ts';
import { envelopeOf } from './envelope.ts';
import { type Fetched, fetchWhole, type RequestHeaders } from './fetch.ts';
import { assertWhole, fetchListing, isListing } from './listing.ts';
import { type Convert, dataIn } from './read.ts';
import { convertIds } from './shapes.ts';

/** How the data at an address is read. */
interface AddressOptions {
  readonly headers: RequestHeaders;
  /** The number of records, if they are known to be all. */
  readonly count?: string | undefined;
  /** Whether a list that is not paginated is known to be whole. */
  readonly isWhole?: boolean;
  readonly encoding?: Encoding | undefined;
  readonly convert?: Convert;
}

/**
 * Fetches the records at an address: a table, JSON Lines, GeoJSON, or a listing with all its pages.
 * @throws UsageError where they are none, or can be a part; RequestError if the server fails; ContentError with the
 * problems of the data; the signal's reason
 */
export async function readAddress(
  url: URL,
  options: AddressOptions,
  task: TaskOptions,
): Promise<Data> {
  const { headers, count, isWhole, encoding } = options;
  task.onProgress?.(`Request 1: ${url}`);
  const first = await fetchWhole(url, headers, task);
  const charset = encoding ?? encodingOf(first);
  const name = fileNameOf(first);
  const source = decodeSource(url.href, namedByType(name, first), first.bytes, charset);
  const { value } = source.file.endsWith('.json') ? parseContent(json, decode(source.bytes)) : {};
  const isKnown = isWhole || count !== undefined || isGeoJson(value);
  const data =
    isListing(value) || (isObject(value) && !isKnown)
      ? await readListing({ ...first, bytes: source.bytes }, options, task)
      : readFile(first, source, options);
  const isList =
    Array.isArray(value) || (isObject(value) && !isListing(value) && !isGeoJson(value));
  // The file has a form of its own, so that a changed value is a changed line.
  const own = { name: path.parse(name).name, content: {}, originals: [], isConverted: true };
  return { ...data, ...own, ...(isList && { reading: { count: 'list' } }) };
}

async function readListing(
  first: Fetched,
  { headers, count, isWhole, convert = guessValues }: AddressOptions,
  task: TaskOptions,
): Promise<Data> {
  const from = first.url.href;
  const isConfirmed = count !== undefined;
  const { results, isList } = await fetchListing(first, headers, task, isConfirmed);
  const found = `${from} has ${formatCount(results.length, 'record')}`;
  const why = isList ? ' and does not say whether these are all' : '';
  if (isConfirmed ? count !== String(results.length) : isList && !isWhole)
    throw new UsageError(`${found}${why}. If they are all, use --count ${results.length}.`);
  return convert({
    ...{ from, records: results },
    ...{ content: {}, notes: [], originals: [], isConverted: true },
  });
}

function readFile(
  first: Fetched,
  source: Source,
  { count, convert = guessValues }: AddressOptions,
): Data {
  const { from } = source;
  const data = dataIn(source, count, convert);
  const { length } = data.records;
  if (count !== undefined) return data;
  assertWhole(from, [envelopeOf(first.headers)], data.records);
  const hasLimit = new URL(from).searchParams.has('$limit');
  if (length === PAGE || (isSocrata(first) && !hasLimit))
    throw new UsageError(`${from} has ${formatCount(length, 'record')}, ${AT_MOST} ${length}.`);
  const isRound = length >= 100 && length % 100 === 0;
  return isRound ? { ...data, notes: [roundNote(length), ...data.notes] } : data;
}

/** Converts cells and ids by what they look like, for a person who can correct it. */
const guessValues: Convert = (data) => (data.header ? convertCells(data, true) : convertIds(data));

/** So many rows are what Socrata sends without a limit, and other servers. */
const PAGE = 1000;

const AT_MOST = 'as many as its server can send at most. If they are all, use --count';

const roundNote = (count: number): string =>
  `There are exactly ${formatNumber(count)} records. Check that the server sends no more at once.`;

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

/** The encoding that a response names. Servers name it for what is UTF-8, too. */
function encodingOf({ headers, bytes }: Fetched): Encoding | undefined {
  const isLatin = /charset="?(?:iso-8859-1|windows-1252|latin1)\b/i.test(
    headers['content-type'] ?? '',
  );
  return isLatin && !isUtf8(bytes) ? 'windows-1252' : undefined;
}
