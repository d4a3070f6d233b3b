import type { Coordinate } from 'ol/coordinate.js';
import { buffer, getArea, getWidth } from 'ol/extent.js';
import Polyline from 'ol/format/Polyline.js';
import type LineString from 'ol/geom/LineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import { measureTextWidth } from 'ol/render/canvas.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text, { type Options as TextOptions } from 'ol/style/Text.js';
import type View from 'ol/View.js';
import { NO_BAND, type Points } from './map-points.ts';

/**
 * The geography, which the bundler inserts; `scripts/atlas.mjs` encodes it. By kind, it has shapes as one line, and
 * where each of their rings or lines ends in the list of its coordinates.
 */
declare const ATLAS: Readonly<Record<string, { ends: number[]; line: string }>>;

/** The factor of its numbers. */
const ATLAS_FORMAT = new Polyline({ factor: 1 / 799 });

/** Of more points than this, only those in what the map shows and around it are drawn. */
const MANY = 10_000;

/** There is at most one label for this many square pixels, but there can always be this many. */
const [LABEL_AREA, LABEL_COUNT] = [6000, 40];

/** Points without a rank have labels where there are at least this many square pixels for each point. */
const POINT_AREA = 3000;

/** The height of a label with the space around it, in pixels. */
const LABEL_HEIGHT = 20;

/** Dots are drawn in groups of so many, colour by colour, so that no colour is always on top. */
const GROUP = 300;

/** Creates the layers of a map, in the colours of the style sheet. */
export function createLayers(points: Points, view: View) {
  const { bands, columns, isIn, positionOf } = points;
  // A map can be made while its part of the page is out of the document.
  const style = getComputedStyle(document.body);
  const color = (name: string) => style.getPropertyValue(`--${name}`);
  const border = (name: string, width: number) => new Stroke({ color: color(name), width });
  const states = new Style({ stroke: border('state-border', 0.75) });
  const geographyStyles: Readonly<Record<string, Style>> = {
    land: new Style({ fill: new Fill({ color: color('land') }) }),
    lakes: new Style({ fill: new Fill({ color: color('water') }) }),
    states,
    provinces: states,
    countries: new Style({ stroke: border('country-border', 1), zIndex: 1 }),
  };
  const geography = createLayer(false, readAtlas());
  geography.setStyle((feature) => geographyStyles[feature.get('kind')]);
  const [dots, labels, marks] = [createLayer(), createLayer(true), createLayer(true)];
  /** Few points have large dots on every scale. */
  const leastRadius = columns.labels.length < 500 ? 3.5 : 2;
  const radiusNow = () => Math.max(leastRadius, Math.min(5, 0.75 + (view.getZoom() ?? 0) * 0.45));

  function createDots(rows: Uint32Array): RenderFeature[] {
    const extent = view.calculateExtent();
    const around = buffer(extent, getWidth(extent) / 4);
    const near = rows.length > MANY ? rows.filter(isIn(around)) : rows;
    const groups = new Map<string, { style: Style; coordinates: number[] }>();
    for (const [index, row] of near.entries()) {
      const band = bands[row] ?? NO_BAND;
      const key = [Math.floor(index / GROUP), band].join();
      const group = groups.get(key) ?? { style: createDot(band), coordinates: [] };
      group.coordinates.push(...positionOf(row));
      groups.set(key, group);
    }
    return Array.from(groups.values(), ({ coordinates, style }) =>
      createPoints(coordinates, style),
    );
  }

  /** Draws copies of a picture, which takes less time than OpenLayers' own images. */
  function createDot(band: number): Style {
    const value = band === NO_BAND ? 'land' : `band-${band}`;
    const dot = new Circle({
      radius: radiusNow(),
      fill: new Fill({ color: color(columns.value ? value : 'dot') }),
      stroke: new Stroke({ color: color('dot-border'), width: 0.75 }),
    });
    return new Style({
      renderer: (coordinates, { context, pixelRatio }) => {
        const picture = dot.getImage(pixelRatio);
        const corner = (middle = 0) => Math.round(middle - picture.width / 2);
        for (const [x, y] of coordinates as Coordinate[])
          context.drawImage(picture, corner(x), corner(y));
      },
    });
  }

  /** The rows of points whose labels may be drawn, the most important first: of all where there are few. */
  function labelledRows(rows: Uint32Array): number[] {
    const [extent, resolution] = [view.calculateExtent(), resolutionOf(view)];
    const area = getArea(extent) / resolution ** 2;
    const visible = new Set(rows.filter(isIn(buffer(extent, (-LABEL_HEIGHT / 2) * resolution))));
    const ranked = columns.ranked.filter((row) => visible.has(row));
    const others = visible.size < area / POINT_AREA ? visible : [];
    return [...new Set([...ranked, ...others])].slice(0, Math.max(LABEL_COUNT, area / LABEL_AREA));
  }

  /** The label of a point: on its right, or on its left where it would be cut. */
  function createLabel(row: number, distance: number, options: TextOptions): Text {
    const text = points.label(row);
    const [x = 0] = positionOf(row);
    const [, , right = 0] = view.calculateExtent();
    const length = (distance + measureTextWidth(options.font ?? '', text)) * resolutionOf(view);
    const isCut = x + length > right;
    return new Text({
      text,
      textAlign: isCut ? 'right' : 'left',
      offsetX: isCut ? -distance : distance,
      fill: new Fill({ color: color('map-text') }),
      stroke: new Stroke({ color: color('land'), width: 3 }),
      ...options,
    });
  }

  const fontOf = (rest: string) => `${rest} ${style.fontFamily}`;

  function createLabelled(row: number): RenderFeature {
    const text = createLabel(row, radiusNow() + 4, { font: fontOf('500 12px') });
    return createPoints(positionOf(row), new Style({ text }));
  }

  /** A point on top of all, with its label, which the labels of others avoid. */
  function createMark(row: number): RenderFeature {
    const font = fontOf('600 13px');
    const text = createLabel(row, radiusNow() + 9, { font, declutterMode: 'obstacle' });
    const image = new Circle({
      radius: radiusNow() + 4,
      fill: new Fill({ color: color('mark') }),
      stroke: new Stroke({ color: color('land'), width: 2 }),
      declutterMode: 'none',
    });
    return createPoints(positionOf(row), new Style({ image, text }));
  }

  return {
    layers: [geography, dots, labels, marks],
    /** Draws points in what the map shows, and around it. */
    drawPoints(rows: Uint32Array): void {
      replaceFeatures(dots, createDots(rows));
      replaceFeatures(labels, labelledRows(rows).map(createLabelled));
    },
    /** Marks points. */
    drawMarks: (rows: readonly number[]) => replaceFeatures(marks, rows.map(createMark)),
  };
}

/** How many metres a pixel has. */
export const resolutionOf = (view: View): number => view.getResolution() ?? 1;

const createLayer = (declutter = false, features: RenderFeature[] = []) =>
  new VectorLayer({
    source: new VectorSource({ features, overlaps: false }),
    style: (feature) => feature.get('style'),
    declutter,
    updateWhileInteracting: true,
  });

function replaceFeatures(layer: ReturnType<typeof createLayer>, features: RenderFeature[]): void {
  layer.getSource()?.clear(true);
  layer.getSource()?.addFeatures(features);
}

const createPoints = (coordinates: number[], style: Style): RenderFeature =>
  new RenderFeature('MultiPoint', coordinates, [], 2, { style }, undefined);

/** The shapes of the geography, each with its `kind`. */
const readAtlas = (): RenderFeature[] =>
  Object.entries(ATLAS).map(([kind, { ends, line }]) => {
    const type = kind === 'land' || kind === 'lakes' ? 'Polygon' : 'MultiLineString';
    const coordinates = (ATLAS_FORMAT.readGeometry(line) as LineString).getFlatCoordinates();
    const shapes = new RenderFeature(type, coordinates, ends, 2, { kind }, undefined);
    return shapes.enableSimplifyTransformed();
  });
