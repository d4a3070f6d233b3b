import { formatQuery, type MapPosition } from './map-address.ts';

/** Replaces the page's address by one with a view and a position, as `formatQuery` writes them. */
export function saveView(view: string, position?: MapPosition | null): void {
  const query = formatQuery(location.search, view, position);
  history.replaceState({}, '', location.pathname + query + location.hash);
}
