import { expect, it } from 'vitest';
import { findCollection, type Grid } from '../../src/core/grid.ts';
import { Oracle } from '../support/oracle.ts';
import { SMALL_BASE } from '../support/rendered-site.ts';
import { LAKES } from '../support/small-site.ts';
import type { Engine } from './contract.ts';

const PAGES = ['', '1', '2', '3', '10', '11', '12', '99', '0', '-1', '02', 'abc', 'last'];

/** Requests for pages with numbers of the small site's lakes: prerendered ones, others and wrong ones. */
function* numberedRequests() {
  for (const page of PAGES)
    for (const page_size of ['', '4', '1', '3', '100', '0', 'all', 'x'])
      for (const area of ['', 'n', 'S.2', 'zz'])
        for (const ordering of ['', '-name']) yield { area, ordering, page, page_size };
}

/** True for a page that is prerendered if there is a page of that number. */
const isPrerendered = ({ area, ordering, page_size: size }: Record<string, string>): boolean =>
  area === ''
    ? ['', '1', '4'].includes(size ?? '')
    : ['', '4'].includes(size ?? '') && area !== 'zz' && ordering === '';

/**
 * Tests pages with numbers of the small site against a plain filter, sort and slice.
 * @param composes whether all pages are answered, or only prerendered ones
 */
export function testPageNumbers(
  send: Engine['send'],
  grid: () => Grid,
  composes: boolean,
  badRequest: number,
): void {
  it('page numbers -> the pages and errors of a plain filter, sort and slice', {
    timeout: 120_000,
  }, async () => {
    const lakes = findCollection(grid(), { collection: 'lakes' });
    const oracle = new Oracle(`${SMALL_BASE}/api/lakes/`, lakes, LAKES, 'name');
    for (const request of numberedRequests()) {
      const [right, text] = oracle.answer(request);
      // Rules can't tell why a page is missing.
      const isSure = composes || (isPrerendered(request) && right === 200);
      const statuses = isSure ? [right === 400 ? badRequest : right] : [404, badRequest];
      const given = Object.entries(request).filter(([, value]) => value !== '');
      const target = `/small/api/lakes/?${new URLSearchParams(given)}`;
      const { status, body } = await send(target);
      expect(statuses, target).toContain(status);
      if (status === 200) expect(String(body), target).toBe(text);
      else expect(JSON.parse(String(body)), target).toHaveProperty('detail');
    }
  });
}
