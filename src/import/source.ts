import { block, isIdentifier, quoted } from '../util/source.ts';

/** What a constant of a definition can't be called: the reserved words of JavaScript, and what is imported. */
const RESERVED =
  /^(?:arguments|await|break|case|catch|class|const|continue|debugger|decimal|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield|z)$/;

export const isConstantName = (name: string): boolean => isIdentifier(name) && !RESERVED.test(name);

/** A property of an object. */
export const property = (name: string, value: string): string =>
  `${isIdentifier(name) ? name : quoted(name)}: ${value}`;

/** A field of a record. */
export const access = (name: string): string =>
  isIdentifier(name) ? `record.${name}` : `record[${quoted(name)}]`;

/** A list between brackets, on one line, or with one part on each line where that would be too long. */
export function inBrackets(open: string, parts: readonly string[], close: string): string {
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length < 85) return line;
  const lines = parts.map((one) => `${one},`);
  return block(open.trim(), lines, close.trim());
}
