import { describe, expect, it } from 'vitest';
import { assertSelection, type Selection } from '../../../src/api/selection.ts';
import { addressOf, hrefOf } from '../../../src/core/address.ts';
import { answer } from '../../../src/core/answer.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

describe('pages that are not selected', () => {
  const complete = renderedSite(thingsApi, { things: things(45) }).files;

  it.each<[string, Selection]>([
    ['one limit', { limits: [20] }],
    ['no ordering', { orderings: [] }],
    ['the minimum', { limits: [20], orderings: [], formats: [] }],
  ])(
    '%s: composed to the same bytes, and an error where only rules answer',
    async (_, selection) => {
      const { files, site } = renderedSite(thingsApi, { things: things(45) }, selection);
      for (const [file, body] of new Map([...complete, ...files])) {
        const address = addressOf(site.grid, file);
        if (address?.kind !== 'page') continue;
        const request = new Request(hrefOf(site.grid, address));
        const composed = await answer(request, site);
        expect([composed.status, await composed.text()], file).toEqual([200, String(body)]);
        const { status } = await answer(request, site, { composes: false });
        expect(status === 200, file).toBe(files.has(file));
      }
      expect([...complete.keys()].every((file) => files.has(file))).toBe(false);
    },
  );

  it('the errors name the values of a server that composes pages', () => {
    const { text } = renderedSite(
      thingsApi,
      { things: things(1) },
      { formats: ['json'], orderings: [] },
    );
    expect(text('data/errors/format.json')).toMatch(
      /Some hosts also accept api\.",.*"supported":\["json"\]\}/,
    );
    const ordering = text('data/errors/things/ordering.json');
    expect(ordering).toMatch(
      /accept a value: size, -size, label, -label, id, -id, and .*"supported":\[\]\}/,
    );
  });
});

describe('assertSelection', () => {
  const valid: Selection = { limits: [20], orderings: ['size', '-label'], formats: ['json'] };
  const check = (changes: Selection) => () => assertSelection(thingsApi, { ...valid, ...changes });

  it('known values -> no error', () => expect(check({})).not.toThrow());

  it.each<[string, Selection]>([
    ['--limits must include 20, the default page size of things', { limits: [10] }],
    [
      'Unknown ordering "sizes" in --orderings. Choose: size, -size, label, -label.',
      { orderings: ['sizes'] },
    ],
    ['Unknown format "jsn" in --formats. Choose: json, api.', { formats: ['jsn'] }],
  ])('%s', (message, changes) => expect(check(changes)).toThrow(message));
});
