import type { ContentFormat, ParseError } from './format.ts';
import { json } from './json.ts';

/** JSON Lines: a record on each line. https://jsonlines.org */
export const jsonLines: ContentFormat = {
  maxBytes: json.maxBytes,
  parse(text) {
    const values: unknown[] = [];
    const errors: ParseError[] = [];
    for (const { line, start } of linesOf(text)) {
      const { value, errors: found } = json.parse(line);
      values.push(value);
      for (const { offset, ...error } of found)
        errors.push({ ...error, offset: start + offset, ...(error.code === 'syntax' && HELP) });
      // JSON of several lines has one in each.
      if (errors.at(-1)?.code === 'syntax') break;
    }
    // A text of blank lines is empty.
    return { value: values.length > 0 ? values : undefined, errors };
  },
  locator(text) {
    const lines = [...linesOf(text)];
    return ([index, ...path], part) => {
      const { line, start } = lines[Number(index)] ?? { line: text, start: 0 };
      const { offset, length } = json.locator(line)(path, part);
      return { offset: start + offset, length };
    };
  },
};

/** The lines of a text that are not blank. A record can contain other line breaks than `\n`. */
function* linesOf(text: string) {
  let start = 0;
  for (const line of text.split('\n')) {
    if (/\S/.test(line)) yield { line, start };
    start += line.length + 1;
  }
}

const HELP = {
  help: 'Write each record as JSON on one line, without a comma at the end. If the file is one JSON value, rename it: its name must end with .json.',
};
