import { UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import { addField } from './data.ts';
import type { Row } from './field.ts';

/** WGS 84, in degrees. */
const WGS_84 = /(?:CRS84h?|EPSG\W.*\b4326)$/i;

const NO_DEGREES =
  'is not a longitude and a latitude in degrees, as numbers. Convert the file: ogr2ogr -s_srs EPSG:… -t_srs EPSG:4326 degrees.geojson FILE';

const NOTE =
  'The fields are the properties of the features and their position: longitude, latitude and, if there is one, altitude. Lines and areas have the center of their bounding box, and a field geometry.';

/**
 * The records of GeoJSON: of a feature, a collection or a list of them. https://www.rfc-editor.org/rfc/rfc7946
 * @returns undefined for any other value
 * @throws UsageError for TopoJSON, and for coordinates that are not in degrees
 */
export function findFeatures(value: unknown, from: string) {
  const { type, crs, objects, features: list = value } = Object(value);
  const [name] = Object.keys(Object(objects));
  const topology = `${from} is TopoJSON. Convert one of its objects, such as ${name}: npx -p topojson-client topo2geo ${name}=${name}.geojson < "${from}"`;
  if (type === 'Topology') throw new UsageError(topology);
  const features = [list].flat().map(Object);
  if (features.length === 0 || features.some((one) => one.type !== 'Feature')) return undefined;
  const system = crs?.properties?.name ?? 'CRS84';
  const projected = `The coordinates of ${from} are in ${system}. Convert them: ogr2ogr -t_srs EPSG:4326 degrees.geojson "${from}"`;
  if (!WGS_84.test(system)) throw new UsageError(projected);
  const own: Row[] = features.map(({ properties }) => Object(properties));
  const added = features.map((one, at) => fieldsOf(one, `${from}, feature ${at + 1}`));
  const valuesOf = (name: string) => added.map((fields) => fields[name]);
  const names = ['id', 'longitude', 'latitude', 'altitude', 'geometry'];
  const records = names.reduce((some, name) => addField(some, name, valuesOf(name)).records, own);
  return { records, note: NOTE };
}

/** The fields of a feature beside its properties. @throws UsageError if its coordinates are not in degrees */
function fieldsOf({ id, geometry = null }: Row, source: string): Row {
  const lines = linesIn(geometry).map((line) => line.map((position) => [position].flat()));
  const wrong = lines.flat().find(([x, y]) => !isDegree(x, 180) || !isDegree(y, 90));
  if (wrong) throw new UsageError(`${source}: ${shortened(JSON.stringify(wrong))} ${NO_DEGREES}`);
  const rangesOf = (axis: number) =>
    lines.map((line) => rangeOf(line.map((one) => Number(one[axis]))));
  const { type, coordinates } = Object(geometry);
  const shape = type === 'Point' ? { altitude: coordinates?.[2] } : { geometry };
  return {
    id,
    longitude: middleOfArc(rangesOf(0)),
    latitude: middleOf(rangeOf(rangesOf(1).flat())),
    ...(geometry !== null && shape),
  };
}

const isDegree = (one: unknown, maximum: number): boolean =>
  typeof one === 'number' && Math.abs(one) <= maximum;

/** The smallest and the largest number. */
type Range = readonly [least: number, most: number];

const rangeOf = (numbers: readonly number[]): Range => [
  numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
  numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
];

/** The middle of a range; null for one without numbers. */
function middleOf([least, most]: Range): number | null {
  if (least > most) return null;
  return least === most ? least : Number(((least + most) / 2).toFixed(6));
}

/**
 * The middle of the shortest arc that contains some ranges of longitudes. It can cross 180°, where RFC 7946 cuts lines
 * and areas. Of a whole turn, it is that of all numbers.
 */
function middleOfArc(ranges: readonly Range[]): number | null {
  const all = rangeOf(ranges.flat());
  let [arc, gap, end] = [all, 360 - (all[1] - all[0]), all[0]];
  for (const [start, most] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start - end > gap) [arc, gap] = [[start, end + 360], start - end];
    end = Math.max(end, most);
  }
  const middle = middleOf(arc);
  return middle !== null && middle > 180 ? Number((middle - 360).toFixed(6)) : middle;
}

/** The positions of each line, ring or point of a geometry. */
function linesIn(geometry: unknown): unknown[][] {
  const { type, coordinates, geometries } = Object(geometry);
  if (type === 'MultiPoint') return [coordinates].flat().map((position) => [position]);
  return [geometries ?? []]
    .flat()
    .flatMap(linesIn)
    .concat(linesOf(coordinates ?? []));
}

/** Those of coordinates, which can be a position, a list of them, or lists of such lists. */
function linesOf(coordinates: unknown): unknown[][] {
  if (!Array.isArray(coordinates) || !Array.isArray(coordinates[0]))
    return [coordinates].flat().length > 0 ? [[coordinates]] : [];
  return Array.isArray(coordinates[0][0]) ? coordinates.flatMap(linesOf) : [coordinates];
}
