import { formatLine, type JsonObject, rowMaker } from '../../describe/downloads/csv-line.ts';
import { formatNumber } from '../../util/text.ts';
import type { CollectionModel } from '../view/collection-model.ts';
import { type RequestTarget, withValues } from '../view/request-target.ts';
import type { ApiClient } from './api-client.ts';
import { button, element } from './dom.ts';

/** How many records are read at a time: few enough that no task blocks the page. */
const PIECE = 2000;

const FORMULAS =
  'Texts that begin with =, +, - or @ are not changed: a spreadsheet may read them as formulas.';

/**
 * Creates a button that downloads the records of a listing as CSV. Beside it stands how many records are read. Reading
 * goes on if it leaves the page.
 * @returns false where the columns are not known
 */
export function createCsvTool(
  api: ApiClient,
  { name, pages, csvColumns }: CollectionModel,
  target: RequestTarget,
  count: number,
): HTMLElement | false {
  const step = pages ? PIECE : count;
  const rowOf = rowMaker(csvColumns);
  const download = button(`Download CSV (${formatNumber(count)})`, start, { title: FORMULAS });
  const status = element('span', { role: 'status' });
  return csvColumns.length > 0 && element('span', { class: 'csv' }, download, status);

  async function start(): Promise<void> {
    download.disabled = true;
    try {
      // Excel reads UTF-8 only after a byte order mark.
      const pieces: BlobPart[] = ['\ufeff', formatLine(csvColumns)];
      for (let read = 0; read < count; read += step) {
        status.textContent = `Reading ${formatNumber(read)} of ${formatNumber(count)}…`;
        pieces.push(await readPiece(read));
      }
      const made = URL.createObjectURL(new Blob(pieces, { type: 'text/csv' }));
      element('a', { href: made, download: `${name}.csv` }).click();
      setTimeout(() => URL.revokeObjectURL(made));
      status.textContent = '';
    } catch (error) {
      status.textContent = (error as Error).message;
    }
    download.disabled = false;
  }

  /** @throws Error with a message for users if the records can't be read */
  async function readPiece(first: number): Promise<Blob> {
    const [size = '', start = ''] = pages ?? [];
    const at = start === 'page' ? first / step + 1 : first;
    const page = { [size]: String(step), [start]: String(at || '') };
    const { value } = await api.compose(pages ? withValues(target, page) : target);
    const records = pages ? Object(value).results : value;
    if (records?.length !== Math.min(step, count - first))
      throw new Error('The records can’t be read, or have changed. Reload the page.');
    return new Blob(records.map((one: JsonObject) => formatLine(rowOf(one))));
  }
}
