import { formatNumber } from '../../util/text.ts';
import { formatHash } from '../view/request-target.ts';
import { button, element, findElement } from './dom.ts';
import { drawMap } from './draw-map.ts';
import { formatMapQuery, type MapPosition, parsePlace, parsePosition } from './map-address.ts';
import { type Atlas, createAtlas } from './map-atlas.ts';
import {
  createPoints,
  findCentre,
  fullName,
  type MapFeature,
  type MapPoint,
  type Naming,
} from './map-points.ts';
import { centredAt, MapView, POINT_SCALE } from './map-view.ts';
import { startPointSearch } from './point-search.ts';

/** The scale of the map of one record. */
const STILL_SCALE = 2 ** 5;

/** Browsers limit how often a page may change its address. */
const ADDRESS_DELAY = 400;

/**
 * Starts the map of some features and the search for one of them.
 * @param section its `data-` attributes say how features are named
 */
export function startMap(section: HTMLElement, features: readonly MapFeature[]) {
  const root = findElement(section, '.map');
  const card = findElement(section, '.card');
  const status = findElement(section, '.announcer');
  const atlas = createAtlas(findCentre(features.map(({ geometry }) => geometry.coordinates[0])));
  const points = createPoints(features, readNaming(section), atlas.projection).sort(
    (a, b) => a.rank - b.rank,
  );
  const byKey = new Map(points.map((point) => [point.id, point]));
  const initialPosition = parsePosition(location.search);
  const initialPoint = byKey.get(parsePlace(location.search) ?? '');
  let selected: MapPoint | undefined;
  let position: MapPosition | null = null;
  let addressTimer = 0;
  let drawStill = () => {};

  reveal(section, points);
  const view = new MapView(root, atlas, points, {
    select: (point, byKeyboard) => (point ? open(point, { focus: byKeyboard }) : close()),
    move(moved) {
      position = moved;
      saveAddress();
    },
    highlight: (point) => status.replaceChildren(`${fullName(point)}. Press Enter to select it.`),
  });
  startPointSearch(
    findElement(section, '.finder'),
    points,
    (point) => (point ? view.mark(point) : view.mark(selected ?? null, null)),
    (point) => open(point, { leastScale: POINT_SCALE }),
  );
  section.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => drawStill());
  if (initialPosition) view.show(initialPosition);
  if (initialPoint) open(initialPoint, { leastScale: initialPosition ? 0 : POINT_SCALE });

  /** Selects a point, and shows what is known about it in a card over the map. */
  function open(point: MapPoint, { focus = false, leastScale = 0 }): void {
    selected = point;
    const href = formatHash(`${section.dataset.list}${encodeURIComponent(point.id)}/`);
    const link = element('a', { class: 'button', href }, 'View record');
    const closeButton = button('×', close, { 'aria-label': 'Close' });
    card.replaceChildren(...describePoint(point), link, closeButton);
    card.hidden = false;
    status.replaceChildren(`Selected: ${fullName(point)}.`);
    view.mark(point, leastScale);
    if (focus) link.focus({ preventScroll: true });
    saveAddress();
  }

  function close(): void {
    if (!selected) return;
    selected = undefined;
    const hadFocus = card.contains(document.activeElement);
    if (hadFocus) findElement(root, '.frame').focus({ preventScroll: true });
    card.hidden = true;
    view.mark(null, null);
    saveAddress();
  }

  function saveAddress(): void {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      const query = formatMapQuery(location.search, position, selected?.id ?? null);
      if (query === location.search) return;
      history.replaceState(history.state, '', location.pathname + query + location.hash);
    }, ADDRESS_DELAY);
  }

  /** Shows a small map of a record, and a link to its place on the map of all, in a hidden container. */
  function showPlace(container: HTMLElement, key: string): void {
    const point = byKey.get(key);
    if (!point) return;
    const canvas = element('canvas', { role: 'img', 'aria-label': `Map: ${fullName(point)}` });
    drawStill = () => drawPlace(canvas, atlas, points, point);
    container.replaceChildren(canvas, linkToPlace(point));
    container.hidden = false;
    new ResizeObserver(drawStill).observe(canvas);
  }

  /** A link that selects a point on the map of all. */
  function linkToPlace(point: MapPoint): HTMLElement {
    const { id, latitude, longitude } = point;
    const target = { zoom: Math.log2(POINT_SCALE), latitude, longitude };
    const href = `${formatMapQuery(location.search, target, id)}#${section.id}`;
    const link = element('a', { href }, 'Show on the map');
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, '', href);
      view.show(target);
      open(point, { focus: true });
      section.scrollIntoView();
    });
    return link;
  }

  return { showPlace };
}

/** How the features of a section are named, from its `data-` attributes. */
function readNaming({ dataset }: HTMLElement): Naming {
  const { label = '', details = '', names = '{}', labels = '' } = dataset;
  const ranked = labels.split(' ').filter(Boolean).map(Number);
  return { label, details: details.split(' '), names: JSON.parse(names), ranked };
}

/** Shows the map in place of the message that it is loading, with a description of its points. */
function reveal(section: HTMLElement, points: readonly MapPoint[]): void {
  findElement(section, '.empty').hidden = true;
  findElement(section, '.map').hidden = false;
  const distribution = describeDistribution(points);
  findElement(section, '.distribution').replaceChildren(distribution);
  const text = `Map of ${formatNumber(points.length)} ${section.dataset.noun}. ${distribution}`;
  findElement(section, 'canvas').setAttribute('aria-label', text);
}

/** The name and the position of a point. */
const describePoint = ({ label, details, latitude, longitude }: MapPoint): Node[] => [
  element('p', {}, element('b', {}, label)),
  element('p', {}, details.join(', ')),
  element('p', { class: 'aside' }, `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`),
];

/** Draws the surroundings of a point, if the canvas is shown. */
function drawPlace(
  canvas: HTMLCanvasElement,
  atlas: Atlas,
  points: readonly MapPoint[],
  point: MapPoint,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0) return;
  const { k, x, y } = centredAt([point.x, point.y], STILL_SCALE, width, height);
  drawMap(canvas, { k, x, y, width, height }, atlas, points, [point]);
}

/** Where most of the points are, by the first of their details: `Most are in California (310), …` */
function describeDistribution(points: readonly MapPoint[]): string {
  const counts = new Map<string, number>();
  for (const name of points.flatMap(({ details }) => details[0] ?? [])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, a], [, b]) => b - a).slice(0, 5);
  const described = largest.map(([name, count]) => `${name} (${formatNumber(count)})`).join(', ');
  return described && `Most are in ${described}.`;
}
