import { button, element } from './dom.ts';
import { nameOf, type Place } from './place.ts';
import {
  fitting,
  fromScreen,
  moved,
  type Point,
  project,
  type Size,
  toScreen,
  unproject,
  type View,
  westOf,
  zoomed,
} from './projection.ts';

/** How far from a dot a pointer may be, and how far it may move in a click, in pixels. */
const [REACH, SLIP] = [20, 5];

/** How many pixels a key moves the map, and how many times a button enlarges it. */
const [STEP, FACTOR] = [60, 1.6];

/** How many dots there may be in sight for each to be named. */
const NAMED = 60;

/** How large the world is around a place that was found, in pixels. */
const NEAR = 2 ** 14;

/** Somebody's pointer at a place. */
export type Choose = (place: Place, pointer: 'mouse' | 'touch') => void;

/** Places as dots that can be moved, enlarged and chosen. */
export class Plot {
  readonly element: HTMLElement;
  readonly #frame: HTMLElement;
  readonly #canvas = element('canvas', { role: 'img' });
  readonly #context = this.#canvas.getContext('2d');
  readonly #points: readonly Point[];
  readonly #west: number;
  readonly #pointers = new Map<number, Point>();
  #size: Size = { width: 0, height: 0 };
  #view: View = { x: 0.5, y: 0.5, scale: 1 };
  /** Nobody has moved it yet, so that it is to show everything whatever its size. */
  #isWhole = true;
  #pressed: Point | null = null;
  #isDragged = false;
  #under: Place | null = null;
  #marked: Place | null = null;
  #requested = 0;
  /** The scale at which everything fits. */
  #least = 1;

  constructor(
    private readonly places: readonly Place[],
    text: string,
    private readonly choose: Choose,
  ) {
    this.#west = westOf(places.map(({ longitude }) => longitude));
    this.#points = places.map(({ longitude, latitude }) =>
      project(longitude, latitude, this.#west),
    );
    this.#canvas.setAttribute('aria-label', text);
    const tools = element(
      'div',
      { class: 'tools' },
      button('+', () => this.#zoom(FACTOR), { 'aria-label': 'Zoom in' }),
      button('−', () => this.#zoom(1 / FACTOR), { 'aria-label': 'Zoom out' }),
      button('All', () => this.#showAll(), { 'aria-label': 'Show all' }),
    );
    const label = 'Map: arrow keys move it, + and − zoom, 0 shows all';
    this.#frame = element(
      'div',
      { class: 'frame', tabindex: 0, role: 'group', 'aria-label': label },
      this.#canvas,
    );
    this.#frame.addEventListener('keydown', (event) => this.#onKey(event));
    this.element = element('div', { class: 'map' }, this.#frame, tools);
    this.#listen();
  }

  /** Marks one place, or none, and brings it into sight. */
  mark(place: Place | null, isNear: boolean): void {
    this.#marked = place;
    const point = place && this.#points[this.places.indexOf(place)];
    if (point && (isNear || !this.#isInSight(point))) {
      const scale = isNear ? Math.max(this.#view.scale, NEAR) : this.#view.scale;
      this.#look({ ...point, scale });
    }
    this.#redraw();
  }

  #listen(): void {
    const canvas = this.#canvas;
    new ResizeObserver(() => this.#resize()).observe(this.#frame);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#redraw());
    canvas.addEventListener('pointerdown', (event) => this.#onDown(event));
    canvas.addEventListener('pointermove', (event) => this.#onMove(event));
    canvas.addEventListener('pointerup', (event) => this.#onUp(event));
    canvas.addEventListener('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    canvas.addEventListener('pointerleave', () => this.#hover(null));
    canvas.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
  }

  #resize(): void {
    const box = this.#frame.getBoundingClientRect();
    // Whole pixels: in a part of one the browser would blur the picture.
    const [width, height] = [Math.floor(box.width - 2), Math.floor(box.height - 2)];
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#size = { width, height };
    const whole = fitting(this.#points, this.#size);
    this.#least = whole.scale;
    if (this.#isWhole) this.#view = whole;
    this.#canvas.width = Math.round(width * devicePixelRatio);
    this.#canvas.height = Math.round(height * devicePixelRatio);
    this.#redraw();
  }

  #look(view: View): void {
    this.#isWhole = false;
    this.#view = view;
    this.#redraw();
  }

  #showAll(): void {
    this.#isWhole = true;
    this.#resize();
  }

  #zoom(factor: number, at?: Point): void {
    const middle = { x: this.#size.width / 2, y: this.#size.height / 2 };
    this.#look(zoomed(this.#view, factor, at ?? middle, this.#size));
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const move = MOVES[key];
    if (move) this.#look(moved(this.#view, move[0] * STEP, move[1] * STEP));
    else if (key === '+' || key === '=') this.#zoom(FACTOR);
    else if (key === '-') this.#zoom(1 / FACTOR);
    else if (key === '0') this.#showAll();
    else return;
    event.preventDefault();
  }

  /** A wheel alone moves the page; with Ctrl, as a pinch on a touchpad also comes, it zooms. */
  #onWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#zoom(Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 100), at(event));
  }

  #onDown(event: PointerEvent): void {
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, at(event));
    this.#pressed = at(event);
    this.#isDragged = this.#pointers.size > 1;
  }

  #onMove(event: PointerEvent): void {
    const now = at(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.#hover(this.#nearest(now));
      return;
    }
    this.#isDragged ||= distance(now, this.#pressed ?? now) > SLIP;
    if (!this.#isDragged) return;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (!other) this.#look(moved(this.#view, now.x - before.x, now.y - before.y));
    else
      this.#zoom(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other));
  }

  #onUp(event: PointerEvent): void {
    const wasAlone = this.#pointers.size === 1;
    this.#pointers.delete(event.pointerId);
    if (this.#isDragged || !wasAlone) return;
    const place = this.#nearest(at(event));
    this.#hover(place);
    if (place) this.choose(place, event.pointerType === 'mouse' ? 'mouse' : 'touch');
  }

  #hover(place: Place | null): void {
    if (place === this.#under) return;
    this.#under = place;
    this.#canvas.classList.toggle('at-place', place !== null);
    this.#redraw();
  }

  #nearest(from: Point): Place | null {
    let [nearest, least]: [Place | null, number] = [null, REACH];
    for (const [index, point] of this.#points.entries()) {
      const away = distance(toScreen(point, this.#view, this.#size), from);
      if (away < least) [nearest, least] = [this.places[index] ?? null, away];
    }
    return nearest;
  }

  #isInSight(point: Point, margin = 8): boolean {
    const { x, y } = toScreen(point, this.#view, this.#size);
    const { width, height } = this.#size;
    return x > margin && y > margin && x < width - margin && y < height - margin;
  }

  #redraw(): void {
    cancelAnimationFrame(this.#requested);
    this.#requested = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const context = this.#context;
    const { width, height } = this.#size;
    if (!context || width === 0) return;
    const ratio = this.#canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(this.#canvas);
    const ink = (name: string) => style.getPropertyValue(`--${name}`).trim();
    context.font = `500 12px ${style.fontFamily}`;
    this.#drawDegrees(context, ink);
    this.#drawDots(context, ink);
  }

  /** Lines of whole degrees, so that a plot without a coast still says where it is. */
  #drawDegrees(context: CanvasRenderingContext2D, ink: (name: string) => string): void {
    const { width, height } = this.#size;
    const step = DEGREES.find((one) => (one / 360) * this.#view.scale > 80) ?? 30;
    const edge = (x: number, y: number) =>
      unproject(fromScreen({ x, y }, this.#view, this.#size), this.#west);
    const first = fromScreen({ x: 0, y: 0 }, this.#view, this.#size).x * 360 + this.#west;
    const last = fromScreen({ x: width, y: 0 }, this.#view, this.#size).x * 360 + this.#west;
    context.strokeStyle = ink('map-line');
    context.fillStyle = ink('map-text');
    context.lineWidth = 1;
    context.beginPath();
    for (let one = Math.ceil(first / step) * step; one <= last; one += step) {
      const x = Math.round(((one - first) / (last - first)) * width) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, height);
      const text = degrees(((one + 540) % 360) - 180, 'E', 'W');
      if (x < width - 48) context.fillText(text, x + 4, height - 6);
    }
    const [north, south] = [edge(0, 0).latitude, edge(0, height).latitude];
    for (let one = Math.ceil(south / step) * step; one <= north; one += step) {
      const y = toScreen(project(0, one), this.#view, this.#size).y;
      context.moveTo(0, Math.round(y) + 0.5);
      context.lineTo(width, Math.round(y) + 0.5);
      if (y < height - 24) context.fillText(degrees(one, 'N', 'S'), 6, y - 4);
    }
    context.stroke();
  }

  #drawDots(context: CanvasRenderingContext2D, ink: (name: string) => string): void {
    const radius = Math.max(1.8, Math.min(5, 1.8 * (this.#view.scale / this.#least) ** 0.3));
    const seen = [...this.#points.keys()].filter((index) => {
      const point = this.#points[index];
      return point && this.#isInSight(point, -radius);
    });
    context.fillStyle = ink('dot');
    context.globalAlpha = 0.72;
    for (const index of seen) dot(context, this.#at(index), radius);
    context.globalAlpha = 1;
    const taken: Box[] = [];
    const special = [...new Set([this.#under, this.#marked])].filter((place) => place !== null);
    for (const place of special) {
      const point = this.#at(this.places.indexOf(place));
      context.fillStyle = ink('map');
      dot(context, point, radius + 5);
      context.fillStyle = ink('mark');
      dot(context, point, radius + 3);
      this.#name(context, place, point, radius + 5, ink, taken, true);
    }
    if (seen.length > NAMED) return;
    for (const index of seen) {
      const place = this.places[index];
      if (!place || special.includes(place)) continue;
      this.#name(context, place, this.#at(index), radius, ink, taken, false);
    }
  }

  #at(index: number): Point {
    return toScreen(this.#points[index] ?? { x: 0, y: 0 }, this.#view, this.#size);
  }

  /** Writes a place's name beside it, where no other name is. */
  #name(
    context: CanvasRenderingContext2D,
    place: Place,
    { x, y }: Point,
    radius: number,
    ink: (name: string) => string,
    taken: Box[],
    isSpecial: boolean,
  ): void {
    const text = isSpecial ? nameOf(place) : place.label;
    const width = context.measureText(text).width;
    const isLeft = x + radius + width + 12 > this.#size.width;
    const left = isLeft ? Math.max(2, x - radius - width - 6) : x + radius + 5;
    const box = { left: left - 4, right: left + width + 4, top: y - 9, bottom: y + 9 };
    if (!isSpecial && taken.some((other) => meet(box, other))) return;
    taken.push(box);
    context.strokeStyle = ink('map');
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeText(text, left, y + 4);
    context.fillStyle = ink(isSpecial ? 'ink' : 'map-text');
    context.fillText(text, left, y + 4);
  }
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const DEGREES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/** `105° W` */
function degrees(value: number, positive: string, negative: string): string {
  const amount = Number(Math.abs(value).toFixed(2));
  if (amount === 0) return '0°';
  return `${amount}° ${value > 0 ? positive : negative}`;
}

function dot(context: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Where a pointer is on the canvas. */
const at = ({ offsetX: x, offsetY: y }: MouseEvent): Point => ({ x, y });

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
