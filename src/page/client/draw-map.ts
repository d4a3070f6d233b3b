import { binPoints } from './density.ts';
import { type Atlas, createAtlas } from './map-atlas.ts';
import { COLORS, NO_BAND, type Points } from './map-points.ts';
import { toScreen, type View, WORLD } from './projection.ts';

/** More points than this in a layer are drawn as squares of a grid with this size, in pixels. */
const [MAX_DOTS, SQUARE] = [10_000, 6];

/** How much wider and higher than the view its layer is on each side, so that it can be moved. */
const BLEED = 0.25;

/** There is at most one label for this many square pixels, but there can always be this many. */
const [LABEL_AREA, LABEL_COUNT] = [12_000, 20];

/** Points without a rank have labels where there are at least this many square pixels for each point. */
const POINT_AREA = 3000;

/** The space before and after the text of a label, in pixels. */
const PADDING = 4;

/** A part of the canvas, in pixels. */
type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** The land and the points of a view that is larger than the map, as a picture. */
interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly view: View;
}

const contextOf = (canvas: HTMLCanvasElement) =>
  canvas.getContext('2d') as CanvasRenderingContext2D;

/** Creates functions that draw a map on a canvas, in the colours of the style sheet. */
export function createPainter(canvas: HTMLCanvasElement, points: Points) {
  const context = contextOf(canvas);
  const style = getComputedStyle(canvas);
  const colorOf = (name: string) => style.getPropertyValue(`--${name}`);
  const bandColor = (band: number) =>
    colorOf(points.columns.value ? (band === NO_BAND ? 'no-value' : `band-${band}`) : 'dot');
  /** Few points have large dots on every scale. */
  const leastRadius = points.count < 500 ? 3.5 : 2;
  const radiusAt = (k: number) => Math.max(leastRadius, Math.min(5, 0.75 + Math.log2(k) * 0.45));
  let shown: Uint8Array | null = null;
  let ratio = devicePixelRatio;
  let atlas: Atlas | undefined;
  let layer: Layer | undefined;

  /**
   * Draws a view.
   * @param highlighted the points with a mark
   */
  function draw(view: View, highlighted: readonly number[]): void {
    if (ratio !== devicePixelRatio) layer = undefined;
    ratio = devicePixelRatio;
    if (!layer || !covers(layer.view, view)) layer = createLayer(view, layer?.view.k === view.k);
    resize(canvas, view);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [x, y] = [view.x - layer.view.x, view.y - layer.view.y];
    const picture = layer.canvas;
    const toPixel = (one: number) => Math.round(one * ratio) / ratio;
    context.drawImage(
      picture,
      toPixel(x),
      toPixel(y),
      picture.width / ratio,
      picture.height / ratio,
    );
    drawLabels(view, highlighted);
    for (const row of highlighted) drawHighlight(view, row);
  }

  function resize(one: HTMLCanvasElement, { width, height }: View): void {
    const [columns, lines] = [Math.round(width * ratio), Math.round(height * ratio)];
    // Every assignment would allocate a new picture.
    if (one.width !== columns) one.width = columns;
    if (one.height !== lines) one.height = lines;
  }

  /** @param bleeds true if the map is probably moved, false if it is zoomed */
  function createLayer(view: View, bleeds: boolean): Layer {
    const [x, y] = bleeds ? [view.width * BLEED, view.height * BLEED].map(Math.round) : [];
    const own = growView(view, x, y);
    const picture = layer?.canvas ?? document.createElement('canvas');
    resize(picture, own);
    const context = contextOf(picture);
    drawGeography(context, own);
    const rows = rowsIn(own);
    if (rows.length > MAX_DOTS) drawDensity(context, own, rows);
    else drawDots(context, own, rows);
    return { canvas: picture, view: own };
  }

  function drawGeography(context: CanvasRenderingContext2D, view: View): void {
    // Created when the map is first drawn, so that its setup takes less time.
    atlas ??= createAtlas();
    const { k, x, y, width, height } = view;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colorOf('water');
    context.fillRect(0, 0, width, height);
    context.lineJoin = 'round';
    const start = -(points.centre / 360) * WORLD;
    for (const turn of [start - WORLD, start, start + WORLD]) {
      // A part of the easternmost land is beyond 180°.
      if ((turn + WORLD * 1.1) * k + x < 0 || turn * k + x > width) continue;
      context.setTransform(ratio * k, 0, 0, ratio * k, ratio * (x + turn * k), ratio * y);
      const shapesOf = (layer: string) => atlas?.(layer, { ...view, x: x + turn * k }) ?? [];
      fill(context, shapesOf('land'), 'land');
      fill(context, shapesOf('lakes'), 'water');
      const states = [...shapesOf('states'), ...shapesOf('provinces')];
      stroke(context, states, 'state-border', 0.75 / k);
      stroke(context, shapesOf('countries'), 'country-border', 1 / k);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  function fill(context: CanvasRenderingContext2D, shapes: readonly Path2D[], color: string): void {
    context.fillStyle = colorOf(color);
    for (const shape of shapes) context.fill(shape, 'evenodd');
  }

  function stroke(
    context: CanvasRenderingContext2D,
    shapes: readonly Path2D[],
    color: string,
    lineWidth: number,
  ): void {
    context.strokeStyle = colorOf(color);
    context.lineWidth = lineWidth;
    for (const shape of shapes) context.stroke(shape);
  }

  /** The rows of the points in a view. */
  function rowsIn(view: View): Uint32Array {
    const rows = new Uint32Array(points.count);
    let found = 0;
    for (let row = 0; row < points.count; row++) if (isIn(view, row)) rows[found++] = row;
    return rows.subarray(0, found);
  }

  function isIn({ k, x, y, width, height }: View, row: number): boolean {
    if (shown?.[row] === 0) return false;
    const left = (points.x[row] as number) * k + x;
    const top = (points.y[row] as number) * k + y;
    // False for NaN.
    return left > 0 && top > 0 && left < width && top < height;
  }

  function drawDots(context: CanvasRenderingContext2D, view: View, rows: Uint32Array): void {
    const radius = radiusAt(view.k);
    // To copy a picture is faster than to fill a circle.
    const pictures = Array.from({ length: COLORS + 1 }, (_, band) => createDot(band, radius));
    const size = (pictures[0]?.width ?? 0) / ratio;
    for (const row of rows) {
      const { x, y } = toScreen(points, row, view);
      const picture = pictures[points.bands[row] ?? 0] as HTMLCanvasElement;
      context.drawImage(picture, x - size / 2, y - size / 2, size, size);
    }
  }

  /** The picture of a dot with an outline; that of a missing value is empty. */
  function createDot(band: number, radius: number): HTMLCanvasElement {
    const picture = document.createElement('canvas');
    picture.width = picture.height = Math.ceil((2 * radius + 2) * ratio);
    const context = contextOf(picture);
    context.scale(ratio, ratio);
    const middle = picture.width / 2 / ratio;
    context.arc(middle, middle, radius, 0, 2 * Math.PI);
    context.globalAlpha = 0.85;
    context.fillStyle = band === NO_BAND ? colorOf('land') : bandColor(band);
    context.fill();
    context.lineWidth = 0.75;
    context.strokeStyle = colorOf('dot-border');
    context.stroke();
    return picture;
  }

  function drawDensity(context: CanvasRenderingContext2D, view: View, rows: Uint32Array): void {
    const { counts, colors, centre } = binPoints(points, rows, view, SQUARE);
    const most = Math.log(1 + counts.reduce((a, b) => Math.max(a, b)));
    for (let band = 0; band <= COLORS; band++) {
      context.fillStyle = bandColor(band);
      for (let cell = 0; cell < counts.length; cell++) {
        const count = counts[cell] ?? 0;
        if (count === 0 || colors[cell] !== band) continue;
        const { x, y } = centre(cell);
        const side = SQUARE * (0.3 + (0.7 * Math.log(1 + count)) / most);
        context.fillRect(x - side / 2, y - side / 2, side, side);
      }
    }
  }

  /** Draws a point on top of all, with its label. */
  function drawHighlight(view: View, row: number): void {
    const { x, y } = toScreen(points, row, view);
    const radius = radiusAt(view.k);
    for (const [color, more] of [
      ['land', 5],
      ['mark', 3],
    ] as const) {
      context.beginPath();
      context.arc(x, y, radius + more, 0, 2 * Math.PI);
      context.fillStyle = colorOf(color);
      context.fill();
    }
    context.font = `600 13px ${style.fontFamily}`;
    const boxes = labelBoxes(row, view, radius + 5);
    const box = boxes.find((one) => !isCut(one, view)) ?? boxes[0];
    if (box) drawLabel(row, box);
  }

  /** Draws labels of dots while there is space: of all where there are few, else of the important ones. */
  function drawLabels(view: View, highlighted: readonly number[]): void {
    const area = view.width * view.height;
    const most = Math.max(LABEL_COUNT, area / LABEL_AREA);
    const visible = rowsIn(view);
    const ranked = points.ranked.filter((row) => isIn(view, row));
    const hasSpace = visible.length < area / POINT_AREA;
    const labels: Box[] = [];
    const isFree = (box: Box) => !isCut(box, view) && !labels.some((other) => overlap(box, other));
    context.font = `500 12px ${style.fontFamily}`;
    for (const row of hasSpace ? new Set([...ranked, ...visible]) : ranked) {
      if (labels.length > most) return;
      const box = labelBoxes(row, view, radiusAt(view.k)).find(isFree);
      if (!box) continue;
      labels.push(box);
      // That of a highlighted point is drawn on top, and leaves its place here empty.
      if (!highlighted.includes(row)) drawLabel(row, box);
    }
  }

  /** Where the label of a point can be: on its right or on its left. */
  function labelBoxes(row: number, view: View, distance: number): Box[] {
    const { x, y } = toScreen(points, row, view);
    const length = context.measureText(points.label(row)).width + 2 * PADDING;
    return [x + distance, x - distance - length].map((left) => {
      return { left, right: left + length, top: y - 10, bottom: y + 10 };
    });
  }

  function drawLabel(row: number, { left, top }: Box): void {
    context.strokeStyle = colorOf('land');
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeText(points.label(row), left + PADDING, top + 14);
    context.fillStyle = colorOf('map-text');
    context.fillText(points.label(row), left + PADDING, top + 14);
  }

  return {
    draw,
    /** Draws other points from now on: those with a mark for their row, or all. */
    show(rows: Uint8Array | null): void {
      shown = rows;
      layer = undefined;
    },
    /** Draws everything again, such as in other colours. */
    reset: () => {
      layer = undefined;
    },
  };
}

const growView = ({ k, x, y, width, height }: View, dx = 0, dy = 0): View => ({
  k,
  x: x + dx,
  y: y + dy,
  width: width + 2 * dx,
  height: height + 2 * dy,
});

/** Whether a view contains another one of the same scale. */
const covers = (layer: View, view: View): boolean =>
  layer.k === view.k &&
  view.x <= layer.x &&
  view.y <= layer.y &&
  view.x + layer.width >= layer.x + view.width &&
  view.y + layer.height >= layer.y + view.height;

const isCut = (box: Box, { width, height }: View): boolean =>
  box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
