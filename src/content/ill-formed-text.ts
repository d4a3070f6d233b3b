import type { FieldPart } from './format.ts';

/**
 * The texts in a value that are not well-formed Unicode. JSON and YAML can hold half of a surrogate pair, which
 * UTF-8 can't, and which many parsers reject. https://www.rfc-editor.org/rfc/rfc8259#section-8.2
 */
export function illFormedTexts(value: unknown): FieldPart[] {
  const found: FieldPart[] = [];
  const path: (string | number)[] = [];
  const add = (part: FieldPart['part']) => found.push({ path: [...path], part });
  const visit = (value: unknown) => {
    if (typeof value === 'string' && !value.isWellFormed()) add('value');
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      path.push(Array.isArray(value) ? Number(name) : name);
      if (!name.isWellFormed()) add('name');
      visit(inner);
      path.pop();
    }
  };
  visit(value);
  return found;
}

/** The problem of such a text. */
export const ILL_FORMED = {
  code: 'encoding',
  message: 'This text contains half of a surrogate pair, which is not a character.',
  help: 'Write the whole character, or remove the half.',
} as const;
