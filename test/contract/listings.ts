import { expect, it } from 'vitest';
import { findCollection, type Grid } from '../../src/core/grid.ts';
import { Oracle, type Query } from '../support/oracle.ts';
import type { PublishedRecord } from '../support/page-text.ts';
import { SMALL_BASE } from '../support/rendered-site.ts';
import type { Engine } from './contract.ts';

/** What answers the requests for a small site. */
export interface Answering {
  readonly send: Engine['send'];
  readonly grid: () => Grid;
  /** Whether it answers all pages, or only prerendered ones. */
  readonly composes: boolean;
  /** Its status in place of 400, if it has another. */
  readonly badRequest?: number;
}

/** Requests for a collection of the small site. */
export interface Listings {
  readonly collection: string;
  readonly records: readonly PublishedRecord[];
  readonly key: string;
  readonly listed?: readonly string[];
  /** The values of parameters, which are requested in every combination. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** True for a page that is prerendered if there is such a page. */
  isPrerendered(query: Query): boolean;
}

/** Tests the answers to requests against a plain filter, sort and slice. */
export function testListings(answering: Answering, listings: Listings): void {
  const { send, grid, composes, badRequest = 400 } = answering;
  const { collection, records, key, listed, values, isPrerendered } = listings;
  const requests = Object.entries(values).reduce<Query[]>(
    (all, [name, own]) => all.flatMap((one) => own.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
  it(`${collection} -> the pages and errors of a plain filter, sort and slice`, async () => {
    const own = findCollection(grid(), { collection });
    const oracle = new Oracle(`${SMALL_BASE}/api/${collection}/`, own, records, key, listed);
    for (const request of requests) {
      const [right, text] = oracle.answer(request);
      // Rules can't tell why a page is missing.
      const isSure = composes || (isPrerendered(request) && right === 200);
      const statuses = isSure ? [right === 400 ? badRequest : right] : [404, badRequest];
      const given = Object.entries(request).filter(([, value]) => value !== '');
      const target = `/small/api/${collection}/?${new URLSearchParams(given)}`;
      const { status, body } = await send(target);
      expect(statuses, target).toContain(status);
      if (status === 200) expect(String(body), target).toBe(text);
      else expect(JSON.parse(String(body)), target).toHaveProperty('detail');
    }
  });
}
