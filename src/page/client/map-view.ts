import { select } from 'd3-selection';
import 'd3-transition';
import { type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { findElement } from './dom.ts';
import { type Box, drawMap, toScreen } from './draw-map.ts';
import type { MapPosition } from './map-address.ts';
import { type Atlas, WORLD } from './map-atlas.ts';
import type { MapPoint } from './map-points.ts';

/** How far from a dot a click can be, in pixels. */
const CLICK_DISTANCE = 20;

/** How many pixels a key moves the map, and the factor by which a key or a button enlarges it. */
const [KEY_STEP, ZOOM_FACTOR] = [60, 1.6];

/** The scale to see one point and its surroundings, and the greatest: a pixel is about 150 m. */
export const POINT_SCALE = 2 ** 6;
const MAX_SCALE = 2 ** 10;

/** The space around all points, in pixels. */
const MARGIN = 28;

/** How long the map takes to move, in ms. */
const DURATION = 300;

type Position = readonly [x: number, y: number];

/**
 * Starts a map that users can pan and zoom, and whose points they can select.
 * @param root contains the canvas, in a frame, and buttons with the keys that do the same
 * @param points at least one, the most important ones first
 * @param on `select`: a point is clicked, or the keyboard selects it; null: a click on no point. `move`:
 * the map has moved; null: it shows all points. `highlight`: the keyboard has highlighted a point
 */
export function startMapView(
  root: HTMLElement,
  atlas: Atlas,
  points: readonly MapPoint[],
  on: {
    readonly select: (point: MapPoint | null, byKeyboard: boolean) => void;
    readonly move: (position: MapPosition | null) => void;
    readonly highlight: (point: MapPoint) => void;
  },
) {
  const frame = findElement(root, '.frame');
  const canvas = findElement<HTMLCanvasElement>(root, 'canvas');
  const card = findElement(root, '.card');
  const covers = [card, findElement(root, '.tools')];
  const selection = select<HTMLCanvasElement, unknown>(canvas);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => panBy(KEY_STEP, 0),
    ArrowRight: () => panBy(-KEY_STEP, 0),
    ArrowUp: () => panBy(0, KEY_STEP),
    ArrowDown: () => panBy(0, -KEY_STEP),
    '+': () => zoomBy(ZOOM_FACTOR),
    '=': () => zoomBy(ZOOM_FACTOR),
    '-': () => zoomBy(1 / ZOOM_FACTOR),
    '0': () => behavior.transform(animated(), home),
    Enter: () => hovered && on.select(hovered, true),
  };
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DURATION;
  let [width, height] = [1, 1];
  /** The view with all points, which is also the farthest. */
  let home: ZoomTransform = zoomIdentity;
  let transform = home;
  let byKeyboard = false;
  let hovered: MapPoint | null = null;
  let marked: MapPoint | null = null;
  let drawing = 0;

  const behavior = zoom<HTMLCanvasElement, unknown>()
    .filter(isForMap)
    .wheelDelta(({ deltaY }) => -Math.max(-50, Math.min(50, deltaY)) / 70)
    .extent(() => boundsOf(width, height))
    .duration(duration)
    .on('zoom', (event: { transform: ZoomTransform }) => {
      transform = event.transform;
      redraw();
    })
    .on('end', () => {
      if (byKeyboard) highlightCentre();
      on.move(showsAll() ? null : positionOf(transform));
    });
  selection.call(behavior);

  resize();
  new ResizeObserver(resize).observe(frame);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  frame.addEventListener('keydown', (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    byKeyboard = true;
    action();
    event.preventDefault();
  });
  frame.addEventListener('focus', () => {
    if (!frame.matches(':focus-visible')) return;
    byKeyboard = true;
    highlightCentre();
  });
  frame.addEventListener('blur', () => hover(null));
  for (const button of root.querySelectorAll<HTMLButtonElement>('.tools button')) {
    button.addEventListener('click', () => keys[button.value]?.());
  }
  canvas.addEventListener('pointermove', (event) => {
    byKeyboard = false;
    if (event.buttons === 0) hover(nearest([event.offsetX, event.offsetY], CLICK_DISTANCE));
  });
  canvas.addEventListener('pointerleave', () => byKeyboard || hover(null));
  // d3-zoom prevents the click at the end of a drag.
  canvas.addEventListener('click', ({ offsetX, offsetY }) =>
    on.select(nearest([offsetX, offsetY], CLICK_DISTANCE), false),
  );

  function resize(): void {
    const middle = transform.invert([width / 2, height / 2]);
    const showedAll = showsAll();
    [width, height] = [frame.clientWidth, frame.clientHeight];
    home = fitAll();
    behavior
      .translateExtent([home.invert([0, 0]), home.invert([width, height])])
      .scaleExtent([home.k, Math.max(MAX_SCALE, home.k * 8)]);
    behavior.transform(selection, showedAll ? home : viewOf(middle, transform.k));
  }

  /** Whether all points are shown, as they are until the user zooms, whatever the size of the map. */
  function showsAll(): boolean {
    return transform.k <= home.k;
  }

  /** The view that shows all points, and nothing beyond the ends of the world. */
  function fitAll(): ZoomTransform {
    const [left, right] = rangeOf(points.map(({ x }) => x));
    const [top, bottom] = rangeOf(points.map(({ y }) => y));
    const scaleFor = (length: number, range: number) => Math.max(1, length - 2 * MARGIN) / range;
    const wanted = Math.min(scaleFor(width, right - left), scaleFor(height, bottom - top));
    const scale = Math.max(Math.min(wanted, MAX_SCALE), width / WORLD, height / WORLD);
    const view = centredAt([(left + right) / 2, (top + bottom) / 2], scale, width, height);
    return behavior.constrain()(view, boundsOf(width, height), boundsOf(WORLD, WORLD));
  }

  /** The view with a position in its middle, or as close to it as the map's limits allow. */
  function viewOf(position: Position, scale: number): ZoomTransform {
    const possible = Math.max(home.k, Math.min(behavior.scaleExtent()[1], scale));
    const wanted = centredAt(position, possible, width, freeHeight());
    return behavior.constrain()(wanted, boundsOf(width, height), behavior.translateExtent());
  }

  const zoomBy = (factor: number) => behavior.scaleBy(animated(), factor);
  const panBy = (dx: number, dy: number) =>
    behavior.translateBy(selection, dx / transform.k, dy / transform.k);

  /** The height above the card, which on narrow screens is as wide as the map. */
  function freeHeight(): number {
    const { left, top, right } = boxOf(card);
    return right - left > width * 0.75 ? top : height;
  }

  const animated = () => selection.transition().duration(duration);

  function positionOf(view: ZoomTransform): MapPosition {
    const middle = view.invert([width / 2, height / 2]);
    const [longitude, latitude] = atlas.projection.invert?.(middle) ?? [0, 0];
    return { zoom: Math.log2(view.k), latitude, longitude };
  }

  /** Shows a position of the page's address. */
  function show({ zoom, latitude, longitude }: MapPosition): void {
    const position = atlas.projection([longitude, latitude]);
    if (position) behavior.transform(selection, viewOf(position, 2 ** zoom));
  }

  /**
   * Highlights one point, or none, and brings it into view.
   * @param leastScale enlarges the map to this scale; null: the map stays where it is
   */
  function mark(point: MapPoint | null, leastScale: number | null = 0): void {
    marked = point;
    if (point && leastScale !== null && (transform.k < leastScale || !isClear(point))) {
      const view = viewOf([point.x, point.y], Math.max(transform.k, leastScale));
      behavior.transform(animated(), view);
    }
    redraw();
  }

  /** Whether a point can be seen: not at the edge, and below no other element. */
  function isClear(point: MapPoint): boolean {
    const { x, y } = toScreen(point, transform);
    if (x < MARGIN || y < MARGIN || x > width - MARGIN || y > height - MARGIN) return false;
    return !covers.map(boxOf).some(({ left, top, right, bottom }) => {
      const isBeside = x < left - MARGIN || x > right + MARGIN;
      return !isBeside && y > top - MARGIN && y < bottom + MARGIN;
    });
  }

  function hover(point: MapPoint | null): void {
    if (point === hovered) return;
    hovered = point;
    canvas.classList.toggle('on-point', point !== null);
    redraw();
  }

  /** Highlights the point that Enter selects. */
  function highlightCentre(): void {
    const point = nearest([width / 2, height / 2], Math.hypot(width, height) / 2);
    hover(point);
    if (point) on.highlight(point);
  }

  function nearest([x, y]: Position, distance: number): MapPoint | null {
    let [found, least]: [MapPoint | null, number] = [null, distance];
    for (const point of points) {
      const screen = toScreen(point, transform);
      const away = Math.hypot(screen.x - x, screen.y - y);
      if (away < least) [found, least] = [point, away];
    }
    return found;
  }

  function redraw(): void {
    cancelAnimationFrame(drawing);
    drawing = requestAnimationFrame(() => {
      const { k, x, y } = transform;
      const highlighted = [...new Set([marked, hovered])].filter((point) => point !== null);
      drawMap(canvas, { k, x, y, width, height }, atlas, points, highlighted, covers.map(boxOf));
    });
  }

  return { mark, show };
}

/**
 * Whether the map follows an event; others scroll the page. The wheel zooms with Ctrl, which browsers
 * also set for a pinch on a touchpad, and a touch with two fingers.
 */
function isForMap(event: MouseEvent | TouchEvent): boolean {
  if ('touches' in event) return event.touches.length > 1;
  return event.type === 'wheel' ? event.ctrlKey || event.metaKey : event.button === 0;
}

/** Where an element of the map is on its canvas. */
function boxOf(cover: HTMLElement): Box {
  const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = cover;
  return { left, top, right: left + offsetWidth, bottom: top + offsetHeight };
}

const boundsOf = (width: number, height: number): [[number, number], [number, number]] => [
  [0, 0],
  [width, height],
];

const rangeOf = (values: readonly number[]): Position => [
  values.reduce((a, b) => Math.min(a, b)),
  values.reduce((a, b) => Math.max(a, b)),
];

/** The view with a position in its middle. */
export const centredAt = ([x, y]: Position, scale: number, width: number, height: number) =>
  zoomIdentity
    .translate(width / 2, height / 2)
    .scale(scale)
    .translate(-x, -y);
