import { geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The topology as JSON, which the bundler inserts. */
declare const ATLAS: string;

/** The width of the world at zoom level 0, in pixels, as on most maps of the web. */
export const WORLD = 256;

/** The land, lakes and borders as shapes in pixels of zoom level 0, and their projection. */
export type Atlas = ReturnType<typeof createAtlas>;

/** The map of the world with a longitude in its middle. */
export function createAtlas(longitude: number) {
  const topology: Topology = JSON.parse(ATLAS);
  const projection = geoMercator()
    .rotate([-longitude, 0])
    .scale(WORLD / (2 * Math.PI))
    .translate([WORLD / 2, WORLD / 2])
    // Draws the border along a parallel as a straight line, and not as the shortest one.
    .precision(0);

  const toPath = geoPath(projection);
  // One by one: browsers skip those outside the canvas faster than parts of a single path.
  const shapesOf = (name: string): Path2D[] =>
    feature(topology, topology.objects[name] as GeometryCollection).features.map(
      (part) => new Path2D(toPath(part) ?? ''),
    );

  return {
    projection,
    land: shapesOf('land'),
    lakes: shapesOf('lakes'),
    countries: shapesOf('countries'),
    states: [...shapesOf('states'), ...shapesOf('provinces')],
  };
}
