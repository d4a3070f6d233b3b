// Each matches a letter with its marks: with a lookbehind, a long text of marks would take minutes.
const WITH_ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
const CYRILLIC_VOWEL = /[аеиоуыэюяієѣ]\p{M}+/gu;

/** Points of Arabic and Hebrew. */
const POINTS = /[\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

const withoutAccents = (vowel: string): string =>
  vowel.replace(vowel.startsWith('е') ? /[\u0300\u0301\u0308]/g : /[\u0300\u0301]/g, '');

/**
 * A text in the form in which `search` compares it: without letter case and accents, `’` as `'`. Marks that make another
 * letter stay, such as those of й, ぎ and दि. Folding a folded text changes nothing.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^\p{ASCII}*$/u.test(lower)) return lower;
  const letters = lower.normalize('NFD').replace(WITH_ACCENTS, '$1');
  const unmarked = letters.replace(CYRILLIC_VOWEL, withoutAccents).replace(POINTS, '');
  return unmarked.normalize('NFC').replaceAll('’', "'");
}
