/** A piece of JSON's text, and what it is. */
export interface Token {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark';
  readonly text: string;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[-+\d.eE]+|[a-z]+|[{}[\],:]/g;

/**
 * A JSON text in lines, indented; its values stay as they were spelt, so that a number has all its
 * digits.
 * @param text valid JSON
 */
export function linesOf(text: string): Token[][] {
  const lines: Token[][] = [[]];
  const signs = text.match(TOKEN) ?? [];
  let depth = 0;
  const breakLine = () => lines.push([{ kind: 'mark', text: '  '.repeat(depth) }]);
  for (const [at, sign] of signs.entries()) {
    const isFull = (one = '', other = '') => !(OPENING.includes(one) && CLOSING.includes(other));
    if (CLOSING.includes(sign)) {
      depth -= 1;
      if (isFull(signs[at - 1], sign)) breakLine();
    }
    lines.at(-1)?.push(tokenOf(sign, signs[at + 1]));
    if (OPENING.includes(sign)) depth += 1;
    if (BREAKING.includes(sign) && isFull(sign, signs[at + 1])) breakLine();
  }
  return lines;
}

const OPENING = ['{', '['];
const CLOSING = ['}', ']'];
const BREAKING = [...OPENING, ','];

function tokenOf(sign: string, next: string | undefined): Token {
  if (sign === ':') return { kind: 'mark', text: ': ' };
  if (/^[{}[\],]/.test(sign)) return { kind: 'mark', text: sign };
  if (sign.startsWith('"')) return { kind: next === ':' ? 'key' : 'string', text: sign };
  return { kind: /^[a-z]/.test(sign) ? 'word' : 'number', text: sign };
}
