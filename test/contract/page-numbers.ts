import { it } from 'vitest';
import { findCollection, type Grid } from '../../src/core/grid.ts';
import { Oracle } from '../support/oracle.ts';
import { LAKES } from '../support/small-site.ts';
import { type Answering, expectRightAnswers, hrefOfSmall } from './right-answers.ts';

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

/** Tests pages with numbers of the small site against a plain filter, sort and slice. */
export function testPageNumbers(answering: Answering, grid: () => Grid): void {
  it('page numbers -> the pages and errors of a plain filter, sort and slice', {
    timeout: 120_000,
  }, async () => {
    const lakes = findCollection(grid(), { collection: 'lakes' });
    const oracle = new Oracle(hrefOfSmall('lakes'), lakes, LAKES, 'name');
    await expectRightAnswers(answering, 'lakes', oracle, numberedRequests(), isPrerendered);
  });
}
