import leven from 'leven';

/** The candidate that a misspelt word was probably meant to be, or null where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  // Two slips for a short word, which is one pair of letters swapped; more for a long one.
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = leven(word.toLowerCase(), candidate.toLowerCase());
    // One that shares no letter with it was not meant.
    if (distance < least && distance < candidate.length) [best, least] = [candidate, distance];
  }
  return best;
}
