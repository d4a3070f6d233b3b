/** One record on the map. */
export interface Place {
  readonly id: string;
  readonly longitude: number;
  readonly latitude: number;
  /** What it is called. */
  readonly label: string;
  /** What tells it from others of that name: its state, its country. */
  readonly details: readonly string[];
  /** What a search looks through: words without case and accents. */
  readonly words: readonly string[];
}

/** The names of the properties that tell a place. */
export interface PlaceFields {
  readonly label: string;
  readonly details: readonly string[];
}

/** The places of a GeoJSON FeatureCollection of points; null where a value is none. */
export function placesOf(value: unknown, fields: PlaceFields): Place[] | null {
  const { type, features } = Object(value);
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return null;
  return features.flatMap((feature) => placeOf(feature, fields) ?? []);
}

function placeOf(feature: unknown, fields: PlaceFields): Place | null {
  const { id, geometry, properties } = Object(feature);
  const [longitude, latitude] = Object(geometry).coordinates ?? [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
  const textOf = (name: string) => String(Object(properties)[name] ?? '');
  const label = textOf(fields.label) || String(id);
  const details = fields.details.map(textOf).filter(Boolean);
  const words = [label, ...details].flatMap(wordsOf);
  return { id: String(id), longitude, latitude, label, details, words };
}

/** Letters that are one with a mark to readers, and not to Unicode. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ð: 'd',
};

/** A text without case, accents and signs: `Cañon City` and `Canon city` are the same. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđßæœıþð]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’.]/g, '');

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The places whose words begin with those that are looked for, the best first: those whose name begins
 * with the text, then by name.
 */
export function found(places: readonly Place[], text: string): Place[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  const start = wanted.join(' ');
  const rank = ({ label }: Place) => {
    const name = wordsOf(label).join(' ');
    if (name === start) return 0;
    return name.startsWith(start) ? 1 : 2;
  };
  return places
    .filter(({ words }) => wanted.every((one) => words.some((word) => word.startsWith(one))))
    .map((place) => ({ place, rank: rank(place) }))
    .sort((a, b) => a.rank - b.rank || collator.compare(nameOf(a.place), nameOf(b.place)))
    .map(({ place }) => place);
}

const collator = new Intl.Collator('en');

/** A place's whole name: `Cañon City, CO, US`. */
export const nameOf = ({ label, details }: Place): string => [label, ...details].join(', ');
