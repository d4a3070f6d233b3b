import { type CollectionModel, recordTarget } from '../view/collection-model.ts';
import { formatHash, formatTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';

/**
 * Opens a record.
 * @param row the number of the record in the default order
 */
export async function openRow(
  api: ApiClient,
  collection: CollectionModel,
  row: number,
): Promise<void> {
  const { list, pages, keyColumn = '' } = collection;
  const [size = '', place = ''] = pages ?? [];
  const start = place === 'page' ? row + 1 : row;
  const values = pages ? { [size]: '1', [place]: String(start) } : {};
  const { response, value } = await api.compose(formatTarget(list, values));
  if (!response.ok) return;
  const record = pages ? Object(value).results[0] : Object(value)[row];
  location.hash = formatHash(recordTarget(collection, String(record[keyColumn])));
}
