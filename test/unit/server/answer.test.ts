import { expect, it } from 'vitest';
import { splitTarget } from '../../../src/core/resolve.ts';
import { answerFrom } from '../../../src/server/answer.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { storedSites } from '../../support/rendered-site.ts';

it.each([
  ['an error if it needs more files than the host reads', 4, 400],
  ['itself if the host reads all of them', 40, 200],
])('a page is %s', async (_, reads, status) => {
  const { site } = storedSites(numberedApi, { items: numbered(999) });
  const request = { method: 'GET', ...splitTarget('/small/api/items/?limit=500') };
  const answered = answerFrom({ ...site, reads }, request, { composes: true }, false);
  expect(await answered).toMatchObject({ status });
});
