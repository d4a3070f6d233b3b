/** Formats a number with separators: `2,620`, `1,234,567.5`. `Intl` takes 17 ms to load. */
export const formatNumber = (amount: number | string): string =>
  String(amount).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');

/** The same of large numbers only: years have no separators. Another text is returned as it is. */
export const formatAmount = (amount: number | string): string =>
  Math.abs(Number(amount)) >= 10_000 ? formatNumber(amount) : String(amount);

/** Formats a count with its noun: `1 record`, `2,620 records`, `21 countries`. @param plural of more than one */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`;

/** A size in megabytes, or kilobytes where it is less than one. */
export const formatBytes = (bytes: number): string =>
  bytes < 1e6 ? `${formatNumber(Math.ceil(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * A text as it is, on one line of Markdown. Escaped are the characters that would make it code, emphasis, a
 * link, HTML, a character reference, a cell of a table, or at its start a heading, a list or a line.
 * https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export const escapeMarkdown = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>~|]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|^[#+=-]|(?<=^\d+)[.)]/g, '\\$&');

/** The name of a collection without hyphens, for what can't have one in a name, or has one after it. No two are equal. */
export const underscored = (name: string): string => name.replaceAll('-', '_');

/** The name of a field in words: `gdp_per_capita` is `Gdp per capita`, `createdAt` is `Created at`. */
export const readableName = (name: string): string =>
  name
    .replace(/(?<=\p{Ll}\d*)\p{Lu}+/gu, (word) => ` ${word[1] ? word : word.toLowerCase()}`)
    .replace(/_+|\.(?!\d)/g, ' ')
    .trim()
    .replace(/^./u, (letter) => letter.toUpperCase()) || name;

/** A list in words: `a, b and c`. */
export const inWords = (parts: readonly string[], conjunction: 'and' | 'or'): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(` ${conjunction} `);

/** The beginning of a text, with an ellipsis if it is longer. */
export const shortened = (text: string, maximum = 40): string =>
  text.length > maximum ? `${text.slice(0, maximum).replace(/\p{Surrogate}$/u, '')}…` : text;
