import { expect, it } from 'vitest';
import { openApiOf } from '../../../src/describe/openapi/document.ts';
import { usageOf } from '../../../src/describe/usage.ts';
import { referencePage } from '../../../src/page/document.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const { described } = UNUSUAL_SITES.pages;
const assets = { script: '', style: '', map: '', points: {} };

it.each([
  ['ignored', {}, 'Unknown parameters are ignored.'],
  [
    'refused on hosts with rules and with code',
    { refusesUnknown: true },
    'Unknown parameters get 400 on hosts with code, and are ignored on others.',
  ],
  [
    'refused where only code answers',
    { refusesUnknown: true, hostKind: 'code' },
    'Unknown parameters get 400.',
  ],
] as const)('unknown parameters: %s', (_, changes, expected) => {
  const site = { ...described, grid: { ...described.grid, ...changes } };
  for (const text of [
    openApiOf(site).info.description,
    referencePage({ ...site, assets }),
    JSON.stringify(usageOf(site.grid)),
  ]) {
    expect(text).toContain(expected);
    expect(text.match(/Unknown parameters/g)).toHaveLength(1);
  }
});
