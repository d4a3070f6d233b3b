import { buffer, type Extent, intersects } from 'ol/extent.js';
import Polyline from 'ol/format/Polyline.js';
import type LineString from 'ol/geom/LineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import type RenderEvent from 'ol/render/Event.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { apply } from 'ol/transform.js';
import { isolate, type Points } from './map-points.ts';
import type { Scale } from './map-scale.ts';

/*
 * What a map draws: a layer with the geography, and over it dots and labels of points.
 */

// A map can be made while its part of the page is out of the document.
const bodyStyle = () => getComputedStyle(document.body);

/** A colour of the style sheet by its name. */
const color = (name: string) => bodyStyle().getPropertyValue(`--${name}`);

/**
 * The geography, which the bundler inserts; `scripts/atlas.mjs` encodes it. By kind, it has shapes as one line, and
 * where each of their rings or lines ends in the list of its coordinates.
 */
declare const ATLAS: Readonly<Record<string, { ends: number[]; line: string }>>;

/** The factor of its numbers. */
const ATLAS_FORMAT = new Polyline({ factor: 1 / 799 });

/** The shapes of the geography, each with its `kind`. */
const readAtlas = (): RenderFeature[] =>
  Object.entries(ATLAS).map(([kind, { ends, line }]) => {
    const type = kind === 'land' || kind === 'lakes' ? 'Polygon' : 'MultiLineString';
    const coordinates = (ATLAS_FORMAT.readGeometry(line) as LineString).getFlatCoordinates();
    const shapes = new RenderFeature(type, coordinates, ends, 2, { kind }, undefined);
    return shapes.enableSimplifyTransformed();
  });

/** Creates the layer with the geography. */
export function createGeography() {
  const border = (name: string, width: number) => new Stroke({ color: color(name), width });
  const states = new Style({ stroke: border('state-border', 0.75) });
  const styles: Readonly<Record<string, Style>> = {
    land: new Style({ fill: new Fill({ color: color('land') }) }),
    lakes: new Style({ fill: new Fill({ color: color('water') }) }),
    states,
    provinces: states,
    countries: new Style({ stroke: border('country-border', 1), zIndex: 1 }),
  };
  return new VectorLayer({
    source: new VectorSource({ features: readAtlas(), overlaps: false }),
    style: (feature) => styles[feature.get('kind')],
    updateWhileInteracting: true,
  });
}

/**
 * Draws points over a layer that is drawn.
 * @param selected the point that has a mark; null: none has
 */
export function drawPoints(
  { context, frameState }: RenderEvent,
  points: Points,
  rows: Uint32Array,
  { bands, colors }: Scale,
  selected: number | null,
): void {
  if (!(context instanceof CanvasRenderingContext2D && frameState)) return;
  const { extent, viewState, pixelRatio, coordinateToPixelTransform } = frameState;
  const place = (row: number) => apply(coordinateToPixelTransform, points.positionOf(row));
  const radius = Math.max(2, Math.min(5, 0.75 + viewState.zoom * 0.45));
  const visible = rows.filter(points.isIn(buffer(extent ?? [], radius * viewState.resolution)));
  const dots = colors.map((name) => createDot(radius, name, 'dot-border', 0.75));
  const pictures = dots.map((dot) => dot.getImage(pixelRatio));
  const mark = createDot(radius + 4, 'mark', 'land', 2).getImage(pixelRatio);
  // Copies of pictures take less time than the features of OpenLayers.
  const drawDot = (row: number, picture = mark) => {
    const [x = 0, y = 0] = place(row);
    const size = picture.width / pixelRatio;
    context.drawImage(picture, Math.round(x - size / 2), Math.round(y - size / 2), size, size);
  };
  context.save();
  context.scale(pixelRatio, pixelRatio);
  // In the order of rows, no colour is always on top.
  for (const row of visible) drawDot(row, pictures[bands[row] ?? 0]);
  if (selected !== null) drawDot(selected);
  const known = new Set(visible);
  const ranked = points.columns.ranked.filter((row) => known.has(row));
  const labelled = [...new Set([selected ?? [], ranked, ...visible].flat())].slice(0, LABELS);
  const taken: Extent[] = [];
  const { fontFamily } = bodyStyle();
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = color('land');
  context.fillStyle = color('map-text');
  for (const row of labelled) {
    const [font, space] = row === selected ? ['600 13px', 9] : ['500 12px', 4];
    context.font = `${font} ${fontFamily}`;
    drawLabel(context, points.label(row), place(row), radius + space, taken);
  }
  context.restore();
}

const createDot = (radius: number, name: string, border: string, width: number) =>
  new Circle({
    radius,
    fill: new Fill({ color: color(name) }),
    stroke: new Stroke({ color: color(border), width }),
  });

/** How many points can have labels. */
const LABELS = 60;

/** The height of a label with the space around it, in pixels. */
const LABEL_HEIGHT = 18;

/**
 * Draws the label of a point where there is space: on its right, or on its left where it would be cut.
 * @param distance of the label from the point, in pixels
 * @param taken where labels are; gets that of this one
 */
function drawLabel(
  context: CanvasRenderingContext2D,
  label: string,
  [x = 0, y = 0]: readonly number[],
  distance: number,
  taken: Extent[],
): void {
  const text = isolate(label);
  const { width } = context.measureText(text);
  const isCut = x + distance + width > context.canvas.width / context.getTransform().a;
  const left = isCut ? x - distance - width : x + distance;
  const box = [left, y - LABEL_HEIGHT / 2, left + width, y + LABEL_HEIGHT / 2];
  if (taken.some((other) => intersects(other, box))) return;
  taken.push(box);
  context.strokeText(text, left, y);
  context.fillText(text, left, y);
}
