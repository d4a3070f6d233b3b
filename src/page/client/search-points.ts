import type { PointColumns } from '../view/point-columns.ts';

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const LETTERS = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ð: 'd' };

/** A text without case, accents and apostrophes: `Cañon City` and `Canon city` become the same. */
export const normalize = (text: string): string =>
  (isAscii(text) ? text.toLowerCase() : withoutMarks(text)).replace(/['.]/g, '');

/** Most texts are, and the steps for others take ten times as long. */
const isAscii = (text: string): boolean => !/[^\x20-\x7e]/.test(text);

const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}’]/gu, '')
    .replace(/[øłđßæœıþð]/g, (letter) => LETTERS[letter as keyof typeof LETTERS]);

/** The words of a text, with one space before each. */
function wordsOf(text: string): string {
  const normalized = ` ${normalize(text)}`;
  const others = isAscii(normalized) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu;
  return normalized.replace(others, ' ').trimEnd();
}

/** The results of a search: the best ones, and the number of all. */
export interface Found {
  readonly rows: readonly number[];
  readonly count: number;
}

/**
 * Creates a function that finds the points whose words begin with those of a text. Those whose label the text
 * begins with come first (`toronto ontario`), then those whose label begins with the text, then the others,
 * which contain its words or are in a state or country of that name. Each group is sorted by rank, then by name.
 * @param most how many results it returns
 */
export function createSearch(
  { labels, longitudes, details, ranked }: PointColumns,
  most: number,
): (text: string) => Found {
  const texts = labels.map(wordsOf);
  const detailTexts = details.map(({ values, names }) =>
    values.map((value, code) => wordsOf(value) + wordsOf(names[code] ?? '')),
  );
  const ranks = new Uint32Array(labels.length).fill(ranked.length);
  for (const [rank, row] of ranked.entries()) ranks[row] = rank;

  return (text) => {
    const searched = wordsOf(text);
    if (searched === '') return { rows: [], count: 0 };
    const matches = matcherOf(searched.split(' ').slice(1));
    const best: Candidate[] = [];
    let count = 0;
    for (const [row, label] of texts.entries()) {
      if (longitudes[row] === null || !matches(row)) continue;
      count++;
      const order = distanceOf(label, searched) * labels.length * 2 + (ranks[row] ?? 0);
      insert(best, { row, label, order }, most);
    }
    return { rows: best.map(({ row }) => row), count };
  };

  /** Returns a function that tells whether the label and details of a row have words that begin with these. */
  function matcherOf(words: readonly string[]): (row: number) => boolean {
    // A detail has few values: each is compared once.
    const inDetails = words.map((word) =>
      detailTexts.map((texts) => texts.map((one) => one.includes(` ${word}`))),
    );
    return (row) =>
      words.every(
        (word, index) =>
          texts[row]?.includes(` ${word}`) ||
          details.some(({ codes }, at) => inDetails[index]?.[at]?.[codes[row] ?? 0]),
      );
  }
}

/** How much a label differs from a searched text: 0, 1 or 2. */
function distanceOf(label: string, searched: string): number {
  if (label !== '' && `${searched} `.startsWith(`${label} `)) return 0;
  return label.startsWith(searched) ? 1 : 2;
}

/** A result; those with a lower `order` come first. */
interface Candidate {
  readonly row: number;
  readonly label: string;
  readonly order: number;
}

/** Adds a result to the best ones at its place, if it is one of them. */
function insert(best: Candidate[], added: Candidate, most: number): void {
  const before = best.findIndex((one) => compare(added, one) < 0);
  if (before >= 0) best.splice(before, 0, added);
  else best.push(added);
  if (best.length > most) best.pop();
}

const compare = (a: Candidate, b: Candidate): number =>
  a.order - b.order || (a.label < b.label ? -1 : Number(a.label > b.label));
