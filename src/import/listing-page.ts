import { isObject } from '../util/object.ts';
import { UsageError } from '../util/problem.ts';
import { formatCount, formatNumber, inWords, shortened } from '../util/text.ts';
import type { Row } from './field.ts';

/** A page of a listing in the form of Django REST Framework, or a list without pages. */
export interface ListingPage {
  readonly results: readonly Row[];
  /** The number of records of the listing, if the page has it. */
  readonly count?: number | undefined;
  /** The address of the next page; null: this is the last one. */
  readonly next?: string | null;
  readonly previous?: string | null;
  /** The number of the page. */
  readonly page?: number;
  /** True for a list without pages, which does not say whether it is complete. */
  readonly isList?: boolean;
}

const FETCH_YOURSELF =
  'Fetch all records yourself, save them as a file, and use `init --from` with the file.';

const areRecords = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every(isObject);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isAddress = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && URL.canParse(value, 'http://localhost'));

/** The members of a page with what they can be. Any other member can mean that there are more records. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...{ results: areRecords, count: isCount, next: isAddress, previous: isAddress },
  ...{ page: isCount, page_size: isCount, per_page: isCount, total_pages: isCount },
};

/**
 * Parses the body of a page.
 * @param source where it comes from, for errors
 * @throws UsageError if it has any other form, so that a part of a listing is not taken for the whole
 */
export function parsePage(value: unknown, source: string): ListingPage {
  if (areRecords(value)) return { results: value, isList: true };
  const page = Object(value);
  const unknown = Object.entries(page).find(
    ([name, one]) => !(Object.hasOwn(MEMBERS, name) && MEMBERS[name]?.(one)),
  );
  if (!unknown && 'results' in page && ('next' in page || 'count' in page)) return page;
  const found = unknown ? `: it contains "${unknown[0]}": ${JSON.stringify(unknown[1])}` : '';
  throw new UsageError(
    `${source} is neither a list of records nor a page of Django REST Framework${shortened(found, 100)}. ` +
      `There can be more records than in this response. ${FETCH_YOURSELF}`,
  );
}

/**
 * Makes sure that a page, such as one that was saved as a file, is the whole listing.
 * @param pages of how many pages it has the records
 * @throws UsageError if there are more records or pages
 */
export function assertWhole(source: string, page: unknown, pages = 1): void {
  const { results, count, next, total_pages } = Object(page);
  if (!areRecords(results)) return;
  const lacks = [
    count > results.length && `${formatNumber(results.length)} of ${formatCount(count, 'record')}`,
    total_pages > pages && `${pages} of ${formatCount(total_pages, 'page')}`,
    next && `a next page, ${shortened(JSON.stringify(next), 100)}`,
  ].filter((lack): lack is string => Boolean(lack));
  if (lacks.length > 0)
    throw new UsageError(`${source} has ${inWords(lacks, 'and')}. ${FETCH_YOURSELF}`);
}
