import { expect, it } from 'vitest';
import { siteWith } from '../../../src/core/site.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { rowsOf } from '../../support/table.ts';

const [FROM, TO] = ['https://example.org/a', 'http://localhost:1/a'];
const PAGE = 'data/x/list/f-/o-/l-2/0.json';

it.each(
  rowsOf(
    `
    openapi.json    | {"url": "FROM"}                | {"url": "TO"}
    openapi.json    | {"url": "FROM/"}               | {"url": "TO/"}
    openapi.json    | {"next": "FROM/api/x/?limit=2"} | {"next": "TO/api/x/?limit=2"}
    openapi.json    | "FROMbc", "see FROM"           | "FROMbc", "see FROM"
    data/root.json  | {"base":"FROM"}                | {"base":"TO"}
    data/index.json | {"x":"FROM/api/x/"}            | {"x":"TO/api/x/"}
    ${PAGE}         | {"next":"FROM/api/"}\\n{"url":"FROM/api/"} | {"next":"TO/api/"}\\n{"url":"FROM/api/"}
    data/x/item/1.json | {"url":"FROM/api/"}         | {"url":"FROM/api/"}
    manifest.json   | "FROM/api/"                    | "FROM/api/"
  `,
    '|',
  ),
)('%s: %s -> %s', async (file = '', before = '', after = '') => {
  const text = (template: string) =>
    template.replaceAll('\\n', '\n').replaceAll('FROM', FROM).replaceAll('TO', TO);
  const read = async () => new TextEncoder().encode(text(before));
  const grid = { base: FROM, formats: [], collections: [] };
  const site = withBase(siteWith({ version: 2, grid, collections: {} }, read), TO);
  expect(site.grid.base).toBe(TO);
  expect(new TextDecoder().decode((await site.read(file)) ?? undefined)).toBe(text(after));
});
