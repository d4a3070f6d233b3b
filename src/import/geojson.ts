import { isObject } from '../core/object.ts';
import { UsageError } from '../util/problem.ts';
import { shortened } from '../util/text.ts';
import { addField } from './data.ts';
import type { Row } from './field.ts';

/** WGS 84, in degrees. */
const WGS_84 = /(?:CRS84h?|EPSG\W.*\b4326)$/i;

const NO_DEGREES =
  'is not a longitude and a latitude in degrees. Convert the file: ogr2ogr -s_srs EPSG:… -t_srs EPSG:4326 degrees.geojson FILE';

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
  const positions = [...positionsIn(geometry)].map((position) => [position].flat());
  const wrong = positions.find(([x, y]) => !isDegree(x, 180) || !isDegree(y, 90));
  if (wrong) throw new UsageError(`${source}: ${shortened(JSON.stringify(wrong))} ${NO_DEGREES}`);
  const longitude = middleOf(positions.map(([x]) => Number(x)));
  const latitude = middleOf(positions.map(([, y]) => Number(y)));
  const { type, coordinates } = Object(geometry);
  const shape = type === 'Point' ? { altitude: coordinates?.[2] } : { geometry };
  return { id, longitude, latitude, ...(geometry !== null && shape) };
}

const isDegree = (one: unknown, maximum: number): boolean =>
  typeof one === 'number' && Math.abs(one) <= maximum;

/** The middle between the smallest and the largest number; null if there are none. */
function middleOf(numbers: number[]): number | null {
  const [first = null, ...others] = numbers.sort((a, b) => a - b);
  const last = others.at(-1) ?? first;
  return first === last ? first : Number(((Number(first) + Number(last)) / 2).toFixed(6));
}

/** The positions of a geometry. */
function* positionsIn(value: unknown): Generator<unknown> {
  if (isObject(value)) yield* positionsIn(value.coordinates ?? value.geometries ?? []);
  else if (Array.isArray(value) && typeof value[0] !== 'number')
    for (const one of value) yield* positionsIn(one);
  else if (value !== null) yield value;
}
