import { type Condition, primaryAction, touchOnly } from 'ol/events/condition.js';
import { buffer, type Extent } from 'ol/extent.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import DragPan from 'ol/interaction/DragPan.js';
import { zoomByDelta } from 'ol/interaction/Interaction.js';
import KeyboardPan from 'ol/interaction/KeyboardPan.js';
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import OlMap from 'ol/Map.js';
import { toLonLat } from 'ol/proj.js';
import View from 'ol/View.js';
import { findElement } from './dom.ts';
import type { MapPosition } from './map-address.ts';
import { createGeography, drawPoints } from './map-drawing.ts';
import { extentOf, nearestPoints, type Points } from './map-points.ts';
import type { Scale } from './map-scale.ts';

/** How far from a dot a click can be, in pixels. */
const CLICK_DISTANCE = 20;

/** How many pixels a key moves the map, and how many zoom levels a key or a button enlarges it. */
const [KEY_STEP, ZOOM_STEP] = [60, 0.7];

/** The zoom level to see one point and its surroundings, and the greatest: a pixel is about 150 m. */
export const POINT_ZOOM = 6;
const MAX_ZOOM = 10;

/** The space around all points, in pixels. */
const MARGIN = 28;

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
  const { located } = points;
  const frame = findElement(root, '.frame');
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300;
  let shown: Uint32Array = located;
  let scale: Scale | undefined;
  let selected: number | null = null;
  const map = createMap(frame, extentOf(points, located, 0), duration);
  const view = map.getView();
  // An empty result has the view of all points.
  const home = createHome(map, () =>
    extentOf(points, shown.length > 0 ? shown : located, OUTLIERS),
  );
  const geography = createGeography();
  map.addLayer(geography);
  // OpenLayers reports a move from the second frame on.
  geography.once('postrender', () => map.render());
  geography.on('postrender', (event) => {
    if (scale) drawPoints(event, points, shown, scale, selected);
  });

  const nearest = (position: readonly number[]) =>
    nearestPoints(points, shown, position, CLICK_DISTANCE * resolutionOf(view));

  for (const button of root.querySelectorAll<HTMLButtonElement>('.tools button')) {
    const steps = Number(button.value) * ZOOM_STEP;
    const zoom = () => zoomByDelta(view, steps, undefined, duration);
    button.addEventListener('click', steps === 0 ? home.show : zoom);
  }
  map.on('pointermove', ({ coordinate, dragging }) => {
    if (!dragging) frame.classList.toggle('on-point', nearest(coordinate).length > 0);
  });
  map.on('click', ({ coordinate }) => on.select(nearest(coordinate)));
  map.on('moveend', () => {
    const [longitude = 0, latitude = 0] = toLonLat(view.getCenter() ?? []);
    on.move(home.isShown() ? null : { zoom: view.getZoom() ?? 0, longitude, latitude });
  });

  return {
    /**
     * Shows some points in their colours.
     * @param position null, or without a point of a new result: that of most of them
     */
    show(rows: Uint32Array, colors: Scale, position: MapPosition | null): void {
      const before = shown.length;
      [shown, scale] = [rows, colors];
      if (position) {
        view.setZoom(position.zoom);
        view.setCenter(points.project(position.longitude, position.latitude));
      }
      const hasPoints = () => shown.some(points.isIn(view.calculateExtent()));
      // After a filter, the map does not stay where no point is.
      if (!position || (shown.length !== before && !hasPoints())) home.show();
      map.render();
    },
    /**
     * Marks one point, or none, and moves the map to it.
     * @param leastZoom enlarges the map to this zoom level
     */
    select(row: number | null, leastZoom = 0): void {
      selected = row;
      map.render();
      if (row === null) return;
      const resolution = Math.min(resolutionOf(view), view.getResolutionForZoom(leastZoom));
      const [x = 0, y = 0] = points.positionOf(row);
      const below = (hiddenHeight(frame, findElement(root, '.card')) / 2) * resolution;
      view.animate({ center: [x, y - below], resolution, duration });
    },
  };
}

/** How many metres a pixel has. */
const resolutionOf = (view: View): number => view.getResolution() ?? 1;

/** How many pixels of a map are under its card: on narrow screens, that is as wide as the map. */
const hiddenHeight = (frame: HTMLElement, card: HTMLElement): number =>
  card.offsetWidth > frame.offsetWidth * 0.75 ? frame.offsetHeight - card.offsetTop : 0;

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
  let home = '';

  const formatState = () => [view.getCenter(), view.getResolution()].join();

  const isShown = () => formatState() === home;

  function show(): void {
    view.fit(findExtent(), { padding: [MARGIN, MARGIN, MARGIN, MARGIN], maxZoom: POINT_ZOOM });
    home = formatState();
  }

  map.on('change:size', () => {
    const size = map.getSize() ?? [0, 0];
    // While its part of the page is hidden, a map has no size.
    if (size.includes(0)) return;
    const wasShown = isShown();
    view.setViewportSize(size);
    if (wasShown) show();
  });

  return { isShown, show };
}

/** Whether a pointer moves the map: a mouse, or two fingers, since one scrolls the page. */
const isDrag: Condition = (event) =>
  touchOnly(event) ? event.activePointers?.length === 2 : primaryAction(event);

/** The wheel zooms with Ctrl, which browsers also set for a pinch on a touchpad, and else scrolls the page. */
const isZoom: Condition = ({ originalEvent }) => originalEvent.ctrlKey || originalEvent.metaKey;
