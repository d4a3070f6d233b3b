import { button, element } from './dom.ts';
import { drawMap, isInside } from './draw-map.ts';
import type { MapPoint } from './map-points.ts';
import {
  clamp,
  fitAll,
  type Position,
  pan,
  toScreen,
  type View,
  westOf,
  zoom,
} from './projection.ts';

/** How far from a dot a click can be, and how far a pointer can move in a click, in pixels. */
const [CLICK_DISTANCE, DRAG_DISTANCE] = [20, 5];

/** How many pixels a key moves the map, and the factor by which a key or a button enlarges it. */
const [KEY_STEP, ZOOM_FACTOR] = [60, 1.6];

/** The least scale after `zoomTo`: the width of the world in pixels. */
const POINT_SCALE = 2 ** 14;

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
};

/**
 * Creates a map that users can pan and zoom, and whose points they can click.
 * @param points at least one
 * @param label describes the map for screen readers
 */
export function createPointMap(
  points: readonly MapPoint[],
  label: string,
  onClick: (point: MapPoint, pointerType: string) => void,
) {
  const canvas = element('canvas', { role: 'img', 'aria-label': label });
  const usage = 'Map: arrow keys move it, + and − zoom, 0 shows all';
  const frameAttributes = { class: 'frame', tabindex: 0, role: 'group', 'aria-label': usage };
  const frame = element('div', frameAttributes, canvas);
  const tools = element(
    'div',
    { class: 'tools' },
    button('+', () => zoomBy(ZOOM_FACTOR), { 'aria-label': 'Zoom in' }),
    button('−', () => zoomBy(1 / ZOOM_FACTOR), { 'aria-label': 'Zoom out' }),
    button('All', () => setView(null), { 'aria-label': 'Show all' }),
  );
  const west = westOf(points.map(({ longitude }) => longitude));
  /** Null until the user pans or zooms: all points are shown, whatever the size of the map. */
  let userView: View | null = null;
  let hovered: MapPoint | null = null;
  let marked: MapPoint | null = null;
  let animationFrame = 0;

  new ResizeObserver(resize).observe(frame);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  frame.addEventListener('keydown', onKey);
  canvas.addEventListener('wheel', onWheel, { passive: false });
  addPointerListeners(canvas, {
    onDrag: (dx, dy) => setView(pan(getView(), dx, dy)),
    onPinch: zoomBy,
    onHover: (position) => hover(position && pointNear(position)),
    onClick(position, pointerType) {
      const point = pointNear(position);
      hover(point);
      if (point) onClick(point, pointerType);
    },
  });

  function fittingView(): View {
    return fitAll(points, frame.clientWidth, frame.clientHeight);
  }

  function getView(): View {
    const { clientWidth: width, clientHeight: height } = frame;
    return userView ? { ...userView, width, height } : fittingView();
  }

  function setView(view: View | null): void {
    userView = view;
    redraw();
  }

  function zoomBy(factor: number, around?: Position): void {
    const view = getView();
    setView(zoom(view, factor, around ?? { x: view.width / 2, y: view.height / 2 }));
  }

  /** Highlights one point, or none, and brings it into view. */
  function mark(point: MapPoint | null): void {
    marked = point;
    const view = getView();
    if (point && !isInside(toScreen(point, view), view, -8)) showAt(point, view.scale);
    redraw();
  }

  /** Highlights a point in the centre of the map. */
  function zoomTo(point: MapPoint): void {
    marked = point;
    showAt(point, Math.max(getView().scale, POINT_SCALE));
  }

  function showAt({ x, y }: MapPoint, scale: number): void {
    setView({ ...getView(), x, y, scale });
  }

  function hover(point: MapPoint | null): void {
    if (point === hovered) return;
    hovered = point;
    canvas.classList.toggle('on-point', point !== null);
    redraw();
  }

  function pointNear(position: Position): MapPoint | null {
    const view = getView();
    let [nearest, least]: [MapPoint | null, number] = [null, CLICK_DISTANCE];
    for (const point of points) {
      const away = distance(toScreen(point, view), position);
      if (away < least) [nearest, least] = [point, away];
    }
    return nearest;
  }

  function onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const arrow = ARROWS[key];
    if (arrow) setView(pan(getView(), ...arrow));
    else if (key === '+' || key === '=') zoomBy(ZOOM_FACTOR);
    else if (key === '-') zoomBy(1 / ZOOM_FACTOR);
    else if (key === '0') setView(null);
    else return;
    event.preventDefault();
  }

  /** Zooms with Ctrl, which browsers also set for a pinch on a touchpad; else the page scrolls. */
  function onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(Math.exp(-clamp(event.deltaY, -50, 50) / 100), positionOf(event));
  }

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = frame;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    redraw();
  }

  function redraw(): void {
    cancelAnimationFrame(animationFrame);
    animationFrame = requestAnimationFrame(() => {
      const highlighted = [...new Set([hovered, marked])].filter((point) => point !== null);
      const fittingScale = fittingView().scale;
      drawMap(canvas, { view: getView(), points, west, highlighted, fittingScale });
    });
  }

  return { element: element('div', { class: 'map' }, frame, tools), mark, zoomTo };
}

interface PointerActions {
  onDrag(dx: number, dy: number): void;
  /** Two pointers move apart, by a factor, or together. */
  onPinch(factor: number, centre: Position): void;
  /** No pointer is pressed; null as soon as it leaves the canvas. */
  onHover(position: Position | null): void;
  onClick(position: Position, pointerType: string): void;
}

function addPointerListeners(canvas: HTMLCanvasElement, actions: PointerActions): void {
  /** Where each pressed pointer is. */
  const pressed = new Map<number, Position>();
  let start: Position = { x: 0, y: 0 };
  let isDragging = false;
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    start = positionOf(event);
    pressed.set(event.pointerId, start);
    isDragging = pressed.size > 1;
  });
  canvas.addEventListener('pointermove', (event) => {
    const position = positionOf(event);
    const { x, y } = position;
    const before = pressed.get(event.pointerId);
    if (!before) return actions.onHover(position);
    isDragging ||= distance(position, start) > DRAG_DISTANCE;
    if (!isDragging) return;
    pressed.set(event.pointerId, position);
    const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return actions.onDrag(x - before.x, y - before.y);
    const factor = distance(position, other) / Math.max(1, distance(before, other));
    actions.onPinch(factor, { x: (x + other.x) / 2, y: (y + other.y) / 2 });
  });
  canvas.addEventListener('pointerup', (event) => {
    const isClick = !isDragging && pressed.size === 1;
    pressed.delete(event.pointerId);
    if (isClick) actions.onClick(positionOf(event), event.pointerType);
  });
  canvas.addEventListener('pointercancel', ({ pointerId }) => pressed.delete(pointerId));
  canvas.addEventListener('pointerleave', () => actions.onHover(null));
}

/** Where a pointer is on the canvas. */
const positionOf = ({ offsetX, offsetY }: MouseEvent): Position => ({ x: offsetX, y: offsetY });

const distance = (a: Position, b: Position): number => Math.hypot(a.x - b.x, a.y - b.y);
