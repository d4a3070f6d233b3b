import type { Collection } from '../api/definition.ts';
import { fieldTypes } from '../api/field-types.ts';
import { TRUE_OR_FALSE, textConverter } from '../content/convert.ts';
import { keyFields } from '../core/key.ts';
import { isObject, ownValue } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import type { Data, Reading } from './data.ts';
import { isAddress } from './encoding.ts';
import { isDegrees, isIso, isNumber, NO_VALUE, namesIn, type Row } from './field.ts';
import {
  type Form,
  formOf,
  ISO_READERS,
  NUMBERS,
  READERS,
  type Reader,
  readersFor,
} from './notation.ts';
import { convertIds, isIdName } from './shapes.ts';

/** The numbers of phones and IP addresses, if all values have this form. */
const CODE = /^\d+(?: \d+)+$|^\d+(?:\.\d+){3}$|^\d{3}\.\d{3}\.\d{3}$/;

/** A currency or a percent sign. */
const SIGN =
  /[A-Z]{0,3}\p{Sc}|%|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HUF|INR|JPY|NOK|PLN|SEK|USD|kr|zł/u;

/** A text without the sign at its start or its end; empty if the sign is not there. */
function withoutSign(text: string, sign: string | undefined): string {
  if (sign === undefined) return text;
  const [before = '', after, ...others] = text.split(sign).map((part) => part.trim());
  const isAtEdge = others.length === 0 && (after === '' || /^[-−]?$/.test(before));
  return isAtEdge ? `${before}${after}` : '';
}

type Column = ReturnType<typeof readColumn>;

/** Is a text a number, a date, a time or a boolean, so that a schema tells that it is one? */
const isTyped = (text: string): boolean =>
  isIso(text) || TRUE_OR_FALSE.test(text) || isNumber(text);

/** A column with the readers that can read every value. */
function readColumn(name: string, records: readonly Row[], isRemote: boolean) {
  const cells = records.map((record) => String(ownValue(record, name) ?? '').trim());
  const values = cells.filter((cell) => cell !== '' && !NO_VALUE.test(cell));
  const [sign] = SIGN.exec(values[0] ?? '') ?? [];
  const bare = (text: string) => withoutSign(text, sign);
  const canRead = (read: Reader) => (text: string) => {
    const value = read(bare(text));
    if (value === undefined || (isDegrees(name) && !(Math.abs(Number(value)) <= 180))) return false;
    // The definition must tell \`pull\` how to read it.
    return !isRemote || isTyped(value) || formOf(read) !== undefined;
  };
  const areCodes = values.every((text) => CODE.test(text));
  const find = (some: readonly Reader[]) => some.filter((read) => values.every(canRead(read)));
  const [iso] = find(ISO_READERS);
  const readers = areCodes ? [] : iso ? [iso] : find(READERS);
  return { name, cells, values, sign, bare, readers };
}

/**
 * Converts what values look like, for a person who can correct it: ids that are texts, and the columns of a table where
 * each value is a number or a date. A column does not change if one of its values is another text, or can be two
 * numbers or two dates. The files of a folder stay as they are.
 */
export function guessValues(data: Data): Data {
  const { header, records, content, from } = data;
  if (content.fileName) return data;
  if (!header) return convertIds(data);
  const isRemote = isAddress(from);
  const columns = header.map((name) => readColumn(name, records, isRemote));
  // The numbers of a file have the same mark before their decimals.
  const certain = columns.flatMap(({ readers }) => (readers.length === 1 ? readers : []));
  const [found, other] = NUMBERS.filter((read) => certain.includes(read));
  const preferred = other ? undefined : found;
  const isPointAmbiguous = content.delimiter === ';';
  const results = columns.map((column) => convertColumn(column, preferred, isPointAmbiguous));
  const empty = results.flatMap(({ markers = [] }) => markers).join(', ');
  const lines = results.flatMap(({ line }) => line ?? []);
  if (empty) lines.push(`Empty: ${shortened(empty, 200)}`);
  const uses = Object.fromEntries(results.map(({ name, use }) => [name, use]));
  const reading = { ...data.reading, ...formsIn(columns, results) };
  const received = isRemote ? { received: records } : {};
  const known = { ...data, uses, reading, notes: [...data.notes, ...lines], ...received };
  if (results.every(({ cells }) => !cells)) return known;
  const rows = records.map((record, row) =>
    Object.fromEntries(results.map(({ name, cells }) => [name, cells ? cells[row] : record[name]])),
  );
  return { ...known, records: rows, content: {}, isConverted: true };
}

type Converted = ReturnType<typeof convertColumn>;

/**
 * @param preferred the reader of numbers that can be two
 * @param isPointAmbiguous whether a point can also separate thousands where no other value decides
 * @returns what is different in the column: its new cells; its use, which is text if its numbers are unclear; and its
 * markers of no value
 */
function convertColumn(column: Column, preferred: Reader | undefined, isPointAmbiguous: boolean) {
  const { name, cells, values, sign, bare, readers } = column;
  const isUnclear = preferred === undefined || !readers.includes(preferred);
  const [read, readOther = read] = isUnclear ? readers : [preferred];
  if (!read || !readOther) return { name };
  const convert = (text: string) => read(bare(text)) ?? '';
  const isAmbiguous = (text: string) => convert(text) !== readOther(bare(text));
  const ambiguous = values.find(isAmbiguous);
  const areUnclear = !values.every(isNumber) || (isPointAmbiguous && values.every(isAmbiguous));
  if (ambiguous !== undefined && areUnclear) {
    const meanings = `${convert(ambiguous)} or ${readOther(bare(ambiguous))}`;
    const line = `${name} is text: ${ambiguous} can be ${meanings}. Write one of these.`;
    return { name, use: 'text' as const, line };
  }
  const example = values.find((text) => convert(text) !== text);
  const dropped = sign ? `, without ${sign}` : '';
  const line = example && `${name}: ${example} is ${convert(example)}${dropped}`;
  const unset = cells.filter((cell) => NO_VALUE.test(cell));
  const markers = [...new Set(unset)].map((marker) => `${marker} in ${name}`);
  if (!example && markers.length === 0) return { name };
  const use = example ? ('number' as const) : undefined;
  return { name, line, markers, cells: cells.map(convert), use, read: example ? read : undefined };
}

/** The forms of the converted columns: one for all columns, or by the names of the columns if these have different ones. */
function formsIn(columns: readonly Column[], results: readonly Converted[]): Reading {
  const certain = columns.flatMap(({ readers: [read, other] }) => (read && !other ? read : []));
  const forms = ['numbers', 'dates'].map((kind) => {
    const own = results.flatMap(({ name, read }) => {
      const form = read && formOf(read)?.[kind];
      return form ? [[name, form] as const] : [];
    });
    const all = [...own.map(([, form]) => form), ...certain.map((read) => formOf(read)?.[kind])];
    const [form, other] = new Set(all.filter(Boolean));
    return own.length > 0 && form ? [[kind, other ? Object.fromEntries(own) : form]] : [];
  });
  const signs = columns.flatMap(({ name, sign }, at) =>
    sign && results[at]?.read ? [[name, sign]] : [],
  );
  if (signs.length > 0) forms.push([['signs', Object.fromEntries(signs)]]);
  return Object.fromEntries(forms.flat());
}

/** What spreadsheet programs show for a formula that fails or is not computed yet. */
const FAILED = /^#(?:REF|ERROR|NAME|VALUE|DIV\/0|NUM)[!?]|^Loading\.\.\.$/;

/**
 * Reads values as a definition says: the cells of a table in the forms that its source names, and ids of other data,
 * which can be numbers today and texts tomorrow, as texts if they are.
 * @throws UsageError for a cell that has another form, but could be taken for a value, and for a failed formula
 */
export function readValues(data: Data, { schema, source, key }: Collection): Data {
  const typesAt = fieldTypes(schema, 'input');
  const { numbers, dates, signs } = Object(source);
  const converterOf = textConverter(schema);
  const formFor = (name: string, forms: unknown) => (isObject(forms) ? forms[name] : forms);
  const fail = (name: string, cell: string): never => {
    throw new UsageError(
      `${data.from}: ${name} is ${shortened(cell)}, which is an error, or has another form than \`source\` in the definition names.`,
    );
  };
  const cellReader = (name: string, types: readonly string[]) => {
    if (isText(types)) return (text: string) => (FAILED.test(text) ? fail(name, text) : text);
    const form = { numbers: formFor(name, numbers), dates: formFor(name, dates) } as Form;
    const readers = readersFor(types, form);
    const sign = ownValue(signs ?? {}, name) as string | undefined;
    const hasForm = sign !== undefined || form.numbers !== undefined;
    const isWrong = (cell: string) => FAILED.test(cell) || (hasForm && isNumber(cell));
    return (text: string) => {
      const cell = text.trim();
      if (cell === '' || NO_VALUE.test(cell)) return '';
      const bare = sign ? withoutSign(cell, sign) : cell;
      const value = readers.map((read) => read(bare)).find((one) => one !== undefined);
      return value ?? (isWrong(cell) ? fail(name, cell) : cell);
    };
  };
  const readerOf = (name: string) => {
    const types = typesAt([name])?.types ?? [];
    const read = cellReader(name, types);
    if (data.header) return read;
    // JSON can have texts in the forms that a source names.
    if ((numbers ?? dates ?? signs) && !isText(types))
      return (one: unknown) => (typeof one === 'string' ? converterOf(name)(read(one)) : one);
    const isId = keyFields(key).includes(name) || isIdName(name);
    const isTextOnly = isId && types.includes('string') && !types.includes('number');
    return (value: unknown) => (isTextOnly && typeof value === 'number' ? String(value) : value);
  };
  const names = data.header ?? namesIn(data.records);
  const readers = new Map(names.map((name) => [name, readerOf(name)]));
  const convert = (record: Row) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, readers.get(name)?.(value as string)]),
    );
  return { ...data, records: data.records.map(convert) };
}

const isText = (types: readonly string[]): boolean =>
  types.length === 0 || types.includes('string') || types.includes('uuid');
