import type { Data } from './data.ts';

/** Converts the columns of a table whose numbers, dates or empty values are written in another form. */
export function convertCells(data: Data): Data {
  return data;
}
