import { fullName, type MapPoint } from './map-points.ts';
import { fitAll, isInside, project, toScreen, type View, westOf } from './projection.ts';

/** If more points are visible, only highlighted points have labels. */
const MAX_LABELS = 60;

/** The distances between lines of longitude and latitude, in degrees. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/**
 * Draws a map on a canvas, in the colours of the style sheet.
 * @param highlighted the points with a mark and a full name
 */
export function drawMap(
  canvas: HTMLCanvasElement,
  view: View,
  points: readonly MapPoint[],
  highlighted: readonly MapPoint[],
): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const style = getComputedStyle(canvas);
  const colorOf = (name: string) => style.getPropertyValue(`--${name}`);
  const { width, height, scale } = view;
  const labels: DOMRect[] = [];

  // Also clears the canvas.
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
  context.font = `500 12px ${style.fontFamily}`;
  drawGrid();
  drawPoints();

  /** Draws lines of longitude and latitude, which show where the points are without a coast. */
  function drawGrid(): void {
    const west = westOf(points.map(({ longitude }) => longitude));
    const step = STEPS.find((degrees) => (degrees / 360) * scale > 80) ?? 30;
    context.strokeStyle = colorOf('map-line');
    context.fillStyle = colorOf('map-text');
    context.lineWidth = 1;
    context.beginPath();
    for (let index = -180 / step; index < 180 / step; index++) {
      drawLines(index * step, west);
    }
    context.stroke();
  }

  /** Draws the meridian and the parallel of some degrees where they are visible. */
  function drawLines(degrees: number, west: number): void {
    const position = toScreen(project(degrees, degrees, west), view);
    const [x, y] = [Math.round(position.x) + 0.5, Math.round(position.y) + 0.5];
    if (x >= 0 && x <= width) {
      context.moveTo(x, 0);
      context.lineTo(x, height);
      if (x < width - 48) context.fillText(formatDegrees(degrees, 'EW'), x + 4, height - 6);
    }
    // Web Mercator ends at 85°.
    if (y >= 0 && y <= height && Math.abs(degrees) <= 85) {
      context.moveTo(0, y);
      context.lineTo(width, y);
      if (y < height - 24) context.fillText(formatDegrees(degrees, 'NS'), 6, y - 4);
    }
  }

  function drawPoints(): void {
    const enlargement = scale / fitAll(points, width, height).scale;
    const radius = Math.max(1.8, Math.min(5, 1.8 * enlargement ** 0.3));
    const visible = points.filter((point) => isInside(toScreen(point, view), view, radius));
    context.globalAlpha = 0.72;
    drawDots(visible, radius, 'dot');
    context.globalAlpha = 1;
    for (const point of highlighted) {
      drawDots([point], radius + 5, 'map');
      drawDots([point], radius + 3, 'mark');
      drawLabel(point, fullName(point), radius + 5, 'ink');
    }
    if (visible.length > MAX_LABELS) return;
    for (const point of visible) {
      if (!highlighted.includes(point)) drawLabel(point, point.label, radius, 'map-text');
    }
  }

  function drawDots(dots: readonly MapPoint[], radius: number, color: string): void {
    context.fillStyle = colorOf(color);
    for (const dot of dots) {
      const { x, y } = toScreen(dot, view);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** Draws a label beside a dot, unless it would cover another label. */
  function drawLabel(point: MapPoint, text: string, distance: number, color: string): void {
    const { x, y } = toScreen(point, view);
    const length = context.measureText(text).width;
    const isLeft = x + distance + length + 12 > width;
    const left = isLeft ? Math.max(2, x - distance - length - 6) : x + distance + 5;
    const box = new DOMRect(left - 4, y - 9, length + 8, 18);
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

/** `105° W` */
function formatDegrees(value: number, letters: 'EW' | 'NS'): string {
  const amount = Number(Math.abs(value).toFixed(2));
  return amount === 0 ? '0°' : `${amount}° ${letters[value > 0 ? 0 : 1]}`;
}

const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
