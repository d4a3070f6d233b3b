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

/** A query with a position; null removes it. Other parameters stay. */
export function formatMapQuery(query: string, position: MapPosition | null): string {
  const values = new URLSearchParams(query);
  if (position) values.set('map', formatPosition(position));
  else values.delete('map');
  const text = values.toString().replaceAll('%2F', '/');
  return text && `?${text}`;
}

const formatPosition = ({ zoom, latitude, longitude }: MapPosition): string =>
  [zoom.toFixed(2), latitude.toFixed(4), longitude.toFixed(4)].map(Number).join('/');
