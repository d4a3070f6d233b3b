/** The parts of JSON: strings, empty objects and arrays, punctuation, and other values. */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * Indents JSON as `JSON.stringify` does, but keeps each value as it is written: a number keeps all its
 * digits.
 * @param json valid JSON
 */
export function formatJson(json: string): string {
  let newLine = '\n';
  const formatted = json.match(PART)?.map((part) => {
    if (/^["\w-]/.test(part)) return part;
    if (part === ':') return ': ';
    if (part === ',') return part + newLine;
    if (/^.\s*[}\]]/.test(part)) return part.replace(/\s/g, '');
    const isOpening = part === '{' || part === '[';
    newLine = isOpening ? `${newLine}  ` : newLine.slice(0, -2);
    return isOpening ? part + newLine : newLine + part;
  });
  return formatted?.join('') ?? '';
}

const VALUE = /("[^"\\]*(?:\\.[^"\\]*)*"|[-\d][-+\d.eE]*|[a-z]+)/;

/** Splits formatted JSON into keys, values, and the punctuation and space between them. */
export const tokensOf = (formatted: string) =>
  formatted.split(VALUE).map((text, index, parts) => {
    if (index % 2 === 0) return { kind: 'punctuation', text };
    if (text.startsWith('"'))
      return { kind: parts[index + 1]?.startsWith(':') ? 'key' : 'string', text };
    return { kind: /^[a-z]/.test(text) ? 'word' : 'number', text };
  });
