import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { decode, parseContent } from '../content/file.ts';
import { json } from '../content/json.ts';
import { UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { formatCount, formatNumber } from '../util/text.ts';
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
  /** Whether a list without pages is known to be whole. */
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
  const { headers, count, encoding } = options;
  task.onProgress?.(`Request 1: ${url}`);
  const first = await fetchWhole(url, headers, task);
  const source = decodeSource(
    url.href,
    fileNameOf(first),
    first.bytes,
    encoding ?? encodingOf(first),
  );
  const { value } = source.file.endsWith('.json') ? parseContent(json, decode(source.bytes)) : {};
  const isOther = count !== undefined || isGeoJson(value);
  return isListing(value) || (value instanceof Object && !isOther)
    ? readListing({ ...first, bytes: source.bytes }, options, task)
    : readFile(url, first, source, options);
}

async function readListing(first: Fetched, options: AddressOptions, task: TaskOptions) {
  const { headers, count, isWhole } = options;
  const from = first.url.href;
  const isConfirmed = count !== undefined;
  const { results, isList } = await fetchListing(first, headers, task, isConfirmed);
  const found = `${from} has ${formatCount(results.length, 'record')}`;
  const why = isList ? ' and does not say whether these are all' : '';
  if (isConfirmed ? count !== String(results.length) : isList && !isWhole)
    throw new UsageError(`${found}${why}. If they are all, use --count ${results.length}.`);
  const data = { from, records: results, content: {}, notes: [], originals: [], isConverted: true };
  return { ...convertIds(data), ...(isList && { reading: { count: 'list' } }) };
}

function readFile(
  url: URL,
  first: Fetched,
  source: Source,
  { count, convert }: AddressOptions,
): Data {
  const data = dataIn(source, count, convert);
  const { length } = data.records;
  const isConfirmed = count !== undefined;
  assertWhole(url.href, isConfirmed ? [] : [envelopeOf(first.headers)], data.records);
  const isPart = length === PAGE || (isSocrata(first) && !url.searchParams.has('$limit'));
  if (isPart && !isConfirmed)
    throw new UsageError(`${url} has ${formatCount(length, 'record')}, ${AT_MOST} ${length}.`);
  const isRound = length >= 100 && length % 100 === 0 && !isConfirmed;
  const notes = isRound ? [roundNote(length), ...data.notes] : data.notes;
  // The file has our own form, so that a changed value is a changed line.
  return { ...data, content: {}, isConverted: true, notes };
}

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

/** A name for the data of a response: by its type, its `Content-Disposition`, or its path; undefined: its text tells. */
function fileNameOf({ url, headers }: Fetched): string | undefined {
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = headers;
  const [, extension] = TYPES.find(([pattern]) => pattern.test(type.toLowerCase())) ?? [];
  if (extension) return `data${extension}`;
  const [, given = ''] = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(disposition) ?? [];
  const names = [given, url.pathname].map((one) => path.posix.basename(one).replace(/\.gz$/i, ''));
  return names.find((name) => dataFormatOf(name) || /\.txt$/i.test(name));
}

/** The encoding that a response names. Servers name it for what is UTF-8, too. */
function encodingOf({ headers, bytes }: Fetched): Encoding | undefined {
  const isLatin = /charset="?(?:iso-8859-1|windows-1252|latin1)\b/i.test(
    headers['content-type'] ?? '',
  );
  return isLatin && !isUtf8(bytes) ? 'windows-1252' : undefined;
}
