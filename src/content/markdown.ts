import { isObject } from '../core/object.ts';
import { type ContentFormat, DUPLICATE_FIELD, TEXT_START } from './format.ts';
import { yaml } from './yaml.ts';

/** Markdown with front matter: the fields of a record in YAML. Another field has the text below it. */
export const markdown: ContentFormat = {
  maxBytes: yaml.maxBytes,
  parse(text, { body = 'body' } = {}) {
    const [all = '', frontMatter = ''] = FRONT_MATTER.exec(text) ?? [];
    const { value, errors } = yaml.parse(frontMatter);
    if (errors.length > 0) return { value, errors };
    const fields = value ?? {};
    if (!isObject(fields) || (all === '' && OTHER_START.test(text)))
      return { value, errors: [NO_FRONT_MATTER] };
    if (Object.hasOwn(fields, body)) {
      const range = yaml.locator(frontMatter)([body], 'name');
      return { value, errors: [{ ...DUPLICATE_FIELD, ...range }] };
    }
    // As in YAML, line breaks are the same on each system.
    const written = text.slice(all.length).trimEnd().replaceAll('\r\n', '\n');
    return { value: { ...fields, [body]: written }, errors };
  },
  locator(text, { body = 'body' } = {}) {
    const [{ length: offset } = '', frontMatter = ''] = FRONT_MATTER.exec(text) ?? [];
    const rangeOf = yaml.locator(frontMatter);
    return (path, part) =>
      path[0] === body ? { offset, length: text.length - offset } : rangeOf(path, part);
  },
};

/**
 * The opening line and the YAML, so that positions in it are those in the file; the closing line and the
 * blank lines below it.
 */
const FRONT_MATTER = /^(---[ \t]*\r?\n(?:.*?\n)?)---[ \t]*(?:\r?\n(?:[ \t]*\r?\n)*|$)/s;

/** The start of a file that is empty, or whose front matter is not closed or in TOML. Any other file may have none. */
const OTHER_START = /^\s*(?:---|\+{3}|$)/;

const NO_FRONT_MATTER = {
  code: 'syntax',
  message: 'This file has no complete front matter in YAML.',
  help: 'Begin the file with the fields of the record in YAML, between two lines of `---`. Write the text below them.',
  ...TEXT_START,
} as const;
