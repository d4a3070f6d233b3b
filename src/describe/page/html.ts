/** A piece of HTML. What is put into another piece stands there as it is; every text is escaped. */
export class Html {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What a piece can be made of; nothing is written for what is missing. */
type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template of HTML: the texts in it are escaped, between quotation marks too. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((before, after, at) => before + written(parts[at - 1]) + after));

/** Pieces one after the other, with something between them. */
export const joined = (parts: readonly Part[], between: string): Html =>
  new Html(parts.map(written).join(written(between)));

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  return typeof part === 'object' ? part.map(written).join('') : escaped(String(part));
}

/** A text as it stands in HTML. A NUL can't stand there at all. */
const escaped = (text: string): string =>
  text
    .replaceAll('\0', '\u{fffd}')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
