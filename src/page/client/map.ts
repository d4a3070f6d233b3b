import { encodeKey } from '../../core/encode-key.ts';
import { formatNumber } from '../../util/text.ts';
import { formatHash } from '../view/request-target.ts';
import { button, element, findElement } from './dom.ts';
import { formatMapQuery, type MapPosition, parsePlace, parsePosition } from './map-address.ts';
import { createAtlas } from './map-atlas.ts';
import {
  createPoints,
  findCentre,
  fullName,
  type MapFeature,
  type MapPoint,
  type Naming,
} from './map-points.ts';
import { MapView, POINT_SCALE } from './map-view.ts';
import { startPointSearch } from './point-search.ts';

/** Browsers limit how often a page may change its address. */
const ADDRESS_DELAY = 400;

/** `leastScale` is that of `MapView.mark`. */
type OpenOptions = { readonly focus?: boolean; readonly leastScale?: number | null };

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
  if (initialPosition) view.show(initialPosition);
  if (initialPoint) open(initialPoint, { leastScale: initialPosition ? null : POINT_SCALE });

  /** Selects a point, and shows what is known about it in a card over the map. */
  function open(point: MapPoint, { focus = false, leastScale = 0 }: OpenOptions): void {
    selected = point;
    const { list } = section.dataset;
    const href = formatHash(`${list}${encodeKey(point.id)}/`);
    // Not all records have addresses.
    const links = list ? [element('a', { class: 'button', href }, 'View record')] : [];
    const closing = button('×', close, { 'aria-label': 'Close' });
    const { latitude, longitude } = point;
    card.replaceChildren(
      element('p', {}, element('b', {}, point.label)),
      element('p', {}, point.details.join(', ')),
      element('p', { class: 'aside' }, `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`),
      ...links,
      closing,
    );
    card.hidden = false;
    status.replaceChildren(`Selected: ${fullName(point)}.`);
    view.mark(point, leastScale);
    if (focus) (links[0] ?? closing).focus({ preventScroll: true });
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

  /** Adds a button that selects a record to a part of the page; none if the record has no position. */
  function addMapButton(container: HTMLElement, key: string): void {
    const point = byKey.get(key);
    const onClick = () => {
      if (point) open(point, { focus: true, leastScale: POINT_SCALE });
      section.scrollIntoView();
    };
    if (point) container.replaceChildren(button('Show on the map', onClick));
  }

  return { addMapButton };
}

/** How the features of a section are named, from its `data-` attributes. */
function readNaming({ dataset }: HTMLElement): Naming {
  const { label = '', details = '', names = '{}', labels = '' } = dataset;
  const ranked = labels.split(' ').filter(Boolean).map(Number);
  return { label, details: details.split(' '), names: JSON.parse(names), ranked };
}

/** Shows the map in place of the message that it is loading. */
function reveal(section: HTMLElement, points: readonly MapPoint[]): void {
  findElement(section, '.empty').hidden = true;
  findElement(section, '.map').hidden = false;
  const text = `Map of ${formatNumber(points.length)} ${section.dataset.noun}`;
  findElement(section, 'canvas').setAttribute('aria-label', text);
}
