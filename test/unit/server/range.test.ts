import { expect, it } from 'vitest';
import { selectRange } from '../../../src/server/range.ts';
import { rowsOf } from '../../support/table.ts';

const WHOLE = { ETag: '"a"', 'Accept-Ranges': 'bytes', 'Content-Length': '10' };

it.each(
  rowsOf(`
    bytes=0-3 -> 206 0-3/10 4
    bytes=8- -> 206 8-9/10 2
    bytes=-3 -> 206 7-9/10 3
    bytes=-99 -> 206 0-9/10 10
    BYTES=8-99 -> 206 8-9/10 2
    bytes=10- -> 416 */10 0
    bytes=10-12 -> 416 */10 0
    bytes=-0 -> 416 */10 0
    bytes=3-1 | bytes=12-3 | bytes=0-1,3-4 | bytes=- | bytes=a-b | bytes=1 | items=0-1 -> 200 10
    bytes=0-1; "a" -> 206 0-1/10 2
    bytes=0-1; W/"a" | bytes=0-1; Sat, 28 Nov 2026 20:00:00 GMT -> 200 10
  `),
)('Range and If-Range: %s -> %s', (requests = '', expected) => {
  for (const request of requests.split(' | ')) {
    const [range, tag] = request.split('; ');
    const asked = { range, ...(tag && { 'if-range': tag }) };
    const { status, headers } = selectRange(10, WHOLE, { headers: asked });
    const span = headers['Content-Range']?.replace('bytes ', '');
    const parts = [status, span, headers['Content-Length']].filter((part) => part !== undefined);
    expect(parts.join(' '), request).toBe(expected);
  }
});
