import { formatNumber } from '../../util/text.ts';
import type { PointColumns } from '../view/point-columns.ts';
import { button, element, findElement } from './dom.ts';
import { formatMapQuery, type MapPosition, parsePosition } from './map-address.ts';
import { colorOf, createPoints, fullName, NO_BAND, type Points } from './map-points.ts';
import { MapView, POINT_SCALE } from './map-view.ts';

/** Browsers limit how often a page may change its address. */
const ADDRESS_DELAY = 400;

/** `leastScale` is that of `MapView.mark`. */
type OpenOptions = { readonly focus?: boolean; readonly leastScale?: number };

/**
 * Starts the map of some points. A point is the number of its row.
 * @param root the part of the page with the map; `data-noun` names the points
 * @param columns at least one point has a position
 * @param onOpen called when the user opens the record of the selected point; absent: it can't be opened
 */
export function startMap(
  root: HTMLElement,
  columns: PointColumns,
  { onOpen }: { readonly onOpen?: ((row: number) => void) | undefined } = {},
) {
  const map = findElement(root, '.map');
  const frame = findElement(root, '.frame');
  const card = findElement(root, '.card');
  const status = findElement(root, '.announcer');
  const points = createPoints(columns);
  const initialPosition = parsePosition(location.search);
  let addressTimer = 0;

  findElement(root, '.empty').hidden = true;
  map.hidden = false;
  describe(null);
  showLegend(findElement(root, '.legend'), points);
  const view = new MapView(map, points, {
    select: (row, byKeyboard) => (row === null ? close() : open(row, { focus: byKeyboard })),
    move: saveAddress,
    highlight: (row) =>
      status.replaceChildren(`${fullName(points, row)}. Press Enter to select it.`),
  });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
  if (initialPosition) view.moveTo(initialPosition);

  /** Selects a point, and shows what is known about it in a card over the map. */
  function open(row: number, { focus = false, leastScale = 0 }: OpenOptions): void {
    if (Number.isNaN(points.x[row] ?? NaN)) {
      close();
      return;
    }
    const opening = onOpen ? [button('View record', () => onOpen(row), { class: 'open' })] : [];
    const closing = button('×', close, { class: 'close', 'aria-label': 'Close' });
    const lines = [points.details(row).join(', '), describeValue(points, row)].filter(Boolean);
    const position = [columns.latitudes[row], columns.longitudes[row]];
    card.replaceChildren(
      element('p', {}, element('b', {}, points.label(row))),
      ...lines.map((line) => element('p', {}, line)),
      element('p', { class: 'aside' }, position.map((one) => one?.toFixed(4)).join(', ')),
      ...opening,
      closing,
    );
    card.hidden = false;
    status.replaceChildren(`Selected: ${fullName(points, row)}.`);
    view.mark(row, leastScale);
    if (focus) (opening[0] ?? closing).focus({ preventScroll: true });
  }

  function close(): void {
    if (card.hidden) return;
    const hadFocus = card.contains(document.activeElement);
    if (hadFocus) frame.focus({ preventScroll: true });
    card.hidden = true;
    view.mark(null);
  }

  function saveAddress(position: MapPosition | null): void {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
      // A record has its place: its link needs no position.
      const isListing = root.closest('.where') === null;
      const query = formatMapQuery(location.search, isListing ? position : null);
      if (query === location.search) return;
      history.replaceState(history.state, '', location.pathname + query + location.hash);
    }, ADDRESS_DELAY);
  }

  /** Names the map, with the number of its points. */
  function describe(rows: Uint8Array | null): void {
    const isShown = (x: number, row: number) => !Number.isNaN(x) && rows?.[row] !== 0;
    const count = points.x.filter(isShown).length;
    const text = `Map of ${formatNumber(count)} ${root.dataset.noun}`;
    findElement(root, 'canvas').setAttribute('aria-label', text);
  }

  /** Shows the points with a mark for their row; null: all. */
  function show(rows: Uint8Array | null): void {
    describe(rows);
    view.show(rows);
  }

  /** Selects a point, and brings it into view; null selects none. */
  function select(row: number | null): void {
    if (row === null) close();
    else {
      open(row, { leastScale: POINT_SCALE });
      frame.scrollIntoView({ block: 'nearest' });
    }
  }

  return { show, select };
}

/** The value of a point that gives it its colour, with its title. */
function describeValue({ columns: { value } }: Points, row: number): string {
  if (!value) return '';
  const own = value.values[row] ?? null;
  return `${value.title}: ${own === null ? 'none' : formatNumber(own)}`;
}

/** Explains the colours of values. */
function showLegend(legend: HTMLElement, { columns: { value }, limits, bands }: Points): void {
  if (!value) return;
  const numbers = limits.map(formatNumber);
  const texts = [
    `below ${numbers[0]}`,
    ...numbers.slice(1).map((number, index) => `${numbers[index]} – ${number}`),
    `${numbers.at(-1)} or more`,
  ];
  const entries = (numbers.length === 0 ? ['any value'] : texts).map((text, band) =>
    createEntry(`band-${colorOf(band, limits)}`, text),
  );
  if (bands.includes(NO_BAND)) entries.push(createEntry('no-value', 'no value'));
  legend.replaceChildren(element('b', {}, value.title), ...entries);
  legend.hidden = false;
}

const createEntry = (color: string, text: string): HTMLElement =>
  element('span', {}, element('i', { class: color }), text);
