import { isDeepStrictEqual } from 'node:util';
import {
  type Keyed,
  ORDERING_KINDS,
  type OrderingKind,
  orderOf,
  type Sort,
} from '../../core/ordering.ts';
import type { GuessedField, Row } from '../field.ts';
import { type Guess, MAX_PARAMETERS, nameFrom } from '../guess.ts';
import { type Findings, valueTypeOf } from './findings.ts';

/** Finds the fields to sort by. Every page of each ordering is a file on some hosts, so there are not too many. */
export async function findOrderings(findings: Findings, { key, orderings: guessed }: Guess) {
  const found = new Map<string, Sort>();
  const keyed = findings.records.map((value) => ({ key: String(value[key.name]), value }));
  for (const field of findings.fields.filter(({ distinct }) => distinct.size > 1)) {
    const name = nameFrom(field.name, 'field');
    const kinds = await findKinds(findings, name, field, keyed);
    const [kind] = kinds ?? [];
    if (kind) found.set(name, { field: field.name, kind });
    else if (kinds)
      findings.notes.push(`ordering=${name} sorts in an order that a definition can’t have.`);
  }
  const common = [...guessed.values()].map(({ field }) => field);
  // Code sorts by any field as a number or by character code.
  const rank = ({ field, kind }: Sort) =>
    /text|caseless/.test(kind) ? -1 : common.indexOf(field) + 1 || common.length + 1;
  const ranked = [...found].sort(([, a], [, b]) => rank(a) - rank(b));
  const others = ranked.slice(MAX_PARAMETERS).map(([name]) => name);
  if (others.length > 0)
    findings.notes.push(`Orderings for hosts that run code only: ${others.join(', ')}.`);
  return new Map(ranked.slice(0, MAX_PARAMETERS));
}

/**
 * Finds in which order a parameter sorts: it must have the values of that order, and its reverse too.
 * @returns the kinds that can be it; undefined if the parameter is ignored or an error
 */
async function findKinds(
  { fetchPage, largePages }: Findings,
  name: string,
  { name: field, schema }: GuessedField,
  keyed: readonly Keyed[],
): Promise<OrderingKind[] | undefined> {
  const type = valueTypeOf({ schema });
  const isNumeric = type === 'number' || type === 'boolean';
  let kinds = ORDERING_KINDS.filter((kind) => (kind === 'number') === isNumeric);
  // The first values of a text are often the same in several kinds.
  for (const size of type === 'text' ? [{}, largePages] : [{}]) {
    const up = await fetchPage({ ordering: name, ...size });
    const down = await fetchPage({ ordering: `-${name}`, ...size });
    if (!up || !down || isDeepStrictEqual(up.records, down.records)) return undefined;
    const first = valuesIn(up.records, field);
    const last = valuesIn(down.records, field).reverse();
    kinds = kinds.filter((kind) => {
      const order = Array.from(orderOf(keyed, [{ field, kind }]), (row) => keyed[row]?.value ?? {});
      const values = valuesIn(order, field);
      return (
        isDeepStrictEqual(first, values.slice(0, first.length)) &&
        isDeepStrictEqual(last, values.slice(values.length - last.length))
      );
    });
    if (kinds.length < 2) break;
  }
  return kinds;
}

/** The values of a field without null, which databases put at either end. */
const valuesIn = (records: readonly Row[], field: string): unknown[] =>
  records.map((record) => record[field] ?? null).filter((value) => value !== null);
