/** A record on the map. A search compares `normalizedLabel` and `words`, which have no case and accents. */
export type MapPoint = ReturnType<typeof createPoints>[number];

/** A GeoJSON feature of the API. */
export interface MapFeature {
  readonly id: string | number;
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The rank of the points that have none, after all others. */
export const UNRANKED = Number.MAX_SAFE_INTEGER;

/** How features are named. */
export interface Naming {
  /** The property with the label of a point; without one its `id` is the label. */
  readonly label: string;
  /** The properties that distinguish it from others with the same label: its state, its country. */
  readonly details: readonly string[];
  /** The names of the values of those properties, by property and value. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The indexes of the most important features, the first of them first. */
  readonly ranked: readonly number[];
}

/** The points of features, on the map that a function projects. */
export function createPoints(
  features: readonly MapFeature[],
  { label: labelField, details: fields, names, ranked }: Naming,
  project: (position: [longitude: number, latitude: number]) => [x: number, y: number] | null,
) {
  const ranks = new Map(ranked.map((index, rank) => [index, rank]));
  return features.map(({ geometry, properties, ...feature }, index) => {
    const [longitude, latitude] = geometry.coordinates;
    const id = String(feature.id);
    const label = String(properties[labelField] ?? '') || id;
    const filled = fields.filter((field) => String(properties[field] ?? '') !== '');
    const codes = filled.map((field) => String(properties[field]));
    const details = filled.map((field, at) => names[field]?.[codes[at] ?? ''] ?? codes[at] ?? '');
    const words = [...new Set([label, ...codes, ...details].flatMap(wordsOf))];
    const normalizedLabel = wordsOf(label).join(' ');
    const [x, y] = project([longitude, latitude]) ?? [0, 0];
    const rank = ranks.get(index) ?? UNRANKED;
    return { id, longitude, latitude, label, details, normalizedLabel, words, rank, x, y };
  });
}

/** The middle of the shortest range of longitudes that contains all of some, also across 180°. */
export function findCentre(longitudes: readonly number[]): number {
  const sorted = [...new Set(longitudes)].sort((a, b) => a - b);
  let [west, widest] = [0, 0];
  let previous = (sorted.at(-1) ?? 0) - 360;
  for (const longitude of sorted) {
    if (longitude - previous > widest) [west, widest] = [longitude, longitude - previous];
    previous = longitude;
  }
  return west + (360 - widest) / 2;
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
 * The points whose words begin with those of a search text. Those whose label the text begins with come
 * first (`toronto ontario`), then those whose label begins with the text, then the others, which contain
 * its words or are in a state or country of that name. Each group is sorted by rank, then by name.
 */
export function searchPoints(points: readonly MapPoint[], text: string): MapPoint[] {
  const searched = wordsOf(text);
  if (searched.length === 0) return [];
  const start = searched.join(' ');
  const distanceOf = ({ normalizedLabel: label }: MapPoint) => {
    if (label !== '' && `${start} `.startsWith(`${label} `)) return 0;
    return label.startsWith(start) ? 1 : 2;
  };
  return points
    .filter(({ words }) => searched.every((one) => words.some((word) => word.startsWith(one))))
    .sort(
      (a, b) =>
        distanceOf(a) - distanceOf(b) || a.rank - b.rank || compare(fullName(a), fullName(b)),
    );
}

const { compare } = new Intl.Collator('en');

/** A name with its details: `Cañon City, Colorado, United States of America`. */
export const fullName = ({ label, details }: MapPoint): string => [label, ...details].join(', ');
