import { LAKES } from '../support/small-site.ts';
import type { Listings } from './listings.ts';

/** Pages with numbers of the small site's lakes: prerendered ones, others and wrong ones. */
export const NUMBERED_PAGES: Listings = {
  ...{ collection: 'lakes', records: LAKES, key: 'name' },
  values: {
    page: ['', '1', '2', '3', '10', '11', '12', '99', '0', '-1', '02', 'abc', 'last'],
    page_size: ['', '4', '1', '3', '100', '0', 'all', 'x'],
    area: ['', 'n', 'S.2', 'zz'],
    ordering: ['', '-name'],
  },
  isPrerendered: ({ area, ordering, page_size: size = '' }) =>
    area === ''
      ? ['', '1', '4'].includes(size)
      : ['', '4'].includes(size) && area !== 'zz' && ordering === '',
};
