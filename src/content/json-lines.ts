import { type ContentFormat, type ParseError, reportDepth, requireLength } from './format.ts';
import { json } from './json.ts';

/** JSON Lines: a record on each line. https://jsonlines.org */
export const jsonLines: ContentFormat = {
  maxBytes: 100e6,
  parse: reportDepth((text) => {
    const values: unknown[] = [];
    const errors: ParseError[] = [];
    for (const { start, line } of linesOf(text)) {
      const { value, errors: found } = json.parse(line);
      requireLength(values.push(value));
      for (const { offset, ...error } of found)
        errors.push({ ...error, offset: start + offset, ...(error.code === 'syntax' && HELP) });
    }
    // A text of blank lines is empty.
    return { value: values.length > 0 ? values : undefined, errors };
  }),
  locator(text) {
    const starts = Array.from(linesOf(text), ({ start }) => start);
    let last: { readonly start: number; readonly rangeOf: RangeOf } | undefined;
    return ([index, ...path], part) => {
      const start = starts[Number(index)];
      if (start === undefined) return { offset: 0, length: text.length };
      // The next value to locate is mostly in the same line.
      if (last?.start !== start) last = { start, rangeOf: json.locator(lineAt(text, start)) };
      const { offset, length } = last.rangeOf(path, part);
      return { offset: start + offset, length };
    };
  },
};

type RangeOf = ReturnType<ContentFormat['locator']>;

/** The lines of a text that are not blank. A record can contain other line breaks than `\n`. */
function* linesOf(text: string): Iterable<{ readonly start: number; readonly line: string }> {
  for (let start = 0; start < text.length; ) {
    const line = lineAt(text, start);
    if (/\S/.test(line)) yield { start, line };
    start += line.length + 1;
  }
}

const lineAt = (text: string, start: number): string => {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.slice(start) : text.slice(start, end);
};

const HELP = {
  help: 'Write each record on one line, as JSON with double quotes, without a comma after it.',
} as const;
