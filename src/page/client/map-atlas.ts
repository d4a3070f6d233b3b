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
export type Shape = Readonly<Pick<ShapePath, 'path' | 'left' | 'top' | 'right' | 'bottom'>>;

/** Records a path and its bounds at once: to project a shape twice takes twice as long. */
class ShapePath {
  readonly path = new Path2D();
  left = Number.POSITIVE_INFINITY;
  top = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  bottom = Number.NEGATIVE_INFINITY;

  moveTo(x: number, y: number): void {
    this.#include(x, y);
    this.path.moveTo(x, y);
  }

  lineTo(x: number, y: number): void {
    this.#include(x, y);
    this.path.lineTo(x, y);
  }

  closePath = () => this.path.closePath();
  // For points, which the topology does not have.
  beginPath(): void {}
  arc(): void {}

  #include(x: number, y: number): void {
    [this.left, this.right] = [Math.min(this.left, x), Math.max(this.right, x)];
    [this.top, this.bottom] = [Math.min(this.top, y), Math.max(this.bottom, y)];
  }
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

  // One by one, so that those outside a view need not be drawn.
  const shapesOf = (name: string): Shape[] =>
    feature(topology, topology.objects[name] as GeometryCollection).features.map((part) => {
      const shape = new ShapePath();
      geoPath(projection, shape)(part);
      return shape;
    });

  return {
    projection,
    land: shapesOf('land'),
    lakes: shapesOf('lakes'),
    countries: shapesOf('countries'),
    states: [...shapesOf('states'), ...shapesOf('provinces')],
  };
}
