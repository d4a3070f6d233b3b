const VALUE = /("[^"\\]*(?:\\.[^"\\]*)*"|[-\d][-+\d.eE]*|[a-z]+)/;

/** Splits JSON into keys, values, and the punctuation and space between them. */
export const tokenizeJson = (formatted: string) =>
  formatted.split(VALUE).map((text, index, parts) => {
    if (index % 2 === 0) return { kind: 'punctuation', text };
    if (text.startsWith('"'))
      return { kind: parts[index + 1]?.startsWith(':') ? 'key' : 'string', text };
    return { kind: /^[a-z]/.test(text) ? 'word' : 'number', text };
  });
