import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { etagOf, matchesEtag } from '../../../src/core/etag.ts';

const TAG = '"0123abc"';

it('a tag is the hash of the body, in quotes', async () => {
  const body = Buffer.from('Cañon City');
  const hash = createHash('sha256').update(body).digest('hex');
  expect(await etagOf(body)).toBe(`"${hash}"`);
});

describe(`If-None-Match, for the tag ${TAG}`, () => {
  it.each([
    ...[TAG, `W/${TAG}`, `${TAG}, "other"`, `"a", W/"b",${TAG}`, `, "a",, ${TAG} ,`],
    ...[`"a,b", ${TAG}`, '*', ' * '],
  ])('%s -> matches', (header) => expect(matchesEtag(TAG, header)).toBe(true));

  it.each([
    ...[undefined, null, '', ',', '"other"', '"a", W/"b", "c"', '\\"%00;', 'a*'],
    ...['0123abc', '"0123abc', '"123"', TAG.toUpperCase(), '"*"', '"a,*,b"', '"a, W/*"'],
  ])('%s -> does not match', (header) => expect(matchesEtag(TAG, header)).toBe(false));
});
