import type { z } from 'zod';
import type { Problem } from '../../util/problem.ts';
import { nearest } from '../../util/suggestion.ts';
import { formatCount, formatNumber } from '../../util/text.ts';
import type { FieldPath } from '../format.ts';
import type { Entry } from '../read.ts';
import { nameOf, shortened } from './zod-problems.ts';

/** A file with more unknown names than this has a dictionary, or belongs to another collection. */
const MAX_NAMES = 300;

/** An unknown field where it was found first. */
interface UnknownField {
  readonly path: FieldPath;
  readonly entry: Entry;
  /** The names of the known fields beside it. */
  readonly known: string;
  count: number;
  /** How many records have it, and the last of them. */
  records: number;
  last?: Entry;
}

/** The unknown fields of a collection's records: one problem for each name, located at the first field. */
export class UnknownFields {
  /** By name, with the names of the objects around it; null for all other names. */
  private readonly fields = new Map<string | null, UnknownField>();

  /** @param issue of zod with `ZOD_OPTIONS` */
  add(entry: Entry, issue: z.core.$ZodIssueUnrecognizedKeys): void {
    const outer = issue.path.filter((step) => typeof step !== 'symbol');
    // The same field of several items of a list is one.
    const prefix = outer.map((step) => (typeof step === 'string' ? `${step}.` : '')).join('');
    for (const key of issue.keys) {
      const isOther = this.fields.size >= MAX_NAMES && !this.fields.has(prefix + key);
      const name = isOther ? null : prefix + key;
      const start = { path: [...outer, key], entry, known: issue.message };
      const field: UnknownField = this.fields.get(name) ?? { ...start, count: 0, records: 0 };
      field.count++;
      if (field.last !== entry) field.records++;
      field.last = entry;
      this.fields.set(name, field);
    }
  }

  problems(): Problem[] {
    return Array.from(this.fields, ([name, field]) => ({
      code: 'unknown-field',
      message: messageOf(name, field),
      help: helpFor(field),
      location: field.entry.locate(field.path, 'name'),
    }));
  }
}

function messageOf(name: string | null, { path, count, records }: UnknownField): string {
  if (count === 1) return `Unknown field \`${nameOf(path)}\`.`;
  const what =
    name === null
      ? `${formatNumber(count)} other unknown fields`
      : `Unknown field \`${nameOf([name])}\``;
  return `${what} in ${formatCount(records, 'record')}, first here.`;
}

function helpFor({ path, entry, known }: UnknownField): string {
  const key = String(path.at(-1));
  const similar = nearest(key, known.split(', '));
  const action = similar ? `Did you mean \`${similar}\`? If not, remove it` : 'Remove it';
  const name = /^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key);
  const value = path.reduce<unknown>((outer, step) => Object(outer)[step], entry.value);
  const type = ['string', 'number', 'boolean'].includes(typeof value) ? typeof value : 'unknown';
  const line = `${shortened(name, 100)}: z.${type}().optional(),`;
  return `${action}, or add \`${line}\` to the schema. The fields are ${known}.`;
}
