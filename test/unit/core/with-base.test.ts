import { expect, it } from 'vitest';
import type { Grid } from '../../../src/core/grid.ts';
import { siteWith } from '../../../src/core/site.ts';
import { LAYOUT_VERSION } from '../../../src/core/store.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { rowsOf } from '../../support/table.ts';

const [FROM, TO] = ['https://example.org/a', 'http://localhost:1/a'];

it.each(
  rowsOf(
    `
    openapi.json    | {"url": "FROM"}                | {"url": "TO"}
    openapi.json    | {"url": "FROM/"}               | {"url": "TO/"}
    openapi.json    | {"next": "FROM/api/x/?limit=2"} | {"next": "TO/api/x/?limit=2"}
    openapi.json    | "FROMbc", "see FROM"           | "FROMbc", "see FROM"
    data/root.json  | {"base":"FROM"}                | {"base":"TO"}
    api/index.json  | {"x":"FROM/api/x/"}            | {"x":"TO/api/x/"}
    data/errors/path.json | FROM/api/x/              | TO/api/x/
    api/x/limit/2.json | {"next":"FROM/api/"}\\n{"url":"FROM/api/"} | {"next":"TO/api/"}\\n{"url":"FROM/api/"}
    api/x/1.json | {"url":"FROM/api/"}         | {"url":"FROM/api/"}
    manifest.json   | "FROM/api/"                    | "FROM/api/"
  `,
    '|',
  ),
)('%s: %s -> %s', async (file = '', before = '', after = '') => {
  const text = (template: string) =>
    `${template.replaceAll('\\n', '\n').replaceAll('FROM', FROM).replaceAll('TO', TO)}\n`;
  const read = async () => new TextEncoder().encode(text(before));
  const pagination = { limits: [2], default: 2 };
  const collections = [{ name: 'x', count: 9, orderings: [], pagination }];
  const grid: Grid = { hostKind: 'rules', base: FROM, formats: [], collections };
  const site = withBase(siteWith({ version: LAYOUT_VERSION, grid, collections: {} }, read), TO);
  expect(site.grid.base).toBe(TO);
  expect(new TextDecoder().decode((await site.read(file)) ?? undefined)).toBe(text(after));
});
