import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
import { expect, it, onTestFinished } from 'vitest';
import { LABELS, type Page, servedNeighborhoods } from './listings.ts';

async function fetchPage(address: string, signal: AbortSignal): Promise<Page> {
  const response = await fetch(address, { signal });
  if (response.ok) return (await response.json()) as Page;
  throw new Error(await response.text());
}

/** Observes pages as a list with endless scrolling does, beginning with one of them. */
function observerFrom(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new InfiniteQueryObserver(client, {
    queryKey: [address],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
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

it('an infinite query from the middle, forward and back -> every neighborhood once, in order', async () => {
  const [, { query, keys }] = LABELS;
  const observer = observerFrom(await servedNeighborhoods({ ...query, offset: '1300' }));
  await observer.refetch({ throwOnError: true });
  let result = observer.getCurrentResult();
  const found = () => result.data?.pages.flatMap(({ results }) => results.map(({ uuid }) => uuid));
  while (result.hasNextPage) result = await observer.fetchNextPage({ throwOnError: true });
  expect(found()).toEqual(keys.slice(1300));
  while (result.hasPreviousPage) result = await observer.fetchPreviousPage({ throwOnError: true });
  expect(found()).toEqual(keys);
});

it('a request with a wrong limit -> an infinite query has the error of the answer', async () => {
  const observer = observerFrom(await servedNeighborhoods({ limit: '0' }));
  const { error, isError } = await observer.refetch();
  expect(isError).toBe(true);
  expect(JSON.parse(error?.message ?? '')).toMatchObject({ parameter: 'limit' });
});
