/** A piece of HTML. It is inserted into other pieces as it is; any other text is escaped. */
export class Html {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What a template takes. Nothing is written for a missing part. */
type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template of HTML that escapes the texts in it, for attributes in quotation marks too. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((before, after, index) => before + render(parts[index - 1]) + after));

/** Pieces with a separator between them. */
export const joined = (parts: readonly Part[], separator: string): Html =>
  new Html(parts.map(render).join(render(separator)));

/** A text whose names stand in backticks. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  return typeof part === 'object' ? part.map(render).join('') : escapeText(String(part));
}

/** HTML can't contain NUL at all. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\0', '\u{fffd}')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
