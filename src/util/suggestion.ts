import leven from 'leven';

/** The candidate most similar to a misspelt word; null where none is similar. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  // Two edits, enough for one pair of swapped letters, are allowed in a short word; more in a long one.
  let limit = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    // It is at least the difference of the lengths, and takes time to find for a long word.
    if (Math.abs(word.length - candidate.length) >= limit) continue;
    const distance = leven(word.toLowerCase(), candidate.toLowerCase());
    // A distance of the full length means that no letter is the same.
    if (distance < limit && distance < candidate.length) [best, limit] = [candidate, distance];
  }
  return best;
}

/**
 * A sentence with the most similar of some names, after a space; empty if none is similar.
 * @param intro what is before the list of all names where none is similar: `Possible:`
 */
export function suggestion(word: string, names: Iterable<string>, intro = ''): string {
  const similar = nearest(word, names);
  if (similar) return ` Did you mean ${similar}?`;
  return intro && ` ${intro} ${[...names].join(', ') || 'none'}.`;
}
