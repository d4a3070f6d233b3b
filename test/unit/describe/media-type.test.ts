import { expect, it } from 'vitest';
import { mediaTypeOf } from '../../../src/describe/media-type.ts';
import { rowsOf } from '../../support/table.ts';

it.each(
  rowsOf(`
    index.html -> text/html; charset=utf-8
    client.d.ts -> text/plain; charset=utf-8
    downloads/SHA256SUMS -> text/plain; charset=utf-8
    downloads/a.csv.json -> application/json
    x.constructor -> undefined
    x.CSV -> undefined`),
)('%s: %s', (file = '', type) => expect(String(mediaTypeOf(file))).toBe(type));
