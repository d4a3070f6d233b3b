import { expect, it } from 'vitest';
import { pageAt, pageLinks, pageNumbers, pageTarget } from '../../../../src/page/view/pager.ts';
import { hashLink, withValues } from '../../../../src/page/view/request-target.ts';
import { markup } from '../../../../src/util/markup.ts';
import { textOf } from '../../../support/markup.ts';
import { rowsOf } from '../../../support/table.ts';

it.each(
  rowsOf(`
  1 -> 1 -> 1
  1 -> 3 -> 1 2 3
  1 -> 9 -> 1 2 0 9
  4 -> 9 -> 1 2 3 4 5 0 9
  5 -> 9 -> 1 0 4 5 6 0 9
  6 -> 9 -> 1 0 5 6 7 8 9
  9 -> 9 -> 1 0 8 9`),
)('the pages beside %s of %s', (current = '', last = '', numbers = '') => {
  expect(pageNumbers(Number(current), Number(last)).join(' ')).toBe(numbers);
});

it.each(
  rowsOf(`
  api/x/ -> limit offset 20 -> 1 of 5
  api/x/?limit=10&offset=90 -> limit offset 20 -> 10 of 10
  api/x/?limit=30&offset=31 -> limit offset 20 -> 2 of 4
  api/x/?limit=all -> limit offset 20 -> 1 of 1
  api/x/?page=3 -> page_size page 20 -> 3 of 5
  api/x/?page_size=50&page=2 -> page_size page 20 -> 2 of 2`),
)('the page of %s', (target = '', parameters = '', place = '') => {
  const [size = '', name = '', perPage] = parameters.split(' ');
  const { current, last } = pageAt(target, [size, name, Number(perPage)], 100);
  expect(`${current} of ${last}`).toBe(place);
});

it.each([
  ['limit', 'offset', ['', '10', '20', '30']],
  ['page_size', 'page', ['', '2', '3', '4']],
] as const)(
  'links by %s keep the parameters, and leave out the first %s',
  (size, start, places) => {
    const targets = places.map((place) =>
      withValues('api/x/?state=CA', { [size]: '10', [start]: place }),
    );
    const [first, second, third = '', fourth] = targets;
    const linked: string[] = [];
    const { text } = pageLinks(third, [size, start, 20], 40, (to) => markup`${linked.push(to)}`);
    expect(textOf(text).replace(/\s+/g, ' ').trim()).toBe('← Previous 1234 Next →');
    expect(new Set(linked)).toEqual(new Set([first, second, third, fourth]));
    expect([linked.at(-2), linked.at(-1)]).toEqual([second, fourth]);
  },
);

it.each(
  rowsOf(`
  api/x/?limit=20&offset=10 -> none -> limit=20&offset=20
  api/x/?limit=20&offset=500 -> limit=20&offset=80 -> none
  api/x/?limit=20&offset=80 -> limit=20&offset=60 -> none`),
)('before and after %s', (target = '', before = '', after = '') => {
  const links = pageLinks(target, ['limit', 'offset', 20], 100, (to) => markup` href="${to}"`).text;
  const hrefs = ['prev', 'next'].map(
    (rel) => new RegExp(`rel="${rel}"[^>]*href="api/x/\\?(.*?)"`).exec(links)?.[1] ?? 'none',
  );
  expect(hrefs).toEqual([before, after].map((one) => one.replaceAll('&', '&#38;')));
});

it.each(
  rowsOf(`
  api/x/?state=CA -> limit offset 20 -> api/x/?offset=120&state=CA
  api/x/?page_size=50 -> page_size page 20 -> api/x/?page=7&page_size=50`),
)(
  'the field of %s by %s leads to page 7 of 50, and pages with links have none',
  (target = '', parameters = '', expected) => {
    const [size = '', start = '', perPage] = parameters.split(' ');
    const pages = [size, start, Number(perPage)] as const;
    expect(pageTarget(target, pages, 7)).toBe(expected);
    const { perPage: length } = pageAt(target, pages, 1);
    const fieldOf = (last: number) =>
      /<input[^>]*>/.exec(pageLinks(target, pages, last * length, hashLink, true).text)?.[0];
    expect(fieldOf(50)).toContain(' min="1" max="50" required');
    expect(fieldOf(4)).toBeUndefined();
  },
);
