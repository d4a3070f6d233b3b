import type { Atlas, Shape } from './map-atlas.ts';
import type { MapPoint } from './map-points.ts';

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

/** Dots that are closer to each other than this, in pixels, look like one: one of them is drawn. */
const DOT_DISTANCE = 2;

/** More dots are drawn as squares, because so many circles take longer than a frame. */
const MAX_CIRCLES = 8000;

/** A part of the canvas, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Draws a map on a canvas, in the colours of the style sheet.
 * @param points the most important ones first, whose labels are drawn first
 * @param highlighted the points with a mark
 * @param covered what is over the canvas, where labels could not be read
 */
export function drawMap(
  canvas: HTMLCanvasElement,
  view: View,
  atlas: Atlas,
  points: readonly MapPoint[],
  highlighted: readonly MapPoint[],
  covered: readonly Box[] = [],
): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const style = getComputedStyle(canvas);
  const colorOf = (name: string) => style.getPropertyValue(`--${name}`);
  const { k, width, height } = view;
  const ratio = devicePixelRatio;
  const labels = [...covered];
  // Few points have large dots on every scale.
  const leastRadius = points.length < 500 ? 3.5 : 1.75;
  const radius = Math.max(leastRadius, Math.min(5, 0.75 + Math.log2(k) * 0.45));

  // Also clears the canvas.
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio * k, 0, 0, ratio * k, ratio * view.x, ratio * view.y);
  context.lineJoin = 'round';
  fill(atlas.land, 'land');
  fill(atlas.lakes, 'water');
  stroke(atlas.states, 'state-border', 0.75);
  stroke(atlas.countries, 'country-border', 1);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawPoints();

  function fill(shapes: readonly Shape[], color: string): void {
    context.fillStyle = colorOf(color);
    for (const { path } of shapes.filter(isVisible)) context.fill(path);
  }

  function stroke(shapes: readonly Shape[], color: string, lineWidth: number): void {
    context.strokeStyle = colorOf(color);
    context.lineWidth = lineWidth / k;
    for (const { path } of shapes.filter(isVisible)) context.stroke(path);
  }

  function isVisible({ left, top, right, bottom }: Shape): boolean {
    const isWithin = (from: number, to: number, offset: number, size: number) =>
      to * k + offset > 0 && from * k + offset < size;
    return isWithin(left, right, view.x, width) && isWithin(top, bottom, view.y, height);
  }

  function drawPoints(): void {
    const visible = points.filter((point) => {
      const { x, y } = toScreen(point, view);
      return x > -radius && y > -radius && x < width + radius && y < height + radius;
    });
    context.globalAlpha = 0.75;
    drawDots(distinct(visible), radius, 'dot');
    context.globalAlpha = 1;
    for (const point of highlighted) {
      drawDots([point], radius + 5, 'land');
      drawDots([point], radius + 3, 'mark');
      drawLabel(point, point.label, radius + 5, 'ink');
    }
    const most = labels.length + (width * height) / LABEL_AREA;
    const hasSpace = visible.length < (width * height) / POINT_AREA;
    for (const point of visible) {
      if (labels.length > most) return;
      const isLabelled = (point.isRanked || hasSpace) && !highlighted.includes(point);
      if (isLabelled) drawLabel(point, point.label, radius, 'map-text');
    }
  }

  /** The dots that do not cover each other. */
  function distinct(dots: readonly MapPoint[]): MapPoint[] {
    const columns = Math.ceil(width / DOT_DISTANCE) + 8;
    const isTaken = new Uint8Array(columns * (Math.ceil(height / DOT_DISTANCE) + 8));
    return dots.filter((dot) => {
      const { x, y } = toScreen(dot, view);
      const column = Math.floor(x / DOT_DISTANCE) + 4;
      const cell = (Math.floor(y / DOT_DISTANCE) + 4) * columns + column;
      const isFirst = isTaken[cell] === 0;
      isTaken[cell] = 1;
      return isFirst;
    });
  }

  function drawDots(dots: readonly MapPoint[], radius: number, color: string): void {
    context.fillStyle = colorOf(color);
    const areSquares = dots.length > MAX_CIRCLES;
    for (const dot of dots) {
      const { x, y } = toScreen(dot, view);
      if (areSquares) {
        context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
        continue;
      }
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** Draws a label beside a dot, unless it would cover another label or leave the canvas. */
  function drawLabel(point: MapPoint, text: string, distance: number, color: string): void {
    context.font = `${color === 'ink' ? '600 13px' : '500 12px'} ${style.fontFamily}`;
    const { x, y } = toScreen(point, view);
    const length = context.measureText(text).width;
    const left = [x + distance + 3, x - distance - 3 - length].find((left) =>
      isFree(left, y, length),
    );
    if (left === undefined) return;
    labels.push(boxAt(left, y, length));
    context.strokeStyle = colorOf('land');
    context.lineWidth = 3;
    context.strokeText(text, left, y + 4);
    context.fillStyle = colorOf(color);
    context.fillText(text, left, y + 4);
  }

  function isFree(left: number, y: number, length: number): boolean {
    const box = boxAt(left, y, length);
    const isCut = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
    return !isCut && !labels.some((other) => overlap(box, other));
  }
}

/** The box of a label, with some space around it. */
const boxAt = (left: number, y: number, length: number): Box => ({
  left: left - 4,
  top: y - 10,
  right: left + length + 4,
  bottom: y + 10,
});

/** Where a point is in a view, in pixels from the upper left corner. */
export const toScreen = (
  { x, y }: Pick<MapPoint, 'x' | 'y'>,
  view: Pick<View, 'k' | 'x' | 'y'>,
) => ({
  x: x * view.k + view.x,
  y: y * view.k + view.y,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
