import { z } from 'zod';
import { DATE_FORMS, NUMBER_FORMS } from '../api/forms.ts';
import { TRUE_OR_FALSE } from '../content/convert.ts';
import { isIso, isNumber, LOCAL_TIME } from './field.ts';

/** Returns the number, the date, the time or the boolean of a text, as content has it; undefined for other texts. */
export type Reader = (text: string) => string | undefined;

/** Reads numbers with a mark before their decimals, and blanks or a separator between groups of three digits. */
function numberReader(mark: string, separator: string): Reader {
  const grouped = new RegExp(`^-?\\d{1,3}(?:([${separator}\\s])\\d{3})+(?:[${mark}]\\d+)?$`);
  return (text) => {
    const signed = text.replace('−', '-');
    const [, between] = grouped.exec(signed) ?? [];
    const digits = between ? signed.replaceAll(between, '') : signed;
    const number = digits.replace(mark, '.');
    return !digits.includes(separator) && isNumber(number) ? number : undefined;
  };
}

const DAY = z.iso.date();

/** Reads days that exist. */
const dateReader =
  (form: RegExp): Reader =>
  (text) => {
    const { year, month = '', day = '' } = form.exec(text)?.groups ?? {};
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return DAY.safeParse(date).success ? date : undefined;
  };

export const NUMBERS = [numberReader('.', ','), numberReader(',', '.')];
const DAY_FIRST = /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/;
const DAY_FIRST_SLASH = /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?<year>\d{4})$/;
const MONTH_FIRST = /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/;
const DATES = [DAY_FIRST, DAY_FIRST_SLASH, MONTH_FIRST].map(dateReader);

const CLOCK = /^(\d?\d):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(?: ?([AP])\.?M\.?)?$/i;

/** Reads a time of day with 24 hours, or with 12 hours and AM or PM: `9:05 PM` is `21:05:00`. */
function readClock(text: string): string | undefined {
  const [, hours, minutes, seconds = '00', fraction, half] = CLOCK.exec(text) ?? [];
  const given = Number(hours);
  if (Number.isNaN(given) || given > 23 || (half && (given === 0 || given > 12))) return undefined;
  const hour = half ? (given % 12) + (/p/i.test(half) ? 12 : 0) : given;
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}${fraction ? `.${fraction}` : ''}`;
}

/** A date, a time of day and a zone. Names of zones have no certain meaning, except for that of UTC. */
const TIME = /^(.*?\d)(?:T|,? +)(\d?\d:.*?)\s*(Z|UTC|UT|GMT|[-+]\d\d(?::?\d\d)?)?$/i;

/** Reads a time, whose date has a form of its own. */
const timeReader =
  (readDate: Reader): Reader =>
  (text) => {
    const [, day = '', clock = '', zone = ''] = TIME.exec(text) ?? [];
    const [date, time] = [readDate(day), readClock(clock)];
    const offset = zone.replace(/^[a-z]+$/i, 'Z').replace(/^(...):?(..)?$/, toOffset);
    return date && time && `${date}T${time}${offset}`;
  };

const toOffset = (_: string, hours: string, minutes = '00'): string => `${hours}:${minutes}`;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MAIL_DATE = /^(?:\p{L}{3}, )?(?<day>\d\d?) (?<name>\p{L}{3}) (?<year>\d{4})$/u;

/** Reads the date of a time in a mail: `Fri, 05 Jan 2024`. RFC 2822, 3.3 */
const readMailDate: Reader = (text) => {
  const { day, name = '', year } = MAIL_DATE.exec(text)?.groups ?? {};
  return DATES[0]?.(`${day}.${MONTHS.indexOf(name.toLowerCase()) + 1}.${year}`);
};

const readDay: Reader = (text) => (DAY.safeParse(text).success ? text : undefined);

/** Reads a time of day with AM or PM, which does not sort by its characters. */
const readHalfDay: Reader = (text) => (/[AP]\.?M\.?$/i.test(text) ? readClock(text) : undefined);

const readBoolean: Reader = (text) => (TRUE_OR_FALSE.test(text) ? text : undefined);

/** Reads a time without a zone, as databases write it too. */
const readLocalTime: Reader = (text) => {
  const time = text.replace(/(?<=^\S{10}) /, 'T');
  return LOCAL_TIME.test(time) ? time : undefined;
};

/** Reads what has its form: a date, a time with a zone, or one without a zone. */
const readIso: Reader = (text) => (isIso(text) || readLocalTime(text) ? text : undefined);

/** The readers of columns that need no other. */
export const ISO_READERS = [readLocalTime, readIso];

const TIMES = [readDay, ...DATES, readMailDate].map(timeReader);

/** How the cells of a column can be written. */
export const READERS = [...NUMBERS, ...DATES, ...TIMES, readMailDate, readHalfDay, readBoolean];

/** How a column is written, as in the `source` of a definition: by the name of a property. */
export type Form = Readonly<Record<string, string>>;

/** The form of what a reader reads; undefined for a value that can be read in one way only. */
export function formOf(reader: Reader): Form | undefined {
  const numbers = NUMBER_FORMS[NUMBERS.indexOf(reader)];
  const days = [DATES, TIMES.slice(1)].map((all) => DATE_FORMS[all.indexOf(reader)]);
  const dates = days.find(Boolean);
  return numbers ? { numbers } : dates && { dates };
}

/** Returns the readers of values of some types, which are written in a form. */
export function readersFor(types: readonly string[], { numbers = '', dates = '' }: Form) {
  const [number] = NUMBERS.filter((_, index) => NUMBER_FORMS[index] === numbers);
  const days = [readDay, ...DATES.filter((_, index) => DATE_FORMS[index] === dates), readMailDate];
  return [
    ...(number && ['number', 'decimal'].some((one) => types.includes(one)) ? [number] : []),
    ...(types.includes('date') ? days : []),
    ...(types.includes('date-time') ? [readLocalTime, ...days.map(timeReader)] : []),
  ];
}
