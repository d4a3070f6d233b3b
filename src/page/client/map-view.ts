import { select } from 'd3-selection';
import 'd3-transition';
import { type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { findElement } from './dom.ts';
import { drawMap, toScreen } from './draw-map.ts';
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

/** What a map reports. */
interface MapListeners {
  /** A point is clicked, or selected by the keyboard; null: a click on no point. */
  readonly select: (point: MapPoint | null, byKeyboard: boolean) => void;
  /** The map has moved; null: it shows all points. */
  readonly move: (position: MapPosition | null) => void;
  /** The keyboard has highlighted a point. */
  readonly highlight: (point: MapPoint) => void;
}

/** A map that users can pan and zoom, and whose points they can select. */
export class MapView {
  readonly #frame: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #card: HTMLElement;
  readonly #duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DURATION;
  readonly #zoom = zoom<HTMLCanvasElement, unknown>();
  #width = 1;
  #height = 1;
  /** The view with all points, which is also the farthest. */
  #home: ZoomTransform = zoomIdentity;
  #transform = this.#home;
  #byKeyboard = false;
  /** The point under the pointer, or the one that Enter selects. */
  #hovered: MapPoint | null = null;
  #marked: MapPoint | null = null;
  #drawing = 0;

  /**
   * @param root contains the canvas, in a frame, and buttons with the keys that do the same
   * @param points at least one, the most important ones first
   */
  constructor(
    private readonly root: HTMLElement,
    private readonly atlas: Atlas,
    private readonly points: readonly MapPoint[],
    private readonly on: MapListeners,
  ) {
    this.#frame = findElement(root, '.frame');
    this.#canvas = findElement<HTMLCanvasElement>(root, 'canvas');
    this.#card = findElement(root, '.card');
    this.#startZoom();
    this.#resize();
    new ResizeObserver(() => this.#resize()).observe(this.#frame);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#redraw());
    this.#listenToKeyboard();
    this.#listenToPointer();
  }

  /** Shows a position of the page's address. */
  show({ zoom, latitude, longitude }: MapPosition): void {
    const position = this.atlas.projection([longitude, latitude]);
    if (position) this.#zoom.transform(this.#selection, this.#viewAround(position, 2 ** zoom));
  }

  /**
   * Marks one point, or none, and moves the map to it.
   * @param leastScale enlarges the map to this scale; null: the map stays where it is
   */
  mark(point: MapPoint | null, leastScale: number | null = 0): void {
    this.#marked = point;
    if (point && leastScale !== null) {
      const scale = Math.max(this.#transform.k, leastScale);
      this.#zoom.transform(this.#animation, this.#viewAround([point.x, point.y], scale));
    }
    this.#redraw();
  }

  get #selection() {
    return select<HTMLCanvasElement, unknown>(this.#canvas);
  }

  /** The canvas, moving to its next view. */
  get #animation() {
    return this.#selection.transition().duration(this.#duration);
  }

  /** Lets d3-zoom turn gestures into views of the map. */
  #startZoom(): void {
    this.#zoom
      .filter(isForMap)
      .wheelDelta(({ deltaY }) => -Math.max(-50, Math.min(50, deltaY)) / 70)
      .extent(() => boundsOf(this.#width, this.#height))
      .duration(this.#duration)
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => {
        this.#transform = transform;
        this.#redraw();
      })
      .on('end', () => {
        if (this.#byKeyboard) this.#highlightCentre();
        this.on.move(this.#showsAll() ? null : this.#mapPosition());
      });
    this.#selection.call(this.#zoom);
  }

  /** Makes keys, and the buttons with their names, move the map and select a point. */
  #listenToKeyboard(): void {
    const zoomBy = (factor: number) => this.#zoom.scaleBy(this.#animation, factor);
    const panBy = (dx: number, dy: number) =>
      this.#zoom.translateBy(this.#selection, dx / this.#transform.k, dy / this.#transform.k);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => panBy(KEY_STEP, 0),
      ArrowRight: () => panBy(-KEY_STEP, 0),
      ArrowUp: () => panBy(0, KEY_STEP),
      ArrowDown: () => panBy(0, -KEY_STEP),
      '+': () => zoomBy(ZOOM_FACTOR),
      '=': () => zoomBy(ZOOM_FACTOR),
      '-': () => zoomBy(1 / ZOOM_FACTOR),
      '0': () => this.#zoom.transform(this.#animation, this.#home),
      Enter: () => this.#hovered && this.on.select(this.#hovered, true),
    };
    this.#frame.addEventListener('keydown', (event) => {
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      this.#byKeyboard = true;
      action();
      event.preventDefault();
    });
    this.#frame.addEventListener('focus', () => {
      if (!this.#frame.matches(':focus-visible')) return;
      this.#byKeyboard = true;
      this.#highlightCentre();
    });
    this.#frame.addEventListener('blur', () => this.#hover(null));
    for (const button of this.root.querySelectorAll<HTMLButtonElement>('.tools button')) {
      button.addEventListener('click', () => actions[button.value]?.());
    }
  }

  /** Makes the pointer highlight and select points. */
  #listenToPointer(): void {
    const pointAt = ({ offsetX, offsetY }: MouseEvent) =>
      this.#nearestPoint([offsetX, offsetY], CLICK_DISTANCE);
    this.#canvas.addEventListener('pointermove', (event) => {
      this.#byKeyboard = false;
      if (event.buttons === 0) this.#hover(pointAt(event));
    });
    this.#canvas.addEventListener('pointerleave', () => this.#byKeyboard || this.#hover(null));
    // d3-zoom prevents the click at the end of a drag.
    this.#canvas.addEventListener('click', (event) => this.on.select(pointAt(event), false));
  }

  /** Adapts the map and its limits to the size of its frame. */
  #resize(): void {
    const middle = this.#transform.invert([this.#width / 2, this.#height / 2]);
    const showedAll = this.#showsAll();
    [this.#width, this.#height] = [this.#frame.clientWidth, this.#frame.clientHeight];
    this.#home = this.#fitAll();
    const [start, end] = boundsOf(this.#width, this.#height);
    this.#zoom
      .translateExtent([this.#home.invert(start), this.#home.invert(end)])
      .scaleExtent([this.#home.k, Math.max(MAX_SCALE, this.#home.k * 8)]);
    const view = showedAll ? this.#home : this.#viewAround(middle, this.#transform.k);
    this.#zoom.transform(this.#selection, view);
  }

  /** Whether all points are shown, as they are until the user zooms, whatever the size of the map. */
  #showsAll(): boolean {
    return this.#transform.k <= this.#home.k;
  }

  /** The view that shows all points, and nothing beyond the ends of the world. */
  #fitAll(): ZoomTransform {
    const [width, height] = [this.#width, this.#height];
    const [left, right] = rangeOf(this.points.map(({ x }) => x));
    const [top, bottom] = rangeOf(this.points.map(({ y }) => y));
    const scaleFor = (length: number, range: number) => Math.max(1, length - 2 * MARGIN) / range;
    const wanted = Math.min(scaleFor(width, right - left), scaleFor(height, bottom - top));
    const scale = Math.max(Math.min(wanted, MAX_SCALE), width / WORLD, height / WORLD);
    const view = centredAt([(left + right) / 2, (top + bottom) / 2], scale, width, height);
    return this.#zoom.constrain()(view, boundsOf(width, height), boundsOf(WORLD, WORLD));
  }

  /** The view with a position in its middle, or as close to it as the map's limits allow. */
  #viewAround(position: Position, scale: number): ZoomTransform {
    const possible = Math.max(this.#home.k, Math.min(this.#zoom.scaleExtent()[1], scale));
    const wanted = centredAt(position, possible, this.#width, this.#freeHeight());
    const bounds = boundsOf(this.#width, this.#height);
    return this.#zoom.constrain()(wanted, bounds, this.#zoom.translateExtent());
  }

  /** The height above the card, which on narrow screens is as wide as the map. */
  #freeHeight(): number {
    const { offsetTop, offsetWidth } = this.#card;
    return offsetWidth > this.#width * 0.75 ? offsetTop : this.#height;
  }

  /** The middle of the map and its zoom level. */
  #mapPosition(): MapPosition {
    const middle = this.#transform.invert([this.#width / 2, this.#height / 2]);
    const [longitude, latitude] = this.atlas.projection.invert?.(middle) ?? [0, 0];
    return { zoom: Math.log2(this.#transform.k), latitude, longitude };
  }

  /** Highlights one point, or none. */
  #hover(point: MapPoint | null): void {
    if (point === this.#hovered) return;
    this.#hovered = point;
    this.#canvas.classList.toggle('on-point', point !== null);
    this.#redraw();
  }

  /** Highlights the point that Enter selects. */
  #highlightCentre(): void {
    const [width, height] = [this.#width, this.#height];
    const point = this.#nearestPoint([width / 2, height / 2], Math.hypot(width, height) / 2);
    this.#hover(point);
    if (point) this.on.highlight(point);
  }

  /** The point that is nearest to a position on the canvas; null if all are farther than `distance`. */
  #nearestPoint([x, y]: Position, distance: number): MapPoint | null {
    let [found, least]: [MapPoint | null, number] = [null, distance];
    for (const point of this.points) {
      const screen = toScreen(point, this.#transform);
      const away = Math.hypot(screen.x - x, screen.y - y);
      if (away < least) [found, least] = [point, away];
    }
    return found;
  }

  /** Draws the map once before the browser paints the next time. */
  #redraw(): void {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = requestAnimationFrame(() => {
      const { k, x, y } = this.#transform;
      const view = { k, x, y, width: this.#width, height: this.#height };
      const marks = [...new Set([this.#marked, this.#hovered])].filter((point) => point !== null);
      drawMap(this.#canvas, view, this.atlas, this.points, marks);
    });
  }
}

/**
 * Whether the map follows an event; others scroll the page. The wheel zooms with Ctrl, which browsers
 * also set for a pinch on a touchpad, and a touch with two fingers.
 */
function isForMap(event: MouseEvent | TouchEvent): boolean {
  if ('touches' in event) return event.touches.length > 1;
  return event.type === 'wheel' ? event.ctrlKey || event.metaKey : event.button === 0;
}

const boundsOf = (width: number, height: number): [[number, number], [number, number]] => [
  [0, 0],
  [width, height],
];

/** The least and the greatest of many values; a call could not take them all as arguments. */
const rangeOf = (values: readonly number[]): Position => [
  values.reduce((a, b) => Math.min(a, b)),
  values.reduce((a, b) => Math.max(a, b)),
];

/** The view with a position in its middle. */
const centredAt = ([x, y]: Position, scale: number, width: number, height: number) =>
  zoomIdentity
    .translate(width / 2, height / 2)
    .scale(scale)
    .translate(-x, -y);
