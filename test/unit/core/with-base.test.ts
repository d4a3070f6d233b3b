import { expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { withBase } from '../../../src/core/with-base.ts';

it.each([
  ['alone', '{"url":"http://a.example"}', '{"url":"http://b.example"}'],
  ['with a slash', '{"url":"http://a.example/"}', '{"url":"http://b.example/"}'],
  ['of a page', '{"next":"http://a.example/api/x/"}', '{"next":"http://b.example/api/x/"}'],
  ['of something else', '{"url":"http://a.example.org/"}', '{"url":"http://a.example.org/"}'],
])('the address in the OpenAPI document, %s', async (_, text, expected) => {
  const grid: Grid = { base: 'http://a.example', formats: [], collections: [] };
  const site = withBase({ grid, read: async () => Buffer.from(text) }, 'http://b.example');
  expect(Buffer.from((await site.read('openapi.json')) ?? []).toString()).toBe(expected);
});
