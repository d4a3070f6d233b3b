import { project, westOf } from './projection.ts';

/**
 * A record on the map, and its position on the world map. Its details distinguish it from others with the
 * same label: its state, its country. A search compares `normalizedLabel` and `words`, which have no case
 * and accents.
 */
export type MapPoint = ReturnType<typeof pointsOf>[number];

/** A GeoJSON feature of the API. */
export interface Feature {
  readonly id: string | number;
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * The points of features.
 * @param fields the properties with the label of a point, which else is its `id`, and with its details
 */
export function pointsOf(features: readonly Feature[], fields: readonly string[]) {
  const west = westOf(features.map(({ geometry }) => geometry.coordinates[0]));
  return features.map(({ geometry, properties, ...feature }) => {
    const [longitude, latitude] = geometry.coordinates;
    const id = String(feature.id);
    const [name, ...others] = fields.map((field) => String(properties[field] ?? ''));
    const [label, details] = [name || id, others.filter((detail) => detail !== '')];
    const words = [label, ...details].flatMap(wordsOf);
    const normalizedLabel = wordsOf(label).join(' ');
    const position = project(longitude, latitude, west);
    return { id, longitude, latitude, label, details, normalizedLabel, words, ...position };
  });
}

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const LETTERS = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ð: 'd' };

/** A text without case, accents and apostrophes: `Cañon City` and `Canon city` become the same. */
export const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/[øłđßæœıþð]/g, (letter) => LETTERS[letter as keyof typeof LETTERS]);

const wordsOf = (text: string): string[] => normalize(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The points whose words begin with those of a search text. A point whose name is the text comes first,
 * then those whose name begins with it, then the others; each group is sorted by name.
 */
export function searchPoints(points: readonly MapPoint[], text: string): MapPoint[] {
  const searched = wordsOf(text);
  if (searched.length === 0) return [];
  const start = searched.join(' ');
  const rankOf = ({ normalizedLabel: label }: MapPoint) =>
    Number(label !== start) + Number(!label.startsWith(start));
  return points
    .filter(({ words }) => searched.every((one) => words.some((word) => word.startsWith(one))))
    .sort((a, b) => rankOf(a) - rankOf(b) || compare(fullName(a), fullName(b)));
}

const { compare } = new Intl.Collator('en');

/** A name with its details: `Cañon City, CO, US`. */
export const fullName = ({ label, details }: MapPoint): string => [label, ...details].join(', ');
