import { expect } from 'vitest';
import type { Oracle, Query } from '../support/oracle.ts';
import { SMALL_BASE } from '../support/rendered-site.ts';
import type { Engine } from './contract.ts';

/** What answers the requests for a small site. */
export interface Answering {
  readonly send: Engine['send'];
  /** Whether it answers all pages, or only prerendered ones. */
  readonly composes: boolean;
  /** Its status in place of 400. */
  readonly badRequest: number;
}

/** The address of a collection of the small site. */
export const hrefOfSmall = (collection: string) => `${SMALL_BASE}/api/${collection}/`;

/**
 * Requires the answers of a plain filter, sort and slice to requests for a collection of the small site.
 * @param isPrerendered true for a page that is prerendered if there is such a page
 */
export async function expectRightAnswers(
  { send, composes, badRequest }: Answering,
  collection: string,
  oracle: Oracle,
  requests: Iterable<Query>,
  isPrerendered: (query: Query) => boolean,
): Promise<void> {
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
}
