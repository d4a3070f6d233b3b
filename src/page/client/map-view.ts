import { select } from 'd3-selection';
import 'd3-transition';
import { type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { findElement } from './dom.ts';
import { createPainter } from './draw-map.ts';
import type { MapPosition } from './map-address.ts';
import { type Points, rangeOf } from './map-points.ts';
import { projectLatitude, projectLongitude, toScreen, unproject, WORLD } from './projection.ts';

/** How far from a dot a click can be, in pixels. */
const CLICK_DISTANCE = 20;

/** How many pixels a key moves the map, and the factor by which a key or a button enlarges it. */
const [KEY_STEP, ZOOM_FACTOR] = [60, 1.6];

/** The scale to see one point and its surroundings, and the greatest: a pixel is about 150 m. */
export const POINT_SCALE = 2 ** 6;
const MAX_SCALE = 2 ** 10;

/** The space around all points, in pixels. */
const MARGIN = 28;

/** The share of the positions at each end that the first view leaves out, from west to east and from north to south. */
const OUTLIERS = 0.01;

/** How long the map takes to move, in ms. */
const DURATION = 300;

type Position = readonly [x: number, y: number];

/** Some ranges of x and y. */
type Extent = Readonly<Record<'x' | 'y', Position>>;

/** What a map reports. */
interface MapListeners {
  /** A point is clicked, or selected by the keyboard; null: a click on no point. */
  readonly select: (row: number | null, byKeyboard: boolean) => void;
  /** The map has moved; null: it shows what it shows first. */
  readonly move: (position: MapPosition | null) => void;
  /** The keyboard has highlighted a point. */
  readonly highlight: (row: number) => void;
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
  /** What is shown: most of the points, or all of them. */
  #extents: Readonly<Record<'most' | 'all', Extent>>;
  #shown: Uint8Array | null = null;
  /** The view with most of the points, and the farthest one, with all. */
  #home: ZoomTransform = zoomIdentity;
  #farthest = this.#home;
  #transform = this.#home;
  #byKeyboard = false;
  /** The point under the pointer, or the one that Enter selects. */
  #hovered: number | null = null;
  #marked: number | null = null;
  readonly #painter: ReturnType<typeof createPainter>;
  #drawing = 0;

  /**
   * @param root contains the canvas, in a frame, and buttons with the keys that do the same
   * @param points at least one of them has a position
   */
  constructor(
    private readonly root: HTMLElement,
    private readonly points: Points,
    private readonly on: MapListeners,
  ) {
    this.#frame = findElement(root, '.frame');
    this.#canvas = findElement<HTMLCanvasElement>(root, 'canvas');
    this.#card = findElement(root, '.card');
    this.#painter = createPainter(this.#canvas, points);
    this.#extents = this.#measure();
    this.#startZoom();
    this.#resize();
    new ResizeObserver(() => this.#resize()).observe(this.#frame);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#painter.reset();
      this.#redraw();
    });
    this.#listenToKeyboard();
    this.#listenToPointer();
  }

  /** Shows a position of the page's address. */
  moveTo({ zoom, latitude, longitude }: MapPosition): void {
    const x = projectLongitude(longitude, this.points.centre);
    const view = this.#viewAround([x, projectLatitude(latitude)], 2 ** zoom);
    this.#zoom.transform(this.#selection, view);
  }

  /** Shows the points with a mark for their row, or all, and all of them if the user has not moved the map. */
  show(rows: Uint8Array | null): void {
    this.#shown = rows;
    this.#painter.show(rows);
    this.#extents = this.#measure();
    this.#resize();
    this.#redraw();
  }

  /**
   * Marks one point, or none, and moves the map to it.
   * @param leastScale enlarges the map to this scale
   */
  mark(row: number | null, leastScale = 0): void {
    this.#marked = row;
    if (row !== null) {
      const scale = Math.max(this.#transform.k, leastScale);
      const position = [this.points.x[row] ?? 0, this.points.y[row] ?? 0] as const;
      this.#zoom.transform(this.#animation, this.#viewAround(position, scale));
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
        this.on.move(this.#isHome() ? null : this.#mapPosition());
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
      '1': () => this.#zoom.transform(this.#animation, this.#fit(this.#extents.all)),
      Enter: () => this.#hovered !== null && this.on.select(this.#hovered, true),
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

  /** Adapts the map and its limits to the size of its frame, and to the points that are shown. */
  #resize(): void {
    const middle = this.#transform.invert([this.#width / 2, this.#height / 2]);
    const wasHome = this.#isHome();
    [this.#width, this.#height] = [this.#frame.clientWidth, this.#frame.clientHeight];
    this.#home = this.#fit(this.#extents.most);
    this.#farthest = this.#fit(this.#extents.all);
    const [start, end] = boundsOf(this.#width, this.#height);
    this.#zoom
      .translateExtent([this.#farthest.invert(start), this.#farthest.invert(end)])
      .scaleExtent([this.#farthest.k, Math.max(MAX_SCALE, this.#farthest.k * 8)]);
    const view = wasHome ? this.#home : this.#viewAround(middle, this.#transform.k);
    this.#zoom.transform(this.#selection, view);
  }

  /** Whether the map shows what it shows first, as it does until the user moves it, whatever its size. */
  #isHome(): boolean {
    const [one, other] = [this.#transform, this.#home];
    const distance = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
    return Math.abs(one.k / other.k - 1) < 1e-6 && distance < 0.5;
  }

  /** Where most and all of the points are. */
  #measure(): Record<'most' | 'all', Extent> {
    const { x, y } = this.points;
    const isShown = (value: number, row: number) =>
      !Number.isNaN(value) && this.#shown?.[row] !== 0;
    const [xs, ys] = [x.filter(isShown), y.filter(isShown)];
    // The view of an empty result is that of the one before.
    if (xs.length === 0) return this.#extents;
    const extent = (share: number): Extent => ({ x: rangeOf(xs, share), y: rangeOf(ys, share) });
    return { most: extent(OUTLIERS), all: extent(0) };
  }

  /** The view that shows some ranges, and nothing beyond the ends of the world. */
  #fit({ x: [left, right], y: [top, bottom] }: Extent): ZoomTransform {
    const [width, height] = [this.#width, this.#height];
    const scaleFor = (length: number, range: number) => Math.max(1, length - 2 * MARGIN) / range;
    const wanted = Math.min(scaleFor(width, right - left), scaleFor(height, bottom - top));
    const scale = Math.max(Math.min(wanted, MAX_SCALE), width / WORLD, height / WORLD);
    const view = centredAt([(left + right) / 2, (top + bottom) / 2], scale, width, height);
    return this.#zoom.constrain()(view, boundsOf(width, height), boundsOf(WORLD, WORLD));
  }

  /** The view with a position in its middle, or as close to it as the map's limits allow. */
  #viewAround(position: Position, scale: number): ZoomTransform {
    const possible = Math.max(this.#farthest.k, Math.min(this.#zoom.scaleExtent()[1], scale));
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
    return { zoom: Math.log2(this.#transform.k), ...unproject(...middle, this.points.centre) };
  }

  /** Highlights one point, or none. */
  #hover(row: number | null): void {
    if (row === this.#hovered) return;
    this.#hovered = row;
    this.#canvas.classList.toggle('on-point', row !== null);
    this.#redraw();
  }

  /** Highlights the point that Enter selects. */
  #highlightCentre(): void {
    const [width, height] = [this.#width, this.#height];
    const row = this.#nearestPoint([width / 2, height / 2], Math.hypot(width, height) / 2);
    this.#hover(row);
    if (row !== null) this.on.highlight(row);
  }

  /** The point that is nearest to a position on the canvas; null if all are farther than `distance`. */
  #nearestPoint([x, y]: Position, distance: number): number | null {
    let [found, least]: [number | null, number] = [null, distance];
    for (let row = 0; row < this.points.count; row++) {
      if (this.#shown?.[row] === 0) continue;
      const screen = toScreen(this.points, row, this.#transform);
      const away = Math.hypot(screen.x - x, screen.y - y);
      if (away < least) [found, least] = [row, away];
    }
    return found;
  }

  /** Draws the map once before the browser paints the next time. */
  #redraw(): void {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = requestAnimationFrame(() => {
      const { k, x, y } = this.#transform;
      // While its part of the page is hidden, a map has no size.
      if (this.#width === 0 || this.#height === 0) return;
      const view = { k, x, y, width: this.#width, height: this.#height };
      const marks = new Set([this.#marked, this.#hovered]);
      this.#painter.draw(
        view,
        [...marks].filter((row) => row !== null),
      );
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

/** The view with a position in its middle. */
const centredAt = ([x, y]: Position, scale: number, width: number, height: number) =>
  zoomIdentity
    .translate(width / 2, height / 2)
    .scale(scale)
    .translate(-x, -y);
