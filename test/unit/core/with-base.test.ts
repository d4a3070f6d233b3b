import { expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

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

it('every file of the API has the links of the base address, and records as they are', async () => {
  const [first, ...others] = things(9);
  const records = [{ ...first, label: `${SMALL_BASE}/api/things/?limit=7` }, ...others];
  const { site, files } = renderedSite(thingsApi, { things: records });
  const rebased = withBase(site, 'http://b.example/small');
  for (const [file, body] of files) {
    const hasLinks = /^data\/(?:index|errors\/|things\/list)/.test(file);
    const [head = '', ...rest] = String(body).split('\n');
    const moved = head.replaceAll(SMALL_BASE, 'http://b.example/small');
    const expected = hasLinks ? [moved, ...rest].join('\n') : String(body);
    expect(String(Buffer.from((await rebased.read(file)) ?? [])), file).toBe(expected);
  }
  expect(files.size).toBeGreaterThan(40);
});
