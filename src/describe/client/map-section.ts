import { formatNumber } from '../../util/text.ts';
import type { ApiClient } from './api-client.ts';
import { button, element, find } from './dom.ts';
import { type Feature, fullName, type MapPoint, pointsOf } from './map-points.ts';
import { POINT_SCALE, startPointMap } from './point-map.ts';
import { startPointSearch } from './point-search.ts';
import { rangeOf } from './projection.ts';
import { hashOf } from './target.ts';

/**
 * Starts the section with a map of the records and a search for one of them.
 * @param section its `data-` attributes name the request for the records, and the properties to show
 */
export function startMapSection(section: HTMLElement, api: ApiClient): void {
  const { features = '', list = '', noun = '', label = '', details = '' } = section.dataset;
  const card = find(section, '.card');
  const message = find(section, '.empty');
  let map: ReturnType<typeof startPointMap> | undefined;

  const finder = find(section, '.finder');
  const setPoints = startPointSearch(finder, (point) => map?.mark(point), select);
  // The focus of the search brings the section into view.
  const observer = new IntersectionObserver(loadInView, { rootMargin: '200px' });
  observer.observe(section);

  function loadInView(entries: readonly IntersectionObserverEntry[]): void {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void load();
  }

  async function load(): Promise<void> {
    observer.disconnect();
    message.replaceChildren('Loading the map …');
    try {
      const { response, value } = await api.get(features);
      if (!response.ok) throw new Error(`The status of the response is ${response.status}.`);
      const collection = value as { readonly features: readonly Feature[] };
      const points = pointsOf(collection.features, [label, ...details.split(' ')]);
      if (points.length > 0) showMap(points);
      else message.replaceChildren(`None of the ${noun} has a location yet.`);
    } catch (error) {
      const text = `The map can’t be shown. ${(error as Error).message} `;
      message.replaceChildren(text, button('Try again', load));
    }
  }

  function showMap(points: readonly MapPoint[]): void {
    const root = find(section, '.map');
    root.hidden = false;
    message.hidden = true;
    const distribution = describeDistribution(points);
    const count = formatNumber(points.length);
    const text = `Map of ${count} ${noun}: ${describeExtent(points)}. ${distribution}`;
    map = startPointMap(root, points, text, (point, pointerType) => {
      select(point);
      if (pointerType === 'mouse') location.hash = hashOfRecord(point);
    });
    find(section, '.plot .aside').prepend(distribution);
    setPoints(points);
  }

  /** Shows a point on the map, and a link to its record. */
  function select(point: MapPoint): void {
    map?.mark(point, POINT_SCALE);
    const position = `${point.latitude.toFixed(4)}, ${point.longitude.toFixed(4)}`;
    const attributes = { class: 'button', href: hashOfRecord(point) };
    card.replaceChildren(
      element('p', {}, element('b', {}, fullName(point))),
      element('p', { class: 'aside' }, position),
      element('p', {}, element('a', attributes, 'Show the record')),
    );
  }

  const hashOfRecord = ({ id }: MapPoint) => hashOf(`${list}${encodeURIComponent(id)}/`);
}

/** Where the points are: `latitude 18.1° to 64.8°, longitude …` */
function describeExtent(points: readonly MapPoint[]): string {
  const rangeText = (degrees: number[]) => {
    const [least, greatest] = rangeOf(degrees);
    return `${least.toFixed(1)}° to ${greatest.toFixed(1)}°`;
  };
  const latitudes = rangeText(points.map(({ latitude }) => latitude));
  return `latitude ${latitudes}, longitude ${rangeText(points.map(({ longitude }) => longitude))}`;
}

/** Where most of the points are, by the first of their details: `Most are in CA (310), …` */
function describeDistribution(points: readonly MapPoint[]): string {
  const counts = new Map<string, number>();
  for (const [first] of points.map(({ details }) => details)) {
    if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5);
  const described = largest.map(([name, count]) => `${name} (${formatNumber(count)})`).join(', ');
  return described && `Most are in ${described}.`;
}
