import { formatNumber } from '../../util/text.ts';
import { button, element, findElement } from './dom.ts';
import { isolate, type Points } from './map-points.ts';
import type { Scale } from './map-scale.ts';

/*
 * What a map says in words: a card over it, and a legend below it.
 */

/**
 * Creates the card with what is known of the selected points.
 * @param onOpen called when the user opens the record of a point; undefined: it can't be opened
 * @param onClose called when the card is closed
 */
export function createCard(
  root: HTMLElement,
  points: Points,
  onOpen: ((row: number) => void) | undefined,
  onClose: () => void,
) {
  const card = findElement(root, '.card');

  function show(rows: readonly number[]): void {
    const closing = button('×', close, { class: 'close', 'aria-label': 'Close' });
    card.replaceChildren(...rows.flatMap(describePoint), closing);
    card.hidden = false;
  }

  function describePoint(row: number): HTMLElement[] {
    const { latitudes, longitudes, value } = points.columns;
    const amount = value ? `${value.title}: ${formatNumber(value.values[row] ?? 'none')}` : '';
    const lines = [points.details(row).join(', '), amount].filter(Boolean);
    const position = [latitudes[row], longitudes[row]].map((one) => one?.toFixed(4)).join(', ');
    return [
      element('p', {}, element('b', { dir: 'auto' }, points.label(row))),
      ...lines.map((line) => element('p', { dir: 'auto' }, line)),
      element('p', { class: 'aside' }, position),
      ...(onOpen ? [button('View record', () => onOpen(row), { class: 'open' })] : []),
    ];
  }

  function close(): void {
    if (card.hidden) return;
    const hadFocus = card.contains(document.activeElement);
    if (hadFocus) findElement(root, '.frame').focus({ preventScroll: true });
    card.hidden = true;
    onClose();
  }

  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
  return { show, close };
}

/**
 * Explains the colours of the points that are shown, from the least value to the greatest: a number between two colours
 * is the least value of the second one. The points at both ends have buttons that select them.
 */
export function showLegend(
  legend: HTMLElement,
  points: Points,
  rows: Uint32Array,
  { limits, colors, bands, ends }: Scale,
  select: (row: number) => void,
): void {
  const { value } = points.columns;
  legend.hidden = !value || rows.length === 0;
  const [least = [], most = []] = ends.map((row) => {
    const name = [points.label(row), ...points.details(row).slice(0, 1)].join(', ');
    const number = formatNumber(value?.values[row] ?? 0);
    return button(`${number} (${isolate(name)})`, () => select(row));
  });
  const dots = colors.slice(0, -1).map(createDot);
  const steps = dots.flatMap((dot, band) => [limits.slice(band - 1, band).map(formatNumber), dot]);
  const hasGaps = rows.some((row) => bands[row] === dots.length);
  const gaps = hasGaps ? element('span', {}, createDot('land'), ' no value') : [];
  const title = element('b', { dir: 'auto' }, value?.title ?? '');
  legend.replaceChildren(...[title, least, steps, most, gaps].flat(2));
}

/** @param color its name in the style sheet */
function createDot(color: string): HTMLElement {
  const dot = element('i');
  dot.style.background = `var(--${color})`;
  return dot;
}
