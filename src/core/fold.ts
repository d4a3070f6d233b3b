/** The marks that do not count: those of Latin and Greek letters, accents of Cyrillic vowels, and points of Arabic and Hebrew. */
const IGNORED_MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}|(?<=[аеиоуыэюяієѣ]\p{M}*)[\u0300\u0301]|(?<=е\p{M}*)\u0308|[\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu;

/**
 * A text in the form in which `search` compares it: without letter case and accents, `’` as `'`. Marks that make another
 * letter stay, such as those of й, ぎ and दि. Folding a folded text changes nothing.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^\p{ASCII}*$/u.test(lower)) return lower;
  return lower.normalize('NFD').replace(IGNORED_MARKS, '').normalize('NFC').replaceAll('’', "'");
}
