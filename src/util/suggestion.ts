import leven from 'leven';

/** A longer word is no misspelt name, and comparing it takes time. */
const MAX_LENGTH = 200;

/** The candidate most similar to a misspelt word; null where none is similar. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_LENGTH) return null;
  let best: string | null = null;
  // Two edits, enough for one pair of swapped letters, are allowed in a short word; more in a long one.
  let limit = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = leven(word.toLowerCase(), candidate.toLowerCase());
    // A distance of the full length means that no letter is the same.
    if (distance < limit && distance < candidate.length) [best, limit] = [candidate, distance];
  }
  return best;
}
