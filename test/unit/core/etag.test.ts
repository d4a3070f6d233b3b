import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { etagOf, matchesEtag } from '../../../src/core/etag.ts';

const TAG = '"0123abc"';

it('a tag is the hash of the body, in quotes', async () => {
  const body = Buffer.from('Cañon City');
  const hash = createHash('sha256').update(body).digest('hex');
  expect(await etagOf(body)).toBe(`"${hash}"`);
});

describe('If-None-Match', () => {
  it.each([
    ['the tag', TAG],
    ['the tag, weakened', `W/${TAG}`],
    ['the first of a list', `${TAG}, "other"`],
    ['the last of a list', `"a", W/"b",${TAG}`],
    ['one in a list with gaps', `, "a",, ${TAG} ,`],
    ['one after a comma in another', `"a,b", ${TAG}`],
    ['any', '*'],
    ['any, with spaces', ' * '],
  ])('%s -> known', (_, header) => expect(matchesEtag(TAG, header)).toBe(true));

  it.each([
    ['no header', undefined],
    ['a missing one', null],
    ['another tag', '"other"'],
    ['several others', '"a", W/"b", "c"'],
    ['nothing', ''],
    ['a comma', ','],
    ['the tag unquoted', TAG.slice(1, -1)],
    ['the tag cut short', TAG.slice(0, -1)],
    ['a part of the tag', `"${TAG.slice(1, 4)}"`],
    ['the tag in capitals', TAG.toUpperCase()],
    ['garbage', '\\"%00;'],
    ['an asterisk in quotes', '"*"'],
    ['an asterisk between commas in quotes', '"a,*,b"'],
    ['an asterisk after a comma in quotes', '"a, W/*"'],
    ['a word with an asterisk', 'a*'],
  ])('%s -> not known', (_, header) => expect(matchesEtag(TAG, header)).toBe(false));
});
