import { isCollectionName, RESERVED } from '../api/schema.ts';
import { FIXED_PARAMETERS } from '../core/endpoint.ts';
import { ownValue } from '../core/object.ts';
import type { Sort } from '../core/ordering.ts';
import type { Pause } from '../util/progress.ts';
import type { Data } from './data.ts';
import { isAddress } from './encoding.ts';
import {
  BOOLEAN,
  DATE,
  DECIMAL,
  DECIMAL_TEXT,
  fieldOf,
  type GuessedField,
  INTEGER,
  isTime,
  LATITUDE,
  LONGITUDE,
  MAX_DISTINCT,
  namesIn,
  type Row,
  TEXT,
  YEAR_LAST,
} from './field.ts';
import { countRepeated, findSeveral, keyNotes, numberRecords } from './key.ts';
import { findFreeName, snakeCase } from './name.ts';

type Fields = readonly GuessedField[];

/** What a collection of some records could be. */
export type Guess = ReturnType<typeof guessFrom>;

/**
 * Guesses what a collection could be. Records without a key are numbered.
 * @param known the names of the fields of its key, if that is not to be guessed
 * @throws UsageError where the records of an address have no key; the signal's reason
 */
export async function guess(
  data: Data,
  pause: Pause,
  known: readonly string[] = [],
): Promise<Guess> {
  const { records, header = namesIn(records) } = data;
  const areTexts = data.header !== undefined;
  const fields: GuessedField[] = [];
  for (const name of header) {
    await pause('Comparing records');
    fields.push(fieldOf(name, records, areTexts, ownValue(data.uses ?? {}, name)));
  }
  const given = fields.filter(({ name }) => known.includes(name));
  const found = given.length > 0 ? given : await findKey(fields, data, pause);
  const noted = { ...data, notes: [...data.notes, ...keyNotes(data, fields, found ?? [])] };
  if (!found) {
    const numbered = numberRecords(noted, header);
    const number = fieldOf(numbered.key, numbered.data.records, areTexts, 'key');
    return guessFrom(numbered.data, [number, ...fields], [number], true);
  }
  const keys = found.map(({ name }) => fieldOf(name, records, areTexts, 'key'));
  // A value that is missing is then a problem of its record.
  const required = keys.map((key) => (given.length > 0 ? { ...key, schema: key.type } : key));
  const typed = fields.map((one) => required[found.indexOf(one)] ?? one);
  return guessFrom(noted, typed, required);
}

/** Guesses all but the key. @param isNumbered whether the key only numbers the records */
function guessFrom(data: Data, fields: Fields, keys: Fields, isNumbered = false) {
  const { records } = data;
  const hidden = fields.filter((field) => looksPrivate(field, data.from));
  const texts = fields.filter((field) => field.type === TEXT && !hidden.includes(field));
  const words = texts.filter(({ name, unsorted }) => !unsorted && !TECHNICAL.test(name));
  const isDifferent = (one: GuessedField) => countRepeated([one], records) <= records.length / 10;
  const different = words.filter(isDifferent);
  const isNameOf = ({ name }: GuessedField) => NAME_OF.test(name);
  const isName = (field: GuessedField) => isWord(field) && !field.isCode && !areLinks(field);
  const labelled = words.find(({ name }) => NAME.test(name)) ?? different.find(isNameOf);
  // Even a name that several records have says more than a number.
  const repeated = words.find(isNameOf) ?? (isNumbered ? words.find(isName) : undefined);
  const label = labelled ?? different.find(isName) ?? repeated;
  // Without an order, records have that of a listing.
  const isOrdered = labelled && isPath(labelled) && (data.header || !isAddress(data.from));
  const updated = fields.find((field) => UPDATED.test(field.name) && isTime(field));
  const point = pointOf(fields, records);
  const known = [...(keys.length > 1 ? [] : keys), ...(point ?? [])];
  const others = fields.filter((field) => ![...known, ...hidden].includes(field));
  const [amount, ...amounts] = others.filter(isAmount);
  const rank = ({ field, kind }: Sort) => (field === label?.name ? -1 : KINDS.indexOf(kind));
  // People sort by names, also by long ones and by those that are keys.
  const names = label && !hidden.includes(label) ? [{ ...label, isLong: false }] : [];
  const sortable = [...names, ...others.filter((field) => field !== label)];
  const sorts = sortable.flatMap(sortOf).sort((a, b) => rank(a) - rank(b));
  const limited = sorts.map((one, at) => (at < MAX_ORDERINGS ? one : { ...one, printed: false }));
  const isField = (one: string) => fields.some(({ name }) => name === one);
  const filtered = others
    .flatMap((field) => filterOf(field, records.length))
    // The name of another field would be ambiguous.
    .filter(({ field, ends }) => !ends.some((end) => end && isField(field + end)));
  filtered.sort((a, b) => Number(b.ends.includes('')) - Number(a.ends.includes('')));
  const filters = byName(filtered.slice(0, MAX_FILTERED));
  const orderings = byName(limited);
  const equals = [...filters].filter(([, { ends }]) => ends.includes(''));
  const list = hidden.map(({ name }) => name).join(', ');
  const line = `These fields look private, and will be public: ${list}. Leave them out with \`published\` and \`publish\`: see node_modules/staticrest/docs/define.md.`;
  const notes = list ? [...data.notes, line] : data.notes;
  const search = texts.filter(isPath).sort((a, b) => Number(b === label) - Number(a === label));
  return {
    /** The data, with a key. */
    data: { ...data, notes },
    /** The key, or the fields that are the key together. */
    keys,
    label: label ?? keys[0],
    fields,
    updated,
    point,
    filters,
    /** The only amount, which the map shows. */
    amount: amounts.length === 0 && amount?.type !== DECIMAL_TEXT ? amount : undefined,
    order: isOrdered && ({ field: labelled.name, kind: 'text' } as const),
    orderings,
    prerendered: equals.slice(0, MAX_PRERENDERED).map(([name]) => name),
    search: search.map(({ name }) => name),
  };
}

/** The names of fields whose values are often not meant for everybody. */
const PRIVATE =
  /(?:^|\b|_)(?:(?:tele)?(?:phones?|fon)\d*|tel|mobile|e_?mail\w*|mail|passw\w*|token|secret|api_?key|iban|ssn)(?:\b|_|$)|^(?:owner|internal)(?:_|$)/;

/** Has a field such a name, or are its values addresses of the server that the records come from? */
function looksPrivate({ name, type, distinct }: GuessedField, from: string): boolean {
  // Behind a proxy, a server can write another scheme into its links.
  const hostOf = (address: unknown) => /^https?:\/\/([^/]+)/i.exec(String(address))?.[1];
  const host = hostOf(from);
  const isLink = host && type === TEXT && [...distinct].every((value) => hostOf(value) === host);
  return PRIVATE.test(snakeCase(name)) || PRIVATE.test(type) || Boolean(isLink);
}

const isText = (field: GuessedField): boolean => field.type === TEXT || isTime(field);

const isNumeric = ({ type }: GuessedField): boolean =>
  [INTEGER, DECIMAL, DECIMAL_TEXT].includes(type);

const named = (pattern: RegExp) => (field: GuessedField) => pattern.test(nameFrom(field.name, ''));

/** Texts that are no numbers, dates or descriptions. */
const isWord = ({ type, code, unsorted, isLong }: GuessedField): boolean =>
  type === TEXT && !isLong && (code ?? unsorted) === undefined;

/** Is a field a number that is no year and no code? */
const isAmount = (field: GuessedField): boolean =>
  isNumeric(field) && !field.isYear && !isId(field);

const isId = named(/(?:^|_)(?:(?:uu)?id|key|code|no|nr|number|zip|fips)$/);

/** Texts, dates and years, which are no amounts. */
const isCategory = (field: GuessedField): boolean =>
  isWord(field) || isTime(field) || field.isYear || YEAR_LAST.test(field.unsorted ?? '');

/** Which fields can be the key, the best first. */
const KEYS: readonly ((field: GuessedField) => boolean)[] = [
  ...[/^id$/, /^uuid$/, /^key$/, /^code$/, /^slug$/, /_(?:uu)?id$/].map(named),
  (field) => isWord(field) || named(/(?:^|_)(?:no|nr|number|code)$/)(field),
  isTime,
  ({ isYear }) => isYear,
];

/** A field that identifies a record in its address, or two or three that do so together. */
async function findKey(all: readonly GuessedField[], { records, content }: Data, pause: Pause) {
  const fields = all.filter((field) => isText(field) || isNumeric(field));
  const find = (isKey: (field: GuessedField) => boolean) =>
    fields.find((field) => isKey(field) && countRepeated([field], records) === 0);
  const own = fields.find(({ name }) => name === content.fileName);
  const best = own ?? KEYS.map(find).find(Boolean);
  if (best) return [best];
  const several = await findSeveral(fields.filter(isCategory), records, pause);
  // Other numbers are different by chance.
  const last =
    find((field) => field === all[0] && field.type !== DECIMAL) ??
    find(({ type, code }) => type === TEXT && code === undefined);
  return several ?? (last && [last]);
}

/** Gives each value the name of a parameter, made of that of its field. No two differ only in case. */
function byName<T extends { readonly field: string }>(values: readonly T[]): Map<string, T> {
  const named = new Map<string, T>();
  const taken = new Set<string>();
  const has = (name: string) => taken.has(name.toLowerCase());
  for (const value of values) {
    const name = findFreeName(parameterName(value.field), { has });
    taken.add(name.toLowerCase());
    named.set(name, value);
  }
  return named;
}

/** The name of the parameter for a field: that of the field, if a parameter can have it. `__` would start a match. */
const parameterName = (field: string): string =>
  /^[a-z](?!.*__)\w{0,49}$/i.test(field) && !TAKEN.includes(field.toLowerCase())
    ? field
    : nameFrom(field, 'field');

/**
 * Makes a name for a collection or a parameter of any text: `Größe (m)` becomes `groesse_m`.
 * @param prefix what is before a text that can't begin a name, or is a name that is taken
 */
function nameFrom(text: string, prefix: string): string {
  const name = snakeCase(text);
  if (/^[a-z]/.test(name) && !TAKEN.includes(name)) return name;
  return [prefix, name].filter(Boolean).join('_');
}

/** A name for a collection of a data file's name. */
export const collectionNameFrom = (text: string): string =>
  isCollectionName(text) && !TAKEN.includes(text) && text.length <= 50
    ? text
    : nameFrom(text, 'data');

const TAKEN = [...RESERVED, ...FIXED_PARAMETERS, 'search'];

/** The names of fields that people call a record by, and of those that they prefer if the values are different. */
const [NAME, NAME_OF] = [/^(?:name|title|label)$/i, /(?:name|title|label)$/i];

/** The names of fields that nobody calls a record by. */
const TECHNICAL = /(?:file|path|host|domain|user|class|type)[\W_]?name$/i;

/** The names of fields with the date of a record's last change. */
const UPDATED = /^(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|date))?$/i;

/** The latitude and the longitude of a record, in degrees. */
function pointOf(fields: readonly GuessedField[], records: readonly Row[]) {
  const find = (pattern: RegExp, maximum: number) =>
    fields.find(({ name, type }) => {
      const isWithin = (record: Row) => Math.abs(Number(ownValue(record, name) ?? 0)) <= maximum;
      const canBe = pattern.test(name) && [INTEGER, DECIMAL, TEXT].includes(type);
      return canBe && records.every(isWithin);
    });
  const latitude = find(LATITUDE, 90);
  const longitude = find(LONGITUDE, 180);
  return latitude && longitude && ([latitude, longitude] as const);
}

/** The kinds of orderings by their use. */
const KINDS = ['number', 'time', 'code', 'text'];

/** Are all values addresses of the web, which nobody sorts by? */
const areLinks = (one: GuessedField) => [...one.distinct].every((it) => /^https?:/.test(`${it}`));

/** How to sort by a field; nothing where that is of no use. */
function sortOf(guessed: GuessedField): Sort | [] {
  const { name: field, distinct, unsorted, isLong, isCode } = guessed;
  if (distinct.size < 2 || unsorted !== undefined || isLong || !isPath(guessed)) return [];
  if (isTime(guessed)) return { field, kind: guessed.type === DATE ? 'code' : 'time' };
  if (isText(guessed) && !areLinks(guessed)) return { field, kind: isCode ? 'code' : 'text' };
  return isNumeric(guessed) ? { field, kind: 'number' } : [];
}

/** The filters of a field, by the ends of the names of their parameters; an empty one stands for `equals`. */
function filterOf(field: GuessedField, count: number) {
  const { name, type, distinct, isLong, mayBeEmpty } = field;
  if (distinct.size < 2 || !isPath(field)) return [];
  const nulls = mayBeEmpty ? ['__isnull'] : [];
  const most = isAmount(field) ? MAX_AMOUNTS : MAX_DISTINCT;
  const canBeChosen = isText(field) ? !isLong : [INTEGER, BOOLEAN].includes(type);
  const isChoice = canBeChosen && distinct.size <= Math.min(most, count / 2);
  if (isChoice && isAmount(field)) return { field: name, ends: ['', '__in', ...nulls] };
  const isRange = isTime(field) || (isNumeric(field) && !isId(field));
  const ranges = isRange ? ['__gte', '__lte'] : [];
  const ends = [...(isChoice ? [''] : []), ...ranges, ...nulls];
  return ends.length > 0 ? { field: name, ends } : [];
}

/** In an ordering, a filter or a search, a dot stands for a field of an object. */
const isPath = ({ name }: GuessedField): boolean => !name.includes('.');

/** Only code can sort by more fields. */
const MAX_ORDERINGS = 3;

/** Filters of more fields would make a long form on the page. */
const MAX_FILTERED = 10;

/** Of more different whole numbers, people choose a range. */
const MAX_AMOUNTS = 12;

/** Each prerendered filter adds files for each of its values. */
const MAX_PRERENDERED = 2;
