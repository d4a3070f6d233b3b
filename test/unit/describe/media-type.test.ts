import { expect, it } from 'vitest';
import { mediaTypeOf, otherExtensions } from '../../../src/describe/media-type.ts';
import { rowsOf } from '../../support/table.ts';

it.each(
  rowsOf(`
    index.html -> text/html; charset=utf-8
    client.d.ts -> text/plain; charset=utf-8
    downloads/SHA256SUMS -> text/plain; charset=utf-8
    downloads/a.csv.json -> application/json
    x.constructor -> application/octet-stream
    x.CSV -> text/csv; charset=utf-8
    blog/feed.xml -> application/xml
    .well-known/other -> text/plain; charset=utf-8
    logo.PNG -> image/png
    a/site.webmanifest -> application/manifest+json`),
)('%s: %s', (file = '', type) => expect(mediaTypeOf(file)).toBe(type));

it('the extensions that no site has', () =>
  expect(otherExtensions(['a.json', 'b.webp', 'c.PNG', 'd.png'])).toEqual(['png', 'webp']));
