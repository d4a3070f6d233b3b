import { formatHash, formatTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import type { Collection } from './request-form.ts';

/**
 * Opens a record.
 * @param row the number of the record in the default order
 */
export async function openRow(
  api: ApiClient,
  { list, pages, keyColumn = '', recordTarget }: Collection,
  row: number,
): Promise<void> {
  const [size = '', place = ''] = pages ?? [];
  const start = place === 'page' ? row + 1 : row;
  const values = pages ? { [size]: '1', [place]: String(start) } : {};
  const { response, value } = await api.compose(formatTarget(list, values));
  if (!response.ok) return;
  const record = pages ? Object(value).results[0] : Object(value)[row];
  location.hash = formatHash(recordTarget(String(record[keyColumn])));
}
