import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Row } from '../field.ts';

/** Records as JSON Lines. */
export const toJsonLines = (records: readonly Row[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Records by their keys. */
export const recordsByKey = (records: readonly Row[], key: string): Map<string, Row> =>
  new Map(records.map((record) => [String(record[key]), record]));

/** Counts the records that are in one of two states only, or differ. */
export function countChanges(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>) {
  const isChanged = ([key, record]: readonly [string, Row]) =>
    before.has(key) && JSON.stringify(before.get(key)) !== JSON.stringify(record);
  return {
    added: [...after.keys()].filter((key) => !before.has(key)).length,
    changed: [...after].filter(isChanged).length,
    removed: [...before.keys()].filter((key) => !after.has(key)).length,
  };
}

/** Replaces a file as a whole: a full disk, or an end of the program, leaves the old one. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${randomUUID()}~`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
