/*
 * The query of the page's address tells which view of the response is shown, and where its map is.
 */

/** The middle of a map and its zoom level, where the world is 256 pixels wide at level 0. */
export interface MapPosition {
  readonly zoom: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** The position in the query of the page's address, as in `?map=5.2/39.7/-105`; null where there is none. */
export function parsePosition(query: string): MapPosition | null {
  const texts = new URLSearchParams(query).get('map')?.split('/') ?? [];
  const [zoom = NaN, latitude = NaN, longitude = NaN] = texts.map(Number);
  return Number.isFinite(zoom + latitude + longitude) ? { zoom, latitude, longitude } : null;
}

/** The view in the query of the page's address, as in `?view=map`; undefined: the default one. */
export const parseView = (query: string): string | undefined =>
  new URLSearchParams(query).get('view') ?? (parsePosition(query) ? 'map' : undefined);

/**
 * A query with a view, which is empty for the default one, and with the position of the map. Other parameters stay.
 * @param position null removes it; absent: it stays, if the view is the map
 */
export function formatQuery(query: string, view: string, position?: MapPosition | null): string {
  const values = new URLSearchParams(query);
  if (view) values.set('view', view);
  else values.delete('view');
  if (view !== 'map' || position === null) values.delete('map');
  else if (position) values.set('map', formatPosition(position));
  const text = values.toString().replaceAll('%2F', '/');
  return text && `?${text}`;
}

const formatPosition = ({ zoom, latitude, longitude }: MapPosition): string =>
  [zoom.toFixed(2), latitude.toFixed(4), longitude.toFixed(4)].map(Number).join('/');
