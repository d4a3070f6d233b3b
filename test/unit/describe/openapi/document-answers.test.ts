import { expect, it } from 'vitest';
import { defineCollection } from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { findDifferences } from '../../../support/described-answers.ts';
import { renderedSite } from '../../../support/rendered-site.ts';
import { things, thingsApi } from '../../../support/things-api.ts';

/** A filter of each type. */
const typedApi = apiOf(
  defineCollection({
    ...titled('events'),
    schema: z.object({
      id: z.uuid(),
      at: z.iso.datetime({ offset: true }),
      day: z.iso.date(),
      size: z.number(),
      open: z.boolean(),
      tags: z.array(z.string()),
    }),
    key: 'id',
    filters: { id: {}, id__in: {}, at__gte: {}, day: {}, size__in: {}, open: {}, tags: {} },
    pagination: { style: 'page', limits: [2], default: 2 },
  }),
);
const event = {
  ...{ id: '1b4aacb5-5655-4e8e-b15e-7fed69afbf54', at: '2025-05-05T17:28:46.203455Z' },
  ...{ day: '2025-05-05', size: 7, open: true, tags: ['a'] },
};

it.each(
  Object.entries({
    'every type of filter': renderedSite(typedApi, { events: [event] }),
    'unknown parameters are refused': renderedSite(
      { ...thingsApi, unknownParameters: 'refuse' },
      { things: things(9) },
    ),
  }),
)('the answers of hosts with code and with rules are as described: %s', async (_, site) => {
  expect(await findDifferences(site)).toEqual([]);
});
