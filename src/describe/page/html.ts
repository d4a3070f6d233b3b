import type { Grid } from '../../core/grid.ts';

/** A piece of HTML. It is inserted into other pieces as it is; any other text is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes. Nothing is written for a missing part. */
type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template of HTML that escapes the texts in it, for attributes in quotation marks too. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((before, after, index) => before + render(parts[index - 1]) + after));

/** A text whose names stand in backticks. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** A section with a heading, which labels it. */
export const section = (id: string, title: string, body: Part, attributes: Part = ''): Html => html`
<section id="${id}"${attributes} aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`;

/** A part of a section that is shown on demand. Its heading stays in sight. */
export const collapsible = (id: string, heading: Part, body: Part): Html => html`
<details><summary><h3 id="${id}">${heading}</h3></summary>
${body}
</details>`;

/** The base address, which the script replaces by the address of the page's folder. */
export const baseText = ({ base }: Grid): Html => html`<span data-base>${base}</span>`;

/** A text with the base address in it. */
export const withBase = (grid: Grid, text: string): Html =>
  html`${text.split(grid.base).map((part, index) => [index > 0 && baseText(grid), part])}`;

/** A list of terms with their descriptions. */
export const definitionList = (rows: readonly (readonly [term: Html, text: Html])[]): Html => html`
<dl class="rows">${rows.map(
  ([term, text]) => html`
<div><dt>${term}</dt>
<dd>${text}</dd></div>`,
)}
</dl>`;

/** A name with its type. */
export const term = (name: Part, type: Part): Html =>
  html`${name} ${type && html`<span class="type">${type}</span>`}`;

/** A block of code with a caption. */
export const figure = (caption: Part, label: string, code: string): Html => html`
<figure><figcaption>${caption}</figcaption>
<pre tabindex="0" aria-label="${label}"><code>${code}</code></pre></figure>`;

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeText(String(part));
}

/** HTML can't contain NUL at all. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\0', '\u{fffd}')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
