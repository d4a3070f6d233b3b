import { parseRows } from '../view/record-table.ts';
import { type RequestTarget, withValues } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { element } from './dom.ts';
import type { Collection } from './request-form.ts';

/**
 * Downloads all records of a listing as CSV (RFC 4180), with the columns of its downloads.
 * @throws Error with a message for users if they can't be read
 */
export async function downloadCsv(
  api: ApiClient,
  { collection, pages, columns }: Collection,
  target: RequestTarget,
): Promise<void> {
  const [size = 'limit', place = 'offset'] = pages ?? [];
  const all = pages ? withValues(target, { [size]: 'all', [place]: '', format: '' }) : target;
  const { value } = await api.compose(all);
  const rows = parseRows(value) ?? [];
  const known = columns.map(({ name }) => name);
  const names = [...new Set([...rows.flatMap(Object.keys)])].filter(
    (name) => rows.some((row) => row[name] !== undefined) || known.includes(name),
  );
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  const text = lines.map((cells) => cells.map(quoteCell).join(',')).join('\n');
  const href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/csv' }));
  element('a', { href, download: `${collection}.csv` }).click();
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
