import { expect, it } from 'vitest';
import { slugify } from '../../../src/bna/slug.ts';
import { rowsOf } from '../../support/table.ts';

/** Each label with what Django's `slugify` makes of it. */
it.each(
  rowsOf(`
    Cañon City -> canon-city
    St. John's -> st-johns
    Winston - Salem -> winston-salem
    --a_b-- -> a_b
    _ Up & Down _ -> up-down
    ﬁrst 2nd -> first-2nd
    東京 ->
  `),
)('%s -> %s', (label = '', slug = '') => {
  expect(slugify(label)).toBe(slug);
});
