import { formatCount, formatNumber } from '../../util/text.ts';
import type { PointColumns } from '../view/point-columns.ts';
import { button, element, findElement } from './dom.ts';
import { type MapPosition, parsePosition, parseView } from './map-address.ts';
import { colorOf, createPoints, NO_BAND, type Points } from './map-points.ts';
import { createMapView, POINT_ZOOM } from './map-view.ts';
import { saveView } from './save-view.ts';

/** Browsers limit how often a page may change its address. */
const ADDRESS_DELAY = 400;

/**
 * Starts the map of some points. A point is the number of its row.
 * @param root the part of the page with the map; `data-noun` names the points
 * @param columns at least one point has a position
 * @param onOpen called when the user opens the record of the selected point; undefined: it can't be opened
 */
export async function startMap(
  root: HTMLElement,
  columns: PointColumns,
  onOpen: ((row: number) => void) | undefined,
) {
  const map = findElement(root, '.map');
  const frame = findElement(root, '.frame');
  const card = findElement(root, '.card');
  const points = createPoints(columns);
  // Divides a task that would block the page for long.
  await new Promise((resolve) => setTimeout(resolve));
  let addressTimer = 0;

  findElement(root, '.empty').hidden = true;
  map.hidden = false;
  showLegend(findElement(root, '.legend'), points);
  const view = createMapView(map, points, { select: open, move: saveAddress });
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });

  /**
   * Selects the points at one position, and shows what is known about them in a card over the map; none: selects none.
   * @param leastZoom that of the map's `select`
   */
  function open(rows: readonly number[], leastZoom?: number): void {
    const [first] = rows;
    if (first === undefined || Number.isNaN(points.x[first] ?? NaN)) {
      close();
      return;
    }
    const closing = button('×', close, { class: 'close', 'aria-label': 'Close' });
    card.replaceChildren(...rows.flatMap(describePoint), closing);
    card.hidden = false;
    view.select(first, leastZoom);
  }

  function describePoint(row: number): HTMLElement[] {
    const lines = [points.details(row).join(', '), describeValue(points, row)].filter(Boolean);
    const position = [columns.latitudes[row], columns.longitudes[row]];
    return [
      element('p', {}, element('b', {}, points.label(row))),
      ...lines.map((line) => element('p', {}, line)),
      element('p', { class: 'aside' }, position.map((one) => one?.toFixed(4)).join(', ')),
      ...(onOpen ? [button('View record', () => onOpen(row), { class: 'open' })] : []),
    ];
  }

  function close(): void {
    if (card.hidden) return;
    const hadFocus = card.contains(document.activeElement);
    if (hadFocus) frame.focus({ preventScroll: true });
    card.hidden = true;
    view.select(null);
  }

  function saveAddress(position: MapPosition | null): void {
    clearTimeout(addressTimer);
    const save = () => saveView(parseView(location.search) ?? '', position);
    addressTimer = setTimeout(save, ADDRESS_DELAY);
  }

  /** Shows the points with a mark for their row, or all, where the page's address tells, and names the map. */
  function show(rows: Uint8Array | null): void {
    const count = view.show(rows, parsePosition(location.search));
    const text = `Map of ${formatCount(count, 'record', root.dataset.noun)}`;
    findElement(root, '[role=img]').setAttribute('aria-label', text);
  }

  /** Selects a point, and moves the map to it; null selects none. */
  const select = (row: number | null) => open(row === null ? [] : [row], POINT_ZOOM);

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
  if (bands.includes(NO_BAND)) entries.push(createEntry('land', 'no value'));
  legend.replaceChildren(element('b', {}, value.title), ...entries);
  legend.hidden = false;
}

/** @param color the name of a colour in the style sheet */
function createEntry(color: string, text: string): HTMLElement {
  const dot = element('i');
  dot.style.background = `var(--${color})`;
  return element('span', {}, dot, text);
}
