/** A piece of HTML or XML. It is inserted into other pieces as it is; any other text is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What a template takes. Nothing is written for a missing part. */
export type MarkupPart =
  | Markup
  | string
  | number
  | null
  | undefined
  | false
  | readonly MarkupPart[];

/** A template of HTML or XML that escapes the texts in it, for attributes in quotation marks too. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup =>
  new Markup(strings.reduce((before, after, index) => before + render(parts[index - 1]) + after));

function render(part: MarkupPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeText(String(part));
}

/** Code, or a name of an API. Browsers do not translate it. */
export const code = (text: MarkupPart): Markup => markup`<code translate="no">${text}</code>`;

/** A script element with a value as JSON: data, which browsers do not run. Without `<`, nothing in it ends the element. */
export const jsonElement = (value: unknown): Markup =>
  markup`<script type="application/json">${new Markup(JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'))}</script>`;

/** HTML can't contain NUL at all. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\0', '\u{fffd}')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
