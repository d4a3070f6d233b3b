/** A text as a literal of JavaScript, on one line, in single quotes where it has none. */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

export const isIdentifier = (name: string): boolean => /^[a-z_$][\w$]*$/i.test(name);

/** Code between brackets. */
export const block = (open: string, lines: readonly string[], close: string): string =>
  [open, ...lines.map((line) => line.replace(/^/gm, '  ')), close].join('\n');
