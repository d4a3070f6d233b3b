import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../core/object.ts';
import { formatCount, formatNumber, shortened } from '../util/text.ts';
import type { Row } from './field.ts';
import { snakeCase } from './name.ts';

/** A value beside a list of records that is no list and no object, with its name in words: `total_count`. */
type Scalar = readonly [name: string, value: unknown];

/** The scalars of an object, and of the objects in it, except for those of servers, such as Elasticsearch's. */
function scalarsIn(envelope: unknown, prefix = ''): Scalar[] {
  return Object.entries(Object(envelope)).flatMap(([name, value]): Scalar[] => {
    const own = `${prefix}${snakeCase(name)}`;
    if (!isObject(value)) return Array.isArray(value) ? [] : [[own, value]];
    const isNested = prefix
      ? /^(?:next|pagination|results)$/.test(name)
      : !/^_(?!links|meta)/.test(name);
    return isNested ? scalarsIn(value, `${own}_`) : [];
  });
}

const ENVELOPES =
  'meta(?:data)?|pagination|paging|page(?!_count)|info|response|results?|hits|message|data|odata';
const RECORDS =
  'results?|records?|items?|rows?|features?|elements?|entries|objects|documents|matches';

/** The name of a number of records, such as `total_count` and `meta_total`, but not that of other things. */
const COUNT = new RegExp(
  `^(?:(?:${ENVELOPES})_)*(?:total|count|n?hits|(?:total|num|number|nb|${RECORDS})_(?:total|count|size|found|matched|hits|value|${RECORDS}))$`,
);

const isCount = ([name, value]: Scalar): boolean => COUNT.test(name) && /^\d+$/.test(String(value));

const NEXT =
  /(?:^|_)(?:next|continuation|continue)(?:_(?:page|number|results?|records?|link|url|uri|href|token|cursor|offset|start|index|marker|key|after))*$/;

/** The link to the next page in a `Link` header. https://www.rfc-editor.org/rfc/rfc8288#section-3 */
const NEXT_LINK =
  /<([^>]*)>(?:[^<"]|"(?:[^"\\]|\\.)*")*?;\s*rel\s*=\s*["']?(?:[^"'<,;]*\s)?next(?=["'\s,;]|$)/i;

/** What the headers of a response say of its records, as an object around them: `X-Total-Count` is `total_count`. */
export function envelopeOf(headers: IncomingHttpHeaders): Row {
  const named = Object.entries(headers).map(([name, value]) => [
    snakeCase(name.replace(/^x-(?:wp-)?/, '')),
    value,
  ]);
  const { link = '', 'content-range': range = '' } = headers;
  const [, next] = NEXT_LINK.exec([link].flat().join()) ?? [];
  const [, total] = /\/(\d+)$/.exec(range) ?? [];
  return { ...Object.fromEntries(named), ...(next && { next }), ...(total && { total }) };
}

/** Is it the address, the token or the number of a next page? */
function isNext([name, value]: Scalar): boolean {
  const isToken = typeof value === 'string' && value !== '' && !/^\d{4}-\d\d-\d\d|\s/.test(value);
  if (name === 'offset') return isToken && Number.isNaN(Number(value));
  return NEXT.test(name) && (isToken || typeof value === 'number');
}

/** Does it say that there are more records? */
const isMore = ([name, value]: Scalar): boolean =>
  (value === true && /(?:^|_)(?:more|has_next|exceeded|truncated)(?:_|$)/.test(name)) ||
  (value === false && /^(?:is_)?last(?:_page)?$/.test(name));

/** The name of the number of records on a page. */
const SIZE = /^(?!rate_?limit)(?:.*_)?(?:page_size|per_page|limit)$/;

/** The next page in a list `links`, as of OGC API Features. https://docs.ogc.org/is/17-069r4/17-069r4.html */
function nextLink(envelope: unknown): Scalar[] {
  const { links } = Object(envelope);
  const next = Array.isArray(links) && links.find((one) => Object(one).rel === 'next');
  return next ? [['next', next.href]] : [];
}

/**
 * What tells that a list of records, such as that of a page that was saved as a file, is not whole: a phrase each.
 * @param envelopes the objects around the list
 * @param records how many are in the list, from so many pages
 */
export function lacksOf(envelopes: readonly unknown[], records: number, pages = 1): string[] {
  const scalars = envelopes.flatMap((one) => scalarsIn(one));
  const counts = scalars.filter(isCount);
  const most = counts.reduce((most, [, value]) => Math.max(most, Number(value)), records);
  const page = scalars.find(
    ([name, value]) =>
      /(?:^|_|total)(?:pages|page_count|last_page)$/.test(name) && Number(value) > pages,
  );
  const next = scalars.find(isNext) ?? envelopes.flatMap(nextLink)[0];
  const more = scalars.find(isMore);
  // Where no total is named, a number of records can be that of the page.
  const isTotal = ([name, value]: Scalar) => /total/.test(name) && Number(value) === records;
  const canBeTotal = envelopes.some((one) => 'next' in Object(one)) || counts.some(isTotal);
  const size = canBeTotal
    ? undefined
    : scalars.find(([name, value]) => SIZE.test(name) && Number(value) === records);
  return [
    ...(most > records ? [`${formatNumber(records)} of ${formatCount(most, 'record')}`] : []),
    ...(page ? [`${pages} of ${formatCount(Number(page[1]), 'page')}`] : []),
    ...(next ? [`a next page, ${shortened(JSON.stringify(next[1]), 100)}`] : []),
    ...(more ? [`more records (${more[0]}: ${more[1]})`] : []),
    ...(size ? [`a full page (${size[0]}: ${size[1]})`] : []),
  ];
}
