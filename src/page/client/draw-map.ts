import type { Atlas } from './map-atlas.ts';
import { type MapPoint, UNRANKED } from './map-points.ts';

/** The part of the map that is shown: a point at `x` of zoom level 0 is at `x * k + view.x` pixels. */
export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** There is at most one label for this many square pixels. */
const LABEL_AREA = 12_000;

/** Points without a rank have labels where there are at least this many square pixels for each point. */
const POINT_AREA = 3000;

/** The space before and after the text of a label, in pixels. */
const PADDING = 4;

/** A part of the canvas, in pixels. */
type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/**
 * Draws a map on a canvas, in the colours of the style sheet.
 * @param points the most important ones first, whose labels are drawn first
 * @param highlighted the points with a mark
 */
export function drawMap(
  canvas: HTMLCanvasElement,
  view: View,
  atlas: Atlas,
  points: readonly MapPoint[],
  highlighted: readonly MapPoint[],
): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const style = getComputedStyle(canvas);
  const colorOf = (name: string) => style.getPropertyValue(`--${name}`);
  const { k, x, y, width, height } = view;
  const ratio = devicePixelRatio;
  const labels: Box[] = [];
  // Few points have large dots on every scale.
  const leastRadius = points.length < 500 ? 3.5 : 1.75;
  const radius = Math.max(leastRadius, Math.min(5, 0.75 + Math.log2(k) * 0.45));

  // Also clears the canvas.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  drawGeography();
  const visible = points.filter((point) => {
    const { x, y } = toScreen(point, view);
    return x > -radius && y > -radius && x < width + radius && y < height + radius;
  });
  context.globalAlpha = 0.75;
  drawDots(visible, radius, 'dot');
  context.globalAlpha = 1;
  for (const point of highlighted) {
    drawDots([point], radius + 5, 'land');
    drawDots([point], radius + 3, 'mark');
    drawLabel(point, radius + 5, '600 13px');
  }
  drawLabels(visible.filter((point) => !highlighted.includes(point)));

  function drawGeography(): void {
    context.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
    context.lineJoin = 'round';
    fill(atlas.land, 'land');
    fill(atlas.lakes, 'water');
    stroke(atlas.states, 'state-border', 0.75);
    stroke(atlas.countries, 'country-border', 1);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  function fill(shapes: readonly Path2D[], color: string): void {
    context.fillStyle = colorOf(color);
    for (const shape of shapes) context.fill(shape);
  }

  function stroke(shapes: readonly Path2D[], color: string, lineWidth: number): void {
    context.strokeStyle = colorOf(color);
    context.lineWidth = lineWidth / k;
    for (const shape of shapes) context.stroke(shape);
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

  /** Draws labels of dots while there is space: of all where there are few, else of the important ones. */
  function drawLabels(dots: readonly MapPoint[]): void {
    const most = highlighted.length + (width * height) / LABEL_AREA;
    const hasSpace = dots.length < (width * height) / POINT_AREA;
    for (const dot of dots) {
      if (labels.length > most) return;
      if (hasSpace || dot.rank < UNRANKED) drawLabel(dot, radius, '500 12px');
    }
  }

  /** Draws a label beside a dot, unless it would cover another label or leave the canvas. */
  function drawLabel(point: MapPoint, distance: number, font: string): void {
    context.font = `${font} ${style.fontFamily}`;
    const { x, y } = toScreen(point, view);
    const length = context.measureText(point.label).width + 2 * PADDING;
    const boxAt = (left: number) => ({ left, right: left + length, top: y - 10, bottom: y + 10 });
    const box = [x + distance, x - distance - length].map(boxAt).find(isFree);
    if (!box) return;
    labels.push(box);
    context.strokeStyle = colorOf('land');
    context.lineWidth = 3;
    context.strokeText(point.label, box.left + PADDING, y + 4);
    context.fillStyle = colorOf('map-text');
    context.fillText(point.label, box.left + PADDING, y + 4);
  }

  function isFree(box: Box): boolean {
    const isCut = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
    return !isCut && !labels.some((other) => overlap(box, other));
  }
}

/** Where a point is in a view, in pixels from the upper left corner. */
export const toScreen = ({ x, y }: MapPoint, view: Pick<View, 'k' | 'x' | 'y'>) => ({
  x: x * view.k + view.x,
  y: y * view.k + view.y,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
