import { expect, it } from 'vitest';
import { openApiOf } from '../../../src/describe/openapi/document.ts';
import { usageOf } from '../../../src/describe/usage.ts';
import { referencePage } from '../../../src/page/document.ts';
import { rowsOf } from '../../support/table.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const { described } = UNUSUAL_SITES.pages;
const assets = { script: '', style: '', map: '', points: {} };

it.each(
  rowsOf(`
    {}                                         -> are ignored.
    {"refusesUnknown": true}                   -> get 400 (at a record, where code runs).`),
)('unknown parameters of a grid with %s %s', (changes = '', expected) => {
  const site = { ...described, grid: { ...described.grid, ...JSON.parse(changes) } };
  for (const text of [
    openApiOf(site).info.description,
    referencePage({ ...site, assets }),
    JSON.stringify(usageOf(site.grid)),
  ]) {
    expect(text).toContain(`Unknown parameters ${expected}`);
    expect(text.match(/Unknown parameters/g)).toHaveLength(1);
  }
});
