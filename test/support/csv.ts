import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** The rows of a CSV file, each a record of the header's names. */
export const readCsv = (file: string): Record<string, string>[] =>
  parse(readFileSync(file, 'utf8'), { columns: true });
