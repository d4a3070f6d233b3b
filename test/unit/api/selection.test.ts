import { describe, expect, it } from 'vitest';
import { requireSelection, type Selection } from '../../../src/api/selection.ts';
import { addressOf, hrefOf } from '../../../src/core/address.ts';
import { answer } from '../../../src/core/answer.ts';
import { resolve } from '../../../src/core/resolve.ts';
import { renderedThings } from '../../support/rendered-things.ts';
import { thingsApi } from '../../support/things-api.ts';

const SELECTIONS: readonly [string, Selection][] = [
  ['one limit', { limits: [20] }],
  ['other limits', { limits: [20, 45, 3] }],
  ['one direction of an ordering', { orderings: ['-size', 'label'] }],
  ['no ordering', { orderings: [] }],
  ['one format', { formats: ['api'] }],
  ['no format', { formats: [] }],
  ['the least of all', { limits: [20], orderings: [], formats: [] }],
];

describe('pages that are not selected', () => {
  const full = renderedThings();
  const pages = [...full.files].flatMap(([file, body]) => {
    const address = addressOf(file);
    return address?.kind === 'page' ? [{ file, body, address }] : [];
  });

  it.each(SELECTIONS)('%s: is no file, and is composed to the same bytes', async (_, selection) => {
    const { files, site } = renderedThings(selection);
    const missing = pages.filter(({ file }) => !files.has(file));
    expect(missing.length).toBeGreaterThan(0);
    for (const { address, body } of missing) {
      const href = hrefOf(site.grid.base, address);
      const response = await answer(new Request(href), site);
      expect([response.status, await response.text()], href).toEqual([200, body.toString()]);
    }
  });

  it.each(SELECTIONS)('%s: is an error where a host has only rules', (_, selection) => {
    const { files, site } = renderedThings(selection);
    for (const { file, address } of pages) {
      const query = hrefOf('', address).replace(/^[^?]*\?/, '');
      const request = { method: 'GET', path: '/api/things/', query };
      const isThere = files.has(file);
      expect(resolve(site.grid, request).status === 200, query).toBe(isThere);
    }
  });

  it.each(SELECTIONS)('%s: everything that is rendered is reached', (_, selection) => {
    const { files, site } = renderedThings(selection);
    for (const file of files.keys()) {
      const address = addressOf(file);
      if (address?.kind !== 'page') continue;
      const query = hrefOf('', address).replace(/^[^?]*\?/, '');
      const resolution = resolve(site.grid, { method: 'GET', path: '/api/things/', query });
      expect(resolution, file).toEqual({ status: 200, address });
    }
  });

  it('the error says where it is composed', async () => {
    const { site } = renderedThings({ formats: ['json'], orderings: [] });
    const textOf = async (file: string) =>
      JSON.parse(Buffer.from((await site.read(file)) ?? []).toString());
    expect(await textOf('data/errors/format.json')).toMatchObject({
      detail: expect.stringMatching(/composes pages takes also api\.$/),
      supported: ['json'],
    });
    expect(await textOf('data/errors/things/ordering.json')).toMatchObject({
      detail: expect.stringMatching(/composes pages takes also size, label, id/),
      supported: [],
    });
  });
});

it.each<[string, Selection, RegExp | null]>([
  ['all there is', { limits: [20], orderings: ['size', '-label'], formats: ['json'] }, null],
  [
    'without the default limit',
    { limits: [10] },
    /--limits leaves out 20, the page size of things/,
  ],
  [
    'an unknown ordering',
    { orderings: ['sizes'] },
    /unknown ordering "sizes"\. Choose: size, -size, label, -label\./,
  ],
  ['an unknown format', { formats: ['jsn'] }, /unknown format "jsn"\. Choose: json, api\./],
])('%s', (_, selection, refusal) => {
  const check = () => requireSelection(thingsApi, selection);
  if (refusal) expect(check).toThrow(refusal);
  else expect(check).not.toThrow();
});
