import { readFileSync } from 'node:fs';

/** A field and what ends it: quoted, with `""` for a quote, or bare. RFC 4180 */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** The rows of a CSV file, each a record of the header's names. */
export function readCsv(file: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(readFileSync(file, 'utf8'));
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`${file}: ${row} has another width.`);
    return Object.fromEntries(header.map((name, index) => [name, row[index] ?? '']));
  });
}

function parseCsv(text: string): string[][] {
  const field = new RegExp(FIELD);
  const rows: string[][] = [];
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`No field can be read at ${at}: ${text.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
