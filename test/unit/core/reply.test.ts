import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import { applyConditions, replyWith, uncachedReply } from '../../../src/core/reply.ts';
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

it('JSON has no line separators that Python knows', () => {
  const value = { detail: 'a\u2028\u2029\u0085b' };
  const text = String(Buffer.from(uncachedReply(400, value).body ?? ''));
  expect(text).toBe('{"detail":"a\\u2028\\u2029\\u0085b"}\n');
  expect(JSON.parse(text)).toEqual(value);
});

const TAG = '"0123abc"';

it('a tag is the hash of the body, in quotes', async () => {
  const body = Buffer.from('Cañon City');
  const hash = createHash('sha256').update(body).digest('hex');
  const { headers } = await replyWith(body, { status: 200, headers: {} }, true);
  expect(headers).toEqual({ ETag: `"${hash}"`, 'Content-Length': String(body.length) });
});

it.each(['?limit=1&text=record', ''])('a tag is the hash of the site: %s', async (target) => {
  const request = new Request(`${SMALL_BASE}/api/items/${target}`);
  const { headers } = await answer(request, { ...site, sha256: () => 'f00' });
  expect(headers.get('etag')).toBe('"f00"');
});

describe(`If-None-Match, for the tag ${TAG}`, () => {
  const whole = { status: 200, headers: { ETag: TAG }, body: new Uint8Array(1) };
  const statusFor = (ifNoneMatch: string | null | undefined) =>
    applyConditions(whole, { method: 'GET', ifNoneMatch }).status;

  it.each([
    ...[TAG, `W/${TAG}`, `${TAG}, "other"`, `"a", W/"b",${TAG}`, `, "a",, ${TAG} ,`],
    ...[`"a,b", ${TAG}`, '*', ' * '],
  ])('%s -> matches', (header) => expect(statusFor(header)).toBe(304));

  it.each([
    ...[undefined, null, '', ',', '"other"', '"a", W/"b", "c"', '\\"%00;', 'a*'],
    ...['0123abc', '"0123abc', '"123"', TAG.toUpperCase(), '"*"', '"a,*,b"', '"a, W/*"'],
  ])('%s -> does not match', (header) => expect(statusFor(header)).toBe(200));
});
