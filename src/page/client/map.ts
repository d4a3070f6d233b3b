import { formatCount } from '../../util/text.ts';
import type { PointColumns } from '../view/point-columns.ts';
import { findElement } from './dom.ts';
import { type MapPosition, parsePosition, parseView } from './map-address.ts';
import { createPoints } from './map-points.ts';
import { createScale } from './map-scale.ts';
import { createCard, showLegend } from './map-texts.ts';
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
  const points = createPoints(columns);
  // Divides a task that would block the page for long.
  await new Promise((resolve) => setTimeout(resolve));
  let addressTimer = 0;

  findElement(root, '.empty').hidden = true;
  const map = findElement(root, '.map');
  map.hidden = false;
  const view = createMapView(map, points, { select: open, move: saveAddress });
  const card = createCard(root, points, onOpen, () => view.select(null));

  /**
   * Selects the points at one position, and shows what is known about them in a card over the map; none: selects none.
   * @param leastZoom that of the map's `select`
   */
  function open(rows: readonly number[], leastZoom?: number): void {
    const [first] = rows;
    if (first !== undefined && points.located.includes(first)) {
      card.show(rows);
      view.select(first, leastZoom);
    } else card.close();
  }

  function saveAddress(position: MapPosition | null): void {
    clearTimeout(addressTimer);
    const save = () => saveView(parseView(location.search) ?? '', position);
    addressTimer = setTimeout(save, ADDRESS_DELAY);
  }

  /** Selects a point, and moves the map to it; null selects none. */
  const select = (row: number | null) => open(row === null ? [] : [row], POINT_ZOOM);

  /**
   * Shows the points with a mark for their row, or all, where the page's address tells, and names the map.
   * @returns how many they are
   */
  function show(rows: Uint8Array | null): number {
    const shown = points.located.filter((row) => rows?.[row] !== 0);
    const scale = createScale(columns.value, shown);
    view.show(shown, scale, parsePosition(location.search));
    showLegend(findElement(root, '.legend'), points, shown, scale, select);
    const text = `Map of ${formatCount(shown.length, 'record', root.dataset.noun)}`;
    findElement(root, '[role=img]').setAttribute('aria-label', text);
    return shown.length;
  }

  return { show, select };
}
