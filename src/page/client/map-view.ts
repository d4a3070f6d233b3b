import { distance } from 'ol/coordinate.js';
import { type Condition, primaryAction, touchOnly } from 'ol/events/condition.js';
import { buffer, type Extent, equals, getCenter } from 'ol/extent.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import DragPan from 'ol/interaction/DragPan.js';
import { zoomByDelta } from 'ol/interaction/Interaction.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import OlMap from 'ol/Map.js';
import { getPointResolution, toLonLat } from 'ol/proj.js';
import View from 'ol/View.js';
import { findElement } from './dom.ts';
import type { MapPosition } from './map-address.ts';
import { createLayers, resolutionOf } from './map-layers.ts';
import { extentOf, nearestPoints, type Points } from './map-points.ts';

/** How far from a dot a click can be, in pixels. */
const CLICK_DISTANCE = 20;

/** How many pixels a key moves the map, and how many zoom levels a key or a button enlarges it. */
const [KEY_STEP, ZOOM_STEP] = [60, 0.7];

/** The zoom level to see one point and its surroundings, and the greatest: a pixel is about 150 m. */
export const POINT_ZOOM = 6;
const MAX_ZOOM = 10;

/** The space around all points, in pixels. */
const MARGIN = 28;

/** The least distance that the first view shows in each direction, in metres on the ground. */
const LEAST_LENGTH = 300_000;

/** The space around all points that the map can show, in metres of the projection. */
const SURROUNDINGS = 1_500_000;

/** The share of the positions at each end that the first view leaves out, from west to east and from south to north. */
const OUTLIERS = 0.01;

/** What a map reports. */
interface MapListeners {
  /** Points at one position are clicked; none: a click on no point. */
  readonly select: (rows: readonly number[]) => void;
  /** The map has moved; null: it shows what it shows first. */
  readonly move: (position: MapPosition | null) => void;
}

/**
 * Creates a map that users can pan and zoom, and whose points they can select.
 * @param root contains a picture, and buttons
 * @param points at least one of them has a position
 */
export function createMapView(root: HTMLElement, points: Points, on: MapListeners) {
  const frame = findElement(root, '.frame');
  const card = findElement(root, '.card');
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300;
  const located = Uint32Array.from(points.x.keys()).filter((row) => !Number.isNaN(points.x[row]));
  let shown = located;
  const map = createMap(frame, extentOf(points, located, 0), duration);
  const view = map.getView();
  // An empty result has the view of all points.
  const home = createHome(map, () =>
    extentOf(points, shown.length > 0 ? shown : located, OUTLIERS),
  );
  const { layers, drawPoints, drawMarks } = createLayers(points, view);
  map.setLayers(layers);
  /** The extent in which the points are drawn. */
  let drawn: Extent = [];
  /** The point under the pointer. */
  let highlighted: number | undefined;
  let selected: number | null = null;

  const nearest = (position: readonly number[]) =>
    nearestPoints(points, shown, position, CLICK_DISTANCE * resolutionOf(view));

  const mark = () => drawMarks([...new Set([selected ?? [], highlighted ?? []].flat())]);

  /** Highlights a point, or none. */
  function highlight(row: number | undefined): void {
    if (row === highlighted) return;
    highlighted = row;
    frame.classList.toggle('on-point', row !== undefined);
    mark();
  }

  const zoomBy = (delta: number) => zoomByDelta(view, delta, undefined, duration);
  const actions: Readonly<Record<string, () => void>> = {
    '+': () => zoomBy(ZOOM_STEP),
    '-': () => zoomBy(-ZOOM_STEP),
    '0': () => home.show(duration),
  };
  for (const button of root.querySelectorAll<HTMLButtonElement>('.tools button'))
    button.addEventListener('click', () => actions[button.value]?.());
  frame.addEventListener('pointerleave', () => highlight(undefined));
  map.on('pointermove', ({ coordinate, dragging }) => {
    if (!dragging) highlight(nearest(coordinate)[0]);
  });
  map.on('click', ({ coordinate }) => on.select(nearest(coordinate)));
  map.on('moveend', () => {
    const [longitude = 0, latitude = 0] = toLonLat(view.getCenter() ?? []);
    on.move(home.isShown() ? null : { zoom: view.getZoom() ?? 0, longitude, latitude });
  });
  map.on('change:size', home.update);
  // The points follow the geography, so that no task takes long.
  map.on('rendercomplete', () => {
    const extent = view.calculateExtent();
    if (view.getInteracting() || equals(drawn, extent)) return;
    drawn = extent;
    drawPoints(shown);
    mark();
  });

  return {
    /**
     * Shows the points with a mark for their row, or all.
     * @param position null, or without a point of a new result: that of most of them
     * @returns how many they are
     */
    show(rows: Uint8Array | null, position: MapPosition | null): number {
      const before = shown.length;
      shown = located.filter((row) => rows?.[row] !== 0);
      home.update();
      if (position) {
        view.setZoom(position.zoom);
        view.setCenter(points.project(position.longitude, position.latitude));
      }
      const isInView = (row: number) => points.isIn(view.calculateExtent())(row);
      // After a filter, the map does not stay where no point is.
      if (!position || (shown.length !== before && !shown.some(isInView))) home.show();
      drawn = [];
      map.render();
      return shown.length;
    },
    /**
     * Marks one point, or none, and moves the map to it.
     * @param leastZoom enlarges the map to this zoom level
     */
    select(row: number | null, leastZoom = 0): void {
      selected = row;
      mark();
      if (row === null) return;
      const resolution = Math.min(resolutionOf(view), view.getResolutionForZoom(leastZoom));
      // On narrow screens, the card is as wide as the map.
      const isBelow = card.offsetWidth > frame.offsetWidth * 0.75;
      const hidden = isBelow ? frame.offsetHeight - card.offsetTop : 0;
      const [x = 0, y = 0] = points.positionOf(row);
      view.animate({ center: [x, y - (hidden / 2) * resolution], resolution, duration });
    },
  };
}

/** @param extent contains all points */
function createMap(target: HTMLElement, extent: Extent, duration: number) {
  const view = new View({
    extent: buffer(extent, SURROUNDINGS),
    showFullExtent: true,
    maxZoom: MAX_ZOOM,
    enableRotation: false,
  });
  return new OlMap({
    target,
    view,
    controls: [],
    interactions: [
      new DoubleClickZoom({ duration }),
      new DragPan({ condition: isDrag }),
      new KeyboardPan({ duration, pixelDelta: KEY_STEP }),
      new KeyboardZoom({ duration, delta: ZOOM_STEP }),
      new MouseWheelZoom({ duration, condition: isZoom }),
      new PinchZoom({ duration }),
    ],
    moveTolerance: 4,
  });
}

/**
 * What a map shows first, as it does until the user moves it, whatever its size.
 * @param findExtent returns the extent of the points
 */
function createHome(map: OlMap, findExtent: () => Extent) {
  const view = map.getView();
  let home = { center: [0, 0], resolution: 1 };

  function findHome(): typeof home {
    const extent = findExtent();
    const size = (map.getSize() ?? []).map((length) => Math.max(1, length - 2 * MARGIN));
    const middle = getCenter(extent);
    const least =
      LEAST_LENGTH / getPointResolution(view.getProjection(), Math.min(...size), middle);
    const wanted = Math.max(least, view.getResolutionForExtent(extent, size));
    const resolution = view.getConstrainedResolution(wanted) ?? wanted;
    const center = view.getConstrainedCenter(middle, resolution) ?? [];
    return { center, resolution };
  }

  function isShown(): boolean {
    const moved = distance(view.getCenter() ?? [], home.center) / home.resolution;
    return moved < 0.5 && Math.abs(resolutionOf(view) / home.resolution - 1) < 1e-6;
  }

  const show = (duration = 0) => view.animate({ ...home, duration });

  /** Adapts the map to its size and its points. */
  function update(): void {
    const size = map.getSize() ?? [0, 0];
    // While its part of the page is hidden, a map has no size.
    if (size.includes(0)) return;
    const wasShown = !view.isDef() || isShown();
    view.setViewportSize(size);
    home = findHome();
    if (wasShown) show();
  }

  return { isShown, show, update };
}

/** Whether a pointer moves the map: a mouse, or two fingers, since one scrolls the page. */
const isDrag: Condition = (event) =>
  touchOnly(event) ? event.activePointers?.length === 2 : primaryAction(event);

/** The wheel zooms with Ctrl, which browsers also set for a pinch on a touchpad, and else scrolls the page. */
const isZoom: Condition = ({ originalEvent }) => originalEvent.ctrlKey || originalEvent.metaKey;
