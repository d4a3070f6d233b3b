import { geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The topology as JSON, which the bundler inserts. */
declare const ATLAS: string;

/** The width of the world at zoom level 0, in pixels, as on most maps of the web. */
export const WORLD = 256;

/** The land, lakes and borders as shapes to draw, and their projection. */
export type Atlas = ReturnType<typeof createAtlas>;

/** A shape in pixels of zoom level 0, with its bounds. */
export interface Shape {
  readonly path: Path2D;
  readonly bounds: readonly [topLeft: [number, number], bottomRight: [number, number]];
}

/** The map of the world with a longitude in its middle. */
export function createAtlas(longitude: number) {
  const topology: Topology = JSON.parse(ATLAS);
  const projection = geoMercator()
    .rotate([-longitude, 0])
    .scale(WORLD / (2 * Math.PI))
    .translate([WORLD / 2, WORLD / 2])
    // Draws the border along a parallel as a straight line, and not as the shortest one.
    .precision(0);
  const bounds = geoPath(projection);

  // One by one, so that those outside a view need not be drawn.
  const shapesOf = (name: string): Shape[] =>
    feature(topology, topology.objects[name] as GeometryCollection).features.map((part) => {
      const path = new Path2D();
      geoPath(projection, path)(part);
      return { path, bounds: bounds.bounds(part) };
    });

  return {
    projection,
    land: shapesOf('land'),
    lakes: shapesOf('lakes'),
    countries: shapesOf('countries'),
    states: [...shapesOf('states'), ...shapesOf('provinces')],
  };
}
