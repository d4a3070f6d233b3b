import { UsageError } from '../util/problem.ts';
import { formatCount, shortened } from '../util/text.ts';
import type { Data } from './data.ts';
import { type GuessedField, ownValue } from './field.ts';

/** The names of fields that are mostly keys, the best first. */
const KEYS = ['id', 'uuid', 'code', 'slug', 'key'];

const keyRank = (name: string): number => KEYS.indexOf(name.toLowerCase()) + 1 || KEYS.length + 1;

/** A field that could be the key, with the records that prevent it. */
interface Candidate {
  readonly field: GuessedField;
  /** The indexes of records without a value that can be part of an address. */
  readonly empty: readonly number[];
  /** The indexes of the first record and of another one, by their common value. */
  readonly repeated: ReadonlyMap<string, readonly [first: number, other: number]>;
}

/**
 * The field that identifies a record in its address.
 * @returns also why a field that is called as most keys can't
 * @throws UsageError where no field can
 */
export function chooseKey(fields: readonly GuessedField[], data: Data) {
  const candidates = fields
    .filter(({ type }) => ['z.string()', 'z.int()'].includes(type))
    .map((field) => candidateOf(field, data))
    .sort((a, b) => keyRank(a.field.name) - keyRank(b.field.name));
  const key = candidates.find((one) => countFlaws(one) === 0)?.field;
  const [best] = candidates.toSorted((a, b) => countFlaws(a) - countFlaws(b));
  if (!key) throw new UsageError(noKey(data, best));
  const unfit = candidates.find(({ field }) => keyRank(field.name) < keyRank(key.name));
  return {
    key,
    unfitKey: unfit && `${unfit.field.name} can’t be the key: it ${flawOf(unfit, data)}.`,
  };
}

function candidateOf(field: GuessedField, { records }: Data): Candidate {
  // The number of a text: `1` and `1.0` are the same key.
  const convert = field.type === 'z.int()' ? Number : String;
  const firsts = new Map<string, number>();
  const empty: number[] = [];
  const repeated = new Map<string, [number, number]>();
  for (const [index, record] of records.entries()) {
    const value = ownValue(record, field.name) ?? '';
    const key = String(value).trim() && String(convert(value));
    const first = firsts.get(key);
    // Browsers remove the dots from addresses.
    if (['', '.', '..'].includes(key)) empty.push(index);
    else if (first === undefined) firsts.set(key, index);
    else if (!repeated.has(key)) repeated.set(key, [first, index]);
  }
  return { field, empty, repeated };
}

const countFlaws = ({ empty, repeated }: Candidate): number => empty.length + repeated.size;

/** What is wrong with a candidate, after its name. */
function flawOf({ field, empty, repeated }: Candidate, data: Data): string {
  const place = (index: number) => data.placeOf(index, field.name);
  const [first] = empty;
  const [pair] = repeated;
  const flaws: string[] = [];
  if (first !== undefined) {
    const count = formatCount(empty.length, 'record');
    flaws.push(`has no value that can be part of an address in ${count}, first at ${place(first)}`);
  }
  if (pair) {
    const [value, indexes] = pair;
    const count = formatCount(repeated.size, 'value');
    const such = `${JSON.stringify(shortened(value))} at ${indexes.map(place).join(' and ')}`;
    flaws.push(`has ${count} more than once, such as ${such}`);
  }
  return flaws.join(', and ');
}

const noKey = (data: Data, best: Candidate | undefined): string =>
  `No field of ${data.file} can be the key, which identifies a record in its address: a text or a whole number that ` +
  `is different in each record. ${best ? `The best one is ${best.field.name}, but it ${flawOf(best, data)}. ` : ''}` +
  'Correct the data, or add a field such as `id` with the values 1, 2, 3. Nothing was written.';
