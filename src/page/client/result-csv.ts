import type { CollectionModel } from '../view/collection-model.ts';
import { parseRows } from '../view/record-table.ts';
import { type RequestTarget, withValues } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { element } from './dom.ts';

/**
 * Downloads all records of a listing as CSV (RFC 4180), in the form of the files of `downloads/`.
 * @param count how many records it has
 * @throws Error with a message for users if they can't be read
 */
export async function downloadCsv(
  api: ApiClient,
  { name, pages, columns }: CollectionModel,
  target: RequestTarget,
  count: number,
): Promise<void> {
  const [size = '', place = ''] = pages ?? [];
  const all = pages ? withValues(target, { [size]: String(count), [place]: '' }) : target;
  const { response, value } = await api.compose(all);
  const rows = parseRows(value);
  if (!response.ok || !rows) throw new Error('The records can’t be read. Reload the page.');
  const known = columns.map((column) => column.name);
  const names = [...new Set([...rows.flatMap(Object.keys), ...known])];
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  const text = lines.map((cells) => cells.map(quoteCell).join(',')).join('\n');
  const href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/csv' }));
  element('a', { href, download: `${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

/** Null is an empty cell, and an empty text is `""`, as in the files of `downloads/`. */
const cellText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const quoteCell = (text: string | null): string => {
  if (text === null) return '';
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
