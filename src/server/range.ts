import type { IncomingMessage } from 'node:http';
import type { Headers } from '../core/header.ts';

/**
 * Selects the part of a file that a request with `Range` gets, if its answer has `Accept-Ranges`: one range. Several ranges
 * are answered with the whole file. RFC 9110, 14
 * @param whole the headers of the answer with the whole file
 */
export function selectRange(
  size: number,
  whole: Headers,
  { headers: asked }: Pick<IncomingMessage, 'headers'>,
) {
  const [, first, last] = /^bytes=(?=-?\d)(\d*)-(\d*)$/i.exec(asked.range ?? '') ?? [];
  // A date matches nothing, because no answer has `Last-Modified`.
  const isCurrent = (asked['if-range'] ?? whole.ETag) === whole.ETag;
  const start = Math.min(size, first ? Number(first) : Math.max(0, size - Number(last)));
  const limit = first && last ? Number(last) : Number.POSITIVE_INFINITY;
  if (!whole['Accept-Ranges'] || !isCurrent || first === undefined || limit < start)
    return { status: 200, headers: whole };
  const isFound = start < size;
  const end = isFound ? Math.min(limit, size - 1) : start;
  const headers: Headers = {
    ...whole,
    'Content-Range': `bytes ${isFound ? `${start}-${end}` : '*'}/${size}`,
    'Content-Length': String(isFound ? end + 1 - start : 0),
    // A range is one of the uncompressed file.
    'Cache-Control': `${whole['Cache-Control']}, no-transform`,
    Vary: 'Accept-Encoding',
  };
  return { status: isFound ? 206 : 416, headers, range: { start, end } };
}
