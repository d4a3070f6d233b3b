// A list that grows by a page at each click. First: curl -O http://localhost:8080/client.js -O http://localhost:8080/client.d.ts
import { useInfiniteQuery } from '@tanstack/react-query';
import { connect, type Schemas } from './client.js';

/** The address of the site: replace it by the public one before you publish the page. */
const SITE = 'http://localhost:8080/';

export function Neighborhoods() {
  const { data, error, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['neighborhoods'],
    initialPageParam: '/api/neighborhoods/?ordering=label&limit=100',
    queryFn: async ({ client, pageParam, signal }) => {
      const site = { queryKey: ['site'], queryFn: () => connect(SITE) };
      const api = await client.ensureQueryData(site);
      return api.get<Schemas.PaginatedNeighborhoodList>(pageParam, { signal });
    },
    getNextPageParam: ({ next }) => next,
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
