import {
  FEATURES_HEAD,
  FEATURES_TAIL,
  LIST_HEAD,
  LIST_TAIL,
  NEWLINE,
  PAGE_TAIL,
} from '../../core/envelope.ts';
import { decoded } from './reader.ts';

/** A page of a listing, taken apart. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  /** The bytes of its records with what stands between them. */
  readonly block: Uint8Array;
}

/** Takes a page apart; null where it is none. */
export function parsePage(body: Uint8Array): Page | null {
  const start = body.indexOf(NEWLINE) + 1;
  const head = parseHead(body.subarray(0, start));
  const block = blockIn(body, start, PAGE_TAIL);
  return head && block && { ...head, block };
}

/** The records of an unpaginated list with what stands between them; null where it is none. */
export const parseList = (body: Uint8Array): Uint8Array | null =>
  parseBetween(body, LIST_HEAD, LIST_TAIL);

/** The features of a FeatureCollection with what stands between them; null where it is none. */
export const parseFeatures = (body: Uint8Array): Uint8Array | null =>
  parseBetween(body, FEATURES_HEAD, FEATURES_TAIL);

function parseBetween(body: Uint8Array, head: string, tail: string): Uint8Array | null {
  const isHead = text(body.subarray(0, head.length)) === head;
  return isHead ? blockIn(body, head.length, tail) : null;
}

function blockIn(body: Uint8Array, start: number, tail: string): Uint8Array | null {
  const end = body.length - tail.length;
  return start <= end && text(body.subarray(end)) === tail ? body.subarray(start, end) : null;
}

function parseHead(line: Uint8Array): Omit<Page, 'block'> | null {
  try {
    const json = decoded(line) + PAGE_TAIL;
    const { count, next, previous, results, ...others } = JSON.parse(json);
    const isLink = (value: unknown) => value === null || typeof value === 'string';
    const isHead =
      Number.isSafeInteger(count) &&
      isLink(next) &&
      isLink(previous) &&
      Array.isArray(results) &&
      results.length === 0 &&
      Object.keys(others).length === 0;
    return isHead ? { count, next, previous } : null;
  } catch {
    return null;
  }
}

/** The records of a block; null where they are not one a line, with commas between them. */
export function recordsOf(block: Uint8Array): Uint8Array[] | null {
  const records: Uint8Array[] = [];
  let start = 0;
  for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
    if (block[end - 1] !== COMMA) return null;
    records.push(block.subarray(start, end - 1));
    start = end + 1;
  }
  return block.length === 0 ? records : [...records, block.subarray(start)];
}

const COMMA = 44;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
