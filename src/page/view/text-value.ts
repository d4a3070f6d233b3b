import { isDay } from '../../util/day.ts';
import { type Markup, markup } from '../../util/markup.ts';
import type { FormatLink, RequestTarget } from './request-target.ts';

/** How addresses and requests become links. */
export interface Linking {
  /** Finds the request of this API that an address is; null if the address is of another site. */
  toTarget(address: string): RequestTarget | null;
  readonly formatLink: FormatLink;
}

/** A value that is not shown as a text of its own: null, or empty. */
export const noValue = (kind: string): Markup =>
  markup`<span class="none" title="${kind}">–</span>`;

/** A link to an address in a response, which sends a request if it is of this API. */
export function addressLink(address: string, text: string, linking: Linking): Markup {
  const target = linking.toTarget(address);
  if (target !== null) return markup`<a${linking.formatLink(target)}>${text}</a>`;
  return markup`<a href="${address}" rel="noopener noreferrer">${text}</a>`;
}

export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** How much of a UUID and of an address a cell shows. */
const [UUID_LENGTH, ADDRESS_LENGTH] = [8, 40];

/**
 * A text of a record: times are readable, and addresses are links.
 * @param isCell whether it is in a cell of a table, which shows only a part of UUIDs and addresses
 */
export function textValue(text: string, isCell: boolean, linking: Linking): Markup {
  if (text === '') return noValue('empty text');
  const time = formatTime(text);
  if (time !== text) return markup`<time datetime="${text}" title="${text}">${time}</time>`;
  if (isCell && UUID.test(text)) {
    return markup`<span title="${text}">${text.slice(0, UUID_LENGTH)}…</span>`;
  }
  if (!/^https?:\/\/\S+$/.test(text)) return markup`${text}`;
  const isLong = isCell && text.length > ADDRESS_LENGTH;
  // The end of an address says more than its beginning.
  const [end = text] = /\/[^/]+\/?$/.exec(text) ?? [];
  const shown = isLong ? (linking.toTarget(text) ?? `…${end.slice(1 - ADDRESS_LENGTH)}`) : text;
  return addressLink(text, shown, linking);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const TIME =
  /^((\d{4})-(\d\d)-(\d\d))(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** An ISO 8601 date or date-time as people write it: `5 May 2025, 14:03 UTC`; another text as it is. */
export function formatTime(text: string): string {
  const [, date = '', year, month, day, time, zone] = TIME.exec(text) ?? [];
  if (!isDay(date)) return text;
  const shown = `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
  return [time ? `${shown},` : shown, time, zone === 'Z' ? 'UTC' : zone].filter(Boolean).join(' ');
}
