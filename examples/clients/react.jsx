// A list that grows by a page at each click. First: curl -O http://localhost:8080/client.js -O http://localhost:8080/client.d.ts
import { useInfiniteQuery } from '@tanstack/react-query';
import { connect } from './client.js';

const site = connect('http://localhost:8080/');

export function Neighborhoods() {
  const { data, error, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['neighborhoods'],
    initialPageParam: '/api/neighborhoods/?ordering=label&limit=100',
    queryFn: async ({ pageParam, signal }) => (await site).get(pageParam, { signal }),
    getNextPageParam: (page) => page.next,
    retry: false, // client.js has tried twice
  });
  if (error) return <p>{error.message}</p>;
  return (
    <>
      <ul>
        {data?.pages.flatMap(({ results }) =>
          results.map(({ uuid, label }) => <li key={uuid}>{label}</li>),
        )}
      </ul>
      <button type="button" disabled={!hasNextPage} onClick={() => fetchNextPage()}>
        More
      </button>
    </>
  );
}
