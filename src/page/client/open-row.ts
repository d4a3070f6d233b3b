import { encodeKey } from '../../core/encode-key.ts';
import { formatHash, formatTarget } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';

/**
 * Opens a record.
 * @param dataset names the request for the list, the field with the key and the parameters of a page
 * @param row the number of the record in the default order
 */
export async function openRow(
  api: ApiClient,
  { list = '', key = '', window: names = '' }: DOMStringMap,
  row: number,
): Promise<void> {
  const [size = '', place = ''] = names.split(' ');
  const start = place === 'page' ? row + 1 : row;
  const page = names && { [size]: '1', [place]: String(start) };
  const { value } = await api.get(formatTarget(list, page || {}));
  const record = page ? Object(value).results?.[0] : Object(value)[row];
  location.hash = formatHash(`${list}${encodeKey(String(record[key]))}/`);
}
