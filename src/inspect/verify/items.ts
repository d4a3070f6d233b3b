import { addressOf } from '../../core/address.ts';
import type { CollectionGrid } from '../../core/grid.ts';
import type { Keyed } from '../../core/ordering.ts';
import type { Inspection } from './inspection.ts';

/** A record, as the file of its item has it. */
export interface Item extends Keyed {
  /** Its bytes as Latin-1, one character for each byte, which is fast to split and to compare. */
  readonly text: string;
}

/**
 * Reads the items of a collection: as many as it has, each a JSON object in one line, under its own key.
 * @param paths those of all files of the site
 * @returns null where something is wrong with the items
 */
export async function readItems(
  { read, report, pause }: Inspection,
  collection: CollectionGrid,
  paths: readonly string[],
): Promise<Item[] | null> {
  const { name, count } = collection;
  const items: Item[] = [];
  let found = 0;
  for (const path of paths) {
    const address = addressOf(path);
    if (address?.kind !== 'item' || address.collection !== name) continue;
    found++;
    const item = parseItem(read(path), address.key, collection);
    if (!item) report('syntax', path, 'is not a JSON object in one line');
    else if (String(item.key) !== address.key) report('key', path, 'has a record of another key');
    else items.push(item);
    await pause('Reading');
  }
  if (found !== count)
    report('count', `data/${name}/item`, `has ${found} items instead of ${count}`);
  return found === count && items.length === count ? items : null;
}

/** The record in the body of an item; null where it is not a JSON object in one line. */
function parseItem(body: Buffer | null, name: string, collection: CollectionGrid): Item | null {
  const isLine = body !== null && body.indexOf('\n') === body.length - 1;
  const value = body && isLine && parseObject(body);
  if (!value) return null;
  const { keyField, numericKeys } = collection;
  const hidden = numericKeys ? Number(name) : name;
  const key = keyField === undefined ? hidden : (value[keyField] as Item['key']);
  return { key, value, text: body.toString('latin1', 0, body.length - 1) };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as a JSON object; null where it is something else, or not UTF-8. */
export function parseObject(body: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(UTF8.decode(body));
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
