import { type Markup, type MarkupPart, markup } from '../../util/markup.ts';

const VALUE = /("[^"\\]*(?:\\.[^"\\]*)*"|[-\d][-+\d.eE]*|[a-z]+)/;

/**
 * Indented JSON with colours.
 * @param showValue shows the text of a key or a value, which may be a link
 */
export const colouredJson = (formatted: string, showValue: (text: string) => MarkupPart): Markup =>
  markup`${formatted.split(VALUE).map((text, index, parts) => {
    // Between the values are punctuation and space.
    if (index % 2 === 0) return text;
    const isKey = text.startsWith('"') && parts[index + 1]?.startsWith(':');
    const kind = isKey
      ? 'key'
      : text.startsWith('"')
        ? 'string'
        : /^[a-z]/.test(text)
          ? 'word'
          : 'number';
    return markup`<span class="json-${kind}">${showValue(text)}</span>`;
  })}`;
