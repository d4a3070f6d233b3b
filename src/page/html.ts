import type { Grid } from '../core/grid.ts';
import { findFile } from '../core/resolve.ts';
import type { Described } from '../describe/described.ts';
import { linkOf } from '../describe/endpoint.ts';
import { type Markup, type MarkupPart, markup } from '../util/markup.ts';
import type { FormatLink } from './view/request-target.ts';

/** A text whose names stand in backticks. */
export const withCode = (text: string): Markup =>
  markup`${text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))}`;

/** A section with a heading, which labels it. */
export const section = (
  id: string,
  title: string,
  body: MarkupPart,
  attributes: MarkupPart = '',
): Markup => markup`
<section id="${id}"${attributes} aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>`;

/** A part of a section that is shown on demand. Its heading stays in sight. */
export const collapsible = (id: string, heading: MarkupPart, body: MarkupPart): Markup => markup`
<details><summary><h3 id="${id}">${heading}</h3></summary>
${body}
</details>`;

/** Returns the function that makes links to answers where the host has them. The script sends their requests itself. */
export const linksIn =
  ({ grid, hostKind }: Described): FormatLink =>
  (target) => {
    if (hostKind && findFile(grid, target) === null) return markup` data-try="${target}"`;
    const href = linkOf(grid, target);
    return markup` data-try${href !== target && markup`="${target}"`} href="${href}"`;
  };

/** The base address, which the script replaces by the address of the page's folder. */
export const baseAddress = ({ base }: Grid): Markup => markup`<span data-base>${base}</span>`;

/** A list of terms with their descriptions; those with an id can be linked to. */
export const definitionList = (
  rows: readonly (readonly [term: Markup, text: Markup, id?: string])[],
): Markup => markup`
<dl class="rows">${rows.map(
  ([term, text, id]) => markup`
<div${id !== undefined && markup` id="${id}"`}><dt>${term}</dt>
<dd>${text}</dd></div>`,
)}
</dl>`;

/** A name with its type. */
export const term = (name: MarkupPart, type: MarkupPart): Markup =>
  markup`${name} ${type && markup`<span class="type">${type}</span>`}`;

/** A block of code with a caption. */
export const figure = (caption: MarkupPart, label: string, code: string): Markup => markup`
<figure><figcaption>${caption}</figcaption>
<pre tabindex="0" aria-label="${label}"><code>${code}</code></pre></figure>`;
