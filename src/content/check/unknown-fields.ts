import type { z } from 'zod';
import type { Problem } from '../../util/problem.ts';
import { formatNumber } from '../../util/text.ts';
import type { FieldPath } from '../format.ts';
import type { Entry } from '../read.ts';
import { nameOf, shortened, unknownField } from './zod-problems.ts';

/** A file with more unknown names than this has a dictionary, or belongs to another collection. */
const MAX_NAMES = 300;

/** The unknown fields of a collection's records: one problem for each name, located at the first field. */
export class UnknownFields {
  /** By name, with the names of the objects around it; null for all other names. */
  private readonly fields = new Map<string | null, { readonly first: Problem; count: number }>();

  /** @param issue of zod with `ZOD_OPTIONS` */
  add(entry: Entry, { path, keys, message: known }: z.core.$ZodIssueUnrecognizedKeys): void {
    const outer = path.filter((step) => typeof step !== 'symbol');
    // The same field of several items of a list is one.
    const names = outer.filter((step) => typeof step === 'string');
    for (const key of keys) {
      const name = [...names, key].join('.');
      const id = this.fields.size < MAX_NAMES || this.fields.has(name) ? name : null;
      const field = this.fields.get(id);
      if (field) field.count++;
      else this.fields.set(id, { first: problemOf(entry, [...outer, key], known), count: 1 });
    }
  }

  problems(): Problem[] {
    return Array.from(this.fields, ([name, { first, count }]) => {
      if (count === 1) return first;
      const what =
        name === null ? 'Unknown fields with other names' : `Unknown field \`${nameOf([name])}\``;
      return { ...first, message: `${what}: ${formatNumber(count)} times, first here.` };
    });
  }
}

function problemOf(entry: Entry, path: FieldPath, known: string): Problem {
  const { code, message, help } = unknownField(path, known, schemaLine(entry, path));
  return { code, message, help, location: entry.locate(path, 'name') };
}

/** The line of a schema for a field, with the type of its value. */
function schemaLine({ value }: Entry, path: FieldPath): string {
  const key = shortened(String(path.at(-1)), 60);
  const name = /^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key);
  const type = typeof path.reduce<unknown>((outer, step) => Object(outer)[step], value);
  return `${name}: z.${type === 'object' ? 'unknown' : type}().optional(),`;
}
