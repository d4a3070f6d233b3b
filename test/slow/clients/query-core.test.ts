import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  QueryClient,
} from '@tanstack/query-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keysOf, LABELS, LISTINGS } from './listings.ts';
import { neighborhoods, type Page } from './neighborhoods.ts';

type Pages = InfiniteData<Page, string>;
type Observer = InfiniteQueryObserver<Page, Error, Pages, string[], string>;
type Result = InfiniteQueryObserverResult<Pages>;

async function pageAt(address: string, signal: AbortSignal): Promise<Page> {
  const response = await fetch(address, { signal });
  if (response.ok) return (await response.json()) as Page;
  throw new Error(await response.text());
}

/** Watches pages, as a list that one scrolls does, from one of them on. */
function observerFrom(address: string): Observer {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new InfiniteQueryObserver<Page, Error, Pages, string[], string>(client, {
    queryKey: [address],
    queryFn: ({ pageParam, signal }) => pageAt(pageParam, signal),
    initialPageParam: address,
    getNextPageParam: ({ next }) => next,
    getPreviousPageParam: ({ previous }) => previous,
  });
  const unsubscribe = observer.subscribe(() => {});
  onTestFinished(() => {
    unsubscribe();
    client.clear();
  });
  return observer;
}

const THROW = { throwOnError: true };

/** Asks for the next page until there is none. */
async function toTheEnd(observer: Observer): Promise<Result> {
  await observer.refetch(THROW);
  let result: Result = observer.getCurrentResult();
  while (result.hasNextPage) result = await observer.fetchNextPage(THROW);
  return result;
}

const keysIn = ({ data }: Result) =>
  data?.pages.flatMap(({ results }) => results.map(({ uuid }) => uuid));

describe('an infinite query gets every neighborhood once, in order', () => {
  it.each(LISTINGS)('%s', async (_, { query, ...listing }) => {
    const observer = observerFrom(`${await neighborhoods()}?${new URLSearchParams(query)}`);
    const result = await toTheEnd(observer);
    expect(keysIn(result)).toEqual(keysOf({ query, ...listing }));
    expect(result.data?.pages).toHaveLength(listing.pages);
  });

  it('from the midst, forth and back', async () => {
    const [, labels] = LABELS;
    const query = new URLSearchParams({ ...labels.query, offset: '1300' });
    const observer = observerFrom(`${await neighborhoods()}?${query}`);
    let result = await toTheEnd(observer);
    expect(keysIn(result)).toEqual(keysOf(labels).slice(1300));
    while (result.hasPreviousPage) result = await observer.fetchPreviousPage(THROW);
    expect(keysIn(result)).toEqual(keysOf(labels));
  });
});

it('an infinite query has our error', async () => {
  const observer = observerFrom(`${await neighborhoods()}?limit=0`);
  const { error, isError } = await observer.refetch();
  expect(isError).toBe(true);
  expect(JSON.parse(error?.message ?? '')).toMatchObject({ parameter: 'limit' });
});
