import type { FieldPart } from './format.ts';

/**
 * The texts in a value that are not well-formed Unicode. JSON and YAML can hold half of a surrogate pair, which
 * UTF-8 can't, and which many parsers reject. https://www.rfc-editor.org/rfc/rfc8259#section-8.2
 */
export function illFormedTexts(
  value: unknown,
  path: (string | number)[] = [],
  found: FieldPart[] = [],
): FieldPart[] {
  if (typeof value === 'string' && !value.isWellFormed())
    found.push({ path: [...path], part: 'value' });
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    path.push(Array.isArray(value) ? Number(name) : name);
    if (!name.isWellFormed()) found.push({ path: [...path], part: 'name' });
    illFormedTexts(inner, path, found);
    path.pop();
  }
  return found;
}

/** The problem of such a text. */
export const ILL_FORMED = {
  code: 'encoding',
  message: 'This text contains half of a surrogate pair, which is not a character.',
  help: 'Write the whole character, or remove this half.',
} as const;
