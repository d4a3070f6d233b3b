import { expect, it } from 'vitest';
import { errorBodies } from '../../../src/site/error-files.ts';
import { numberedApi } from '../../support/numbered.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { rowsOf } from '../../support/table.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';

const { grid } = renderedSite(numberedApi, { items: [] }).site;
const GRIDS = {
  none: UNUSUAL_SITES['a map'].site.grid,
  one: UNUSUAL_SITES['hidden keys'].site.grid,
  two: UNUSUAL_SITES.pages.site.grid,
  filters: UNUSUAL_SITES.filters.site.grid,
  'one with pages, others without': grid,
} as const;

it.each(
  rowsOf(`
    none ordering -> Leave the parameter out.
    one ordering -> Use text. -> text,-text
    two ordering -> Use size, label, or several of them with commas between them, each field once. -> size,-size,label,-label
    one with pages, others without: ordering -> Use label, size, id, group, text, or several of them with commas between them, each field once. -> label,-label,size,-size,id,-id,group,-group,text,-text
    two limit -> Use 7, 20, all, or a whole number, 1 or more. -> 7,20,all
    two offset -> Use a whole number, 0 or more; a page past the end is empty.
    filters hidden -> Use a number, such as 5 or 13.4.
    filters key -> Use attic, constructor, hall, hallway, or any text without U+0000 of up to 200 characters. -> attic,constructor,hall,hallway`),
)('the error for an unsupported value: %s', (name = '', rest, supported) => {
  const [, grid = '', parameter] = /^(.*?):? (\w+)$/.exec(name) ?? [];
  const bodies = Array.from(errorBodies(GRIDS[grid as keyof typeof GRIDS]), ([, body]) => body);
  expect(bodies.find((body) => body.parameter === parameter)).toEqual({
    detail: `This value of ${parameter} is not supported. ${rest}`,
    parameter,
    ...(supported && { supported: supported.split(',') }),
  });
});

it('the error of rules for parameters without a page names what has pages', () => {
  const [, body] =
    [...errorBodies(GRIDS.filters)].findLast(([{ error }]) => error === 'parameters') ?? [];
  expect(body?.detail).toBe(
    'There is no page for these parameters. Use each parameter once, its name without brackets and percent-encoding. Write several values with commas. Use the listed values. offset is 0 and the multiples of limit below count; with limit=all only 0. With a filter, ordering is absent or -kind, and limit is 2, 4 or all. Hosts with code support every combination.',
  );
});
