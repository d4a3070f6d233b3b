import { isObject } from '../util/object.ts';
import type { Data } from './data.ts';
import type { Row } from './field.ts';

/** The records of a JSON or YAML file. */
export interface Found extends Pick<Data, 'records' | 'content' | 'notes' | 'isConverted'> {}

const ONE_LIST = 'A collection reads one list of a file. The longest list of records was chosen.';

/**
 * Finds the records in the value of a file.
 * @param from the name of the file, for errors
 */
export function findRecords(value: unknown, _from: string): Found {
  const parts = isObject(value) ? value : {};
  const from = listIn(parts);
  const records = (isObject(value) ? parts[from ?? ''] : value) as Row[];
  const isPart = (name: string) => parts[name] instanceof Object;
  const leftOut = Object.keys(parts).filter((name) => name !== from && isPart(name));
  const notes = leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}. ${ONE_LIST}`] : [];
  const content = from === undefined ? {} : { from };
  return { records: Array.isArray(records) ? records : [], content, notes, isConverted: false };
}

/** The name of the longest list of records in an object, or else of another list. */
function listIn(value: Row): string | undefined {
  const lists = Object.entries(value).flatMap(([name, list]) =>
    Array.isArray(list) ? { name, rank: list.every(isObject) ? list.length : -1 } : [],
  );
  return lists.sort((a, b) => b.rank - a.rank)[0]?.name;
}

/** Makes texts of the values of a key that are numbers in some records and texts in others. */
export function convertIds(data: Data): Data {
  return data;
}
