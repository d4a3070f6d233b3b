import { find } from './dom.ts';
import { drawMap } from './draw-map.ts';
import type { MapPoint } from './map-points.ts';
import { fitAll, isInside, type Position, pan, toScreen, type View, zoom } from './projection.ts';

/** How far from a dot a click can be, and how far a pointer can move in a click, in pixels. */
const [CLICK_DISTANCE, DRAG_DISTANCE] = [20, 5];

/** How many pixels a key moves the map, and the factor by which a key or a button enlarges it. */
const [KEY_STEP, ZOOM_FACTOR] = [60, 1.6];

/** A scale to see one point and its surroundings: the width of the world in pixels. */
export const POINT_SCALE = 2 ** 14;

/**
 * Starts a map that users can pan and zoom, and whose points they can click.
 * @param root contains the canvas, in a frame, and buttons with the keys that do the same
 * @param points at least one
 * @param label describes the map for screen readers
 */
export function startPointMap(
  root: HTMLElement,
  points: readonly MapPoint[],
  label: string,
  onClick: (point: MapPoint, pointerType: string) => void,
) {
  const frame = find(root, '.frame');
  const canvas = find<HTMLCanvasElement>(root, 'canvas');
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => panBy(KEY_STEP, 0),
    ArrowRight: () => panBy(-KEY_STEP, 0),
    ArrowUp: () => panBy(0, KEY_STEP),
    ArrowDown: () => panBy(0, -KEY_STEP),
    '+': () => zoomBy(ZOOM_FACTOR),
    '=': () => zoomBy(ZOOM_FACTOR),
    '-': () => zoomBy(1 / ZOOM_FACTOR),
    '0': () => setView(null),
  };
  /** Null until the user pans or zooms: all points are shown, whatever the size of the map. */
  let userView: View | null = null;
  let hovered: MapPoint | null = null;
  let marked: MapPoint | null = null;
  /** Where each pressed pointer is. */
  const pointers = new Map<number, Position>();
  let pressedAt: Position = { x: 0, y: 0 };
  let isDragging = false;

  canvas.setAttribute('aria-label', label);
  new ResizeObserver(redraw).observe(frame);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  frame.addEventListener('keydown', (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    action();
    event.preventDefault();
  });
  for (const button of root.querySelectorAll('button')) {
    button.addEventListener('click', () => keys[button.value]?.());
  }
  // With Ctrl, which browsers also set for a pinch on a touchpad; else the wheel scrolls the page.
  canvas.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const distance = Math.max(-50, Math.min(50, event.deltaY));
    zoomBy(Math.exp(-distance / 100), positionOf(event));
  });
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pressedAt = positionOf(event);
    pointers.set(event.pointerId, pressedAt);
    isDragging = pointers.size > 1;
  });
  canvas.addEventListener('pointermove', (event) => {
    const position = positionOf(event);
    const before = pointers.get(event.pointerId);
    if (!before) hover(pointNear(position));
    isDragging ||= distance(position, pressedAt) > DRAG_DISTANCE;
    if (!before || !isDragging) return;
    const { x, y } = position;
    pointers.set(event.pointerId, position);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const factor = distance(position, other) / Math.max(1, distance(before, other));
      zoomBy(factor, { x: (x + other.x) / 2, y: (y + other.y) / 2 });
    } else panBy(x - before.x, y - before.y);
  });
  canvas.addEventListener('pointerup', (event) => {
    const isClick = !isDragging && pointers.size === 1;
    pointers.delete(event.pointerId);
    if (!isClick) return;
    const point = pointNear(positionOf(event));
    hover(point);
    if (point) onClick(point, event.pointerType);
  });
  canvas.addEventListener('pointercancel', ({ pointerId }) => pointers.delete(pointerId));
  canvas.addEventListener('pointerleave', () => hover(null));

  const panBy = (dx: number, dy: number) => setView(pan(getView(), dx, dy));

  function getView(): View {
    const { clientWidth: width, clientHeight: height } = frame;
    return userView ? { ...userView, width, height } : fitAll(points, width, height);
  }

  function setView(view: View | null): void {
    userView = view;
    redraw();
  }

  function zoomBy(factor: number, around?: Position): void {
    const view = getView();
    setView(zoom(view, factor, around ?? { x: view.width / 2, y: view.height / 2 }));
  }

  /**
   * Highlights one point, or none, and brings it into view.
   * @param leastScale shows the point in the centre, and enlarges the map to this scale
   */
  function mark(point: MapPoint | null, leastScale = 0): void {
    marked = point;
    const view = getView();
    if (point && (leastScale > 0 || !isInside(toScreen(point, view), view, -8))) {
      setView({ ...view, x: point.x, y: point.y, scale: Math.max(view.scale, leastScale) });
    }
    redraw();
  }

  function hover(point: MapPoint | null): void {
    if (point === hovered) return;
    hovered = point;
    canvas.classList.toggle('on-point', point !== null);
    redraw();
  }

  function pointNear(position: Position): MapPoint | null {
    const view = getView();
    const distanceTo = (point: MapPoint) => distance(toScreen(point, view), position);
    const near = points.filter((point) => distanceTo(point) < CLICK_DISTANCE);
    return near.sort((a, b) => distanceTo(a) - distanceTo(b))[0] ?? null;
  }

  function redraw(): void {
    const highlighted = [...new Set([hovered, marked])].filter((point) => point !== null);
    drawMap(canvas, getView(), points, highlighted);
  }

  return { mark };
}

/** Where a pointer is on the canvas. */
const positionOf = ({ offsetX, offsetY }: MouseEvent): Position => ({ x: offsetX, y: offsetY });

const distance = (a: Position, b: Position): number => Math.hypot(a.x - b.x, a.y - b.y);
