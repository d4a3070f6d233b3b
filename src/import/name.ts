/** Letters that other ones of ASCII stand for. Of all others, the accents are left out. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ä: 'ae', ö: 'oe', ü: 'ue', æ: 'ae', ø: 'oe', å: 'aa', œ: 'oe' },
  ...{ ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
};

/** A text as a name of up to 50 characters: `Größe (m)` becomes `groesse_m`. Empty if it has no Latin letter or digit. */
export function snakeCase(text: string): string {
  const split = text.normalize('NFC').replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1_');
  const lower = split.toLowerCase().replace(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? letter);
  const plain = lower.normalize('NFKD').replace(/\p{M}/gu, '');
  const name = plain.match(/[a-z\d]+/g)?.join('_') ?? '';
  return /^.{0,50}(?=_|$)/.exec(name)?.[0] || name.slice(0, 50);
}

/** A name that is not taken: the given one, or with the first number that makes it a new one. */
export function findFreeName(name: string, taken: Pick<Set<string>, 'has'>, first = 2): string {
  let unique = name;
  for (let n = first; taken.has(unique); n++) unique = `${name}_${n}`;
  return unique;
}

/**
 * The names of fields for columns. Those of ASCII letters, digits, `_` and `-` stay, and so do those that would be empty or
 * equal, because a name must not depend on the order of the columns.
 */
export function fieldNames(columns: readonly string[]): readonly string[] {
  const nameOf = (column: string) => (/^[\w-]*$/.test(column) ? column : snakeCase(column));
  const names = columns.map(nameOf);
  const isFree = (name: string) => name !== '' && names.indexOf(name) === names.lastIndexOf(name);
  return columns.map((column) => (isFree(nameOf(column)) ? nameOf(column) : column));
}
