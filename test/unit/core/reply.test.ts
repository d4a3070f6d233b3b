import { expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { SMALL_BASE, storedSites } from '../../support/rendered-site.ts';

const { site } = storedSites(numberedApi, { items: numbered(9) });

/** The status and the `Link` header of the first page. */
async function linkOf(init: RequestInit) {
  const request = new Request(`${SMALL_BASE}/api/items/?limit=1&text=record`, init);
  const { status, headers } = await answer(request, site);
  return { status, link: headers.get('link'), tag: headers.get('etag') ?? '' };
}

// https://www.rfc-editor.org/rfc/rfc8288
it('Link: in an answer without a body, 304; not in one to OPTIONS', async () => {
  const { link, tag } = await linkOf({});
  expect(link).toMatch(/limit=1&offset=1&text=record>; rel="next"$/);
  expect(await linkOf({ headers: { 'If-None-Match': tag } })).toMatchObject({ status: 304, link });
  expect(await linkOf({ method: 'OPTIONS' })).toMatchObject({ status: 200, link: null });
});
