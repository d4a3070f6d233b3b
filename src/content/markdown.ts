import { type ContentFormat, DUPLICATE_FIELD, TEXT_START, type Unlocated } from './format.ts';
import { yaml } from './yaml.ts';

/** Markdown with front matter: the fields of a record in YAML. Another field has the text below it. */
export const markdown: ContentFormat = {
  maxBytes: yaml.maxBytes,
  parse(text, { body = DEFAULT_BODY } = {}) {
    const parts = partsOf(text);
    if (!parts) return { value: undefined, errors: [{ ...NO_FRONT_MATTER, ...TEXT_START }] };
    const { frontMatter, start } = parts;
    const { value, errors } = yaml.parse(frontMatter);
    if (errors.length > 0) return { value, errors };
    const fields = value ?? {};
    if (typeof fields !== 'object' || Array.isArray(fields))
      return { value, errors: [{ ...NO_FRONT_MATTER, ...TEXT_START }] };
    if (Object.hasOwn(fields, body))
      return { value, errors: [{ ...GIVEN_TWICE, ...yaml.locator(frontMatter)([body], 'name') }] };
    // As YAML does, so that a record is the same on each system.
    const written = text.slice(start).trimEnd().replaceAll('\r\n', '\n');
    return { value: { ...fields, [body]: written }, errors };
  },
  locator(text, { body = DEFAULT_BODY } = {}) {
    const { frontMatter = '', start = 0 } = partsOf(text) ?? {};
    const rangeOf = yaml.locator(frontMatter);
    return (path, part) =>
      path[0] === body ? { offset: start, length: text.length - start } : rangeOf(path, part);
  },
};

const DEFAULT_BODY = 'body';

/** The opening line and the YAML; then the closing line and the blank lines below it. */
const FRONT_MATTER = /^(---[ \t]*\r?\n(?:.*?\n)?)---[ \t]*(?:\r?\n(?:[ \t]*\r?\n)*|$)/s;

/** Divides a file. The front matter has its opening line, so that positions in it are those of the file. */
function partsOf(text: string) {
  const [all, frontMatter] = FRONT_MATTER.exec(text) ?? [];
  return frontMatter === undefined ? undefined : { frontMatter, start: all?.length ?? 0 };
}

const NO_FRONT_MATTER: Unlocated = {
  code: 'syntax',
  message: 'This file does not begin with fields between two lines of `---`.',
  help: 'Write the fields of the record there, in YAML, and its text below them.',
};

const GIVEN_TWICE: Unlocated = {
  ...DUPLICATE_FIELD,
  message: 'This field has the text below, and is given once more here.',
  help: 'Remove it here.',
};
