import { fullName, type MapPoint } from './map-points.ts';
import {
  clamp,
  fromScreen,
  latitudeAt,
  type Position,
  project,
  toScreen,
  type View,
} from './projection.ts';

/** What a map shows. */
export interface Scene {
  readonly view: View;
  readonly points: readonly MapPoint[];
  /** The longitude of the left edge of the world map. */
  readonly west: number;
  readonly highlighted: readonly MapPoint[];
  /** The scale of the view that shows all points. */
  readonly fittingScale: number;
}

/** If more points are visible, only highlighted points have labels. */
const MAX_LABELS = 60;

/** The distances between lines of longitude and latitude, in degrees. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/** Draws a map on a canvas, in the colours of the style sheet. */
export function drawMap(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const { width, height } = scene.view;
  const style = getComputedStyle(canvas);
  const colorOf = (name: string) => style.getPropertyValue(`--${name}`);
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `500 12px ${style.fontFamily}`;
  drawGrid(context, scene, colorOf);
  drawPoints(context, scene, colorOf);
}

type ColorOf = (name: string) => string;

/** Draws lines of longitude and latitude, which show where the points are without a coast. */
function drawGrid(context: CanvasRenderingContext2D, { view, west }: Scene, colorOf: ColorOf) {
  const { width, height } = view;
  const step = STEPS.find((degrees) => (degrees / 360) * view.scale > 80) ?? 30;
  const topLeft = fromScreen({ x: 0, y: 0 }, view);
  const bottomRight = fromScreen({ x: width, y: height }, view);
  context.strokeStyle = colorOf('map-line');
  context.fillStyle = colorOf('map-text');
  context.lineWidth = 1;
  context.beginPath();
  for (const longitude of multiples(step, topLeft.x * 360 + west, bottomRight.x * 360 + west)) {
    const x = Math.round(toScreen({ x: (longitude - west) / 360, y: 0 }, view).x) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, height);
    const text = formatDegrees(((longitude + 540) % 360) - 180, 'E', 'W');
    if (x < width - 48) context.fillText(text, x + 4, height - 6);
  }
  for (const latitude of multiples(step, latitudeAt(bottomRight.y), latitudeAt(topLeft.y))) {
    const { y } = toScreen(project(0, latitude), view);
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(width, Math.round(y) + 0.5);
    if (y < height - 24) context.fillText(formatDegrees(latitude, 'N', 'S'), 6, y - 4);
  }
  context.stroke();
}

function* multiples(step: number, from: number, to: number): Generator<number> {
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) yield value;
}

/** `105° W` */
function formatDegrees(value: number, positive: string, negative: string): string {
  const amount = Number(Math.abs(value).toFixed(2));
  if (amount === 0) return '0°';
  return `${amount}° ${value > 0 ? positive : negative}`;
}

function drawPoints(context: CanvasRenderingContext2D, scene: Scene, colorOf: ColorOf) {
  const { view, points, highlighted, fittingScale } = scene;
  const radius = clamp(1.8 * (view.scale / fittingScale) ** 0.3, 1.8, 5);
  const visible = points.filter((point) => isInside(toScreen(point, view), view, radius));
  const labels: DOMRect[] = [];
  context.globalAlpha = 0.72;
  for (const point of visible) drawDot(point, radius, 'dot');
  context.globalAlpha = 1;
  for (const point of highlighted) {
    drawDot(point, radius + 5, 'map');
    drawDot(point, radius + 3, 'mark');
    drawLabel(point, fullName(point), radius + 5, 'ink');
  }
  if (visible.length > MAX_LABELS) return;
  for (const point of visible) {
    if (!highlighted.includes(point)) drawLabel(point, point.label, radius, 'map-text');
  }

  function drawDot(point: MapPoint, radius: number, color: string): void {
    const { x, y } = toScreen(point, view);
    context.fillStyle = colorOf(color);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  /** Draws a label beside a dot, unless it would cover another label. */
  function drawLabel(point: MapPoint, text: string, distance: number, color: string): void {
    const { x, y } = toScreen(point, view);
    const { width } = context.measureText(text);
    const isLeft = x + distance + width + 12 > view.width;
    const left = isLeft ? Math.max(2, x - distance - width - 6) : x + distance + 5;
    const box = new DOMRect(left - 4, y - 9, width + 8, 18);
    if (labels.some((other) => overlap(box, other))) return;
    labels.push(box);
    context.strokeStyle = colorOf('map');
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeText(text, left, y + 4);
    context.fillStyle = colorOf(color);
    context.fillText(text, left, y + 4);
  }
}

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a position of the screen is in a view that is extended by some pixels on each side. */
export const isInside = ({ x, y }: Position, { width, height }: View, margin: number): boolean =>
  x > -margin && y > -margin && x < width + margin && y < height + margin;
