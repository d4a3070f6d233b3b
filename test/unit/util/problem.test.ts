import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_START } from '../../../src/content/format.ts';
import { locationsIn } from '../../../src/content/location.ts';
import { yaml } from '../../../src/content/yaml.ts';
import { formatProblem, type SourceLocation } from '../../../src/util/problem.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  COUNTRIES,
  changed,
  contentFolder,
  edited,
  type Files,
  problemsOf,
} from '../content/valid-content.ts';

/** The problems as a command prints them in the parent of the content folder. */
async function printed(files: Files): Promise<string> {
  const content = contentFolder(files);
  const problems = await problemsOf(content);
  return problems.map(formatProblem).join('\n\n').replaceAll(content, 'content');
}

describe('the printed problems', () => {
  it('of several files: all, by file, line and column', async () => {
    const files = changed({
      'score_metadata/people.yaml': 'name: people\nlabel: People\ncategory:\n',
      [CANON_CITY_FILE]: edited(
        edited(CANON_CITY, 'state_abbrev: CO', 'state_abbrev: KS'),
        'country: US',
        'country: US # a note\nlatitude: north',
      ),
      'countries/atlantis.json': '{\n  "alpha_2": "XA",\n  "alpha_2": "XB"\n}\n',
      'contries/x.yml': 'x',
    });
    expect(await printed(files)).toBe(
      `content/contries/x.yml:1:1  unknown-file
  No collection has a folder \`contries\`. Collections with folders: countries, score_metadata, neighborhoods, results.
  → Rename the folder, or add the collection to \`collections\` of \`defineApi\`. Did you mean countries?

content/countries/atlantis.json:3:3  duplicate-field
  3 |   "alpha_2": "XB"
    |   ^^^^^^^^^
  This record has the same field twice.
  → Remove one of them.

content/neighborhoods/US/CO/canon-city.yaml:4:11  wrong-type
  4 | latitude: north
    |           ^^^^^
  \`latitude\` must be a number, but this is "north".
  → Correct the value.

content/score_metadata/people.yaml:1:1  missing-field
  1 | name: people
    | ^^^^^^^^^^^^
  \`description\` is missing.
  → Add the field \`description\`.

content/score_metadata/people.yaml:3:10  wrong-type
  3 | category:
    |          ^
  \`category\` must be text, but this is null.
  → Correct the value.`,
    );
  });

  it('with control characters in the line, the message and the path: each is replaced', async () => {
    const text = edited(CANON_CITY, 'country: US', '"\\e[31m\\n": "\u{9b}31m" # \u{85}\u{2028}');
    const seen = await printed(changed({ [CANON_CITY_FILE]: text, 'x\u001b[31m/\u0007.yaml': '' }));
    expect(seen).toContain('  3 | "\\e[31m\\n": "\u{fffd}31m" # \u{fffd}\u{fffd}\n');
    expect(seen).toContain('  Unknown field `\u{fffd}[31m\u{fffd}`.\n');
    expect(seen).toContain('content/x\u{fffd}[31m/\u{fffd}.yaml:1:1  unknown-file\n');
    expect(seen).not.toMatch(/[^\P{C}\n\u{fffd}]/u);
  });
});

describe('the excerpt of a line', () => {
  const at = (column: number, length: number, text: string) => {
    const location: SourceLocation = { file: 'f', line: 1, column, length, text };
    const problem = { code: 'syntax', location, message: 'Wrong.', help: 'Fix it.' } as const;
    const [, line = '', caret = ''] = formatProblem(problem).split('\n');
    const from = caret.indexOf('^');
    return { line: line.slice('  1 | '.length), marked: line.slice(from, caret.length) };
  };
  const digits = (length: number) => Array.from({ length }, (_, n) => n % 10).join('');

  it.each([
    ['a line of 100 is whole', 1, 1, 100, /^\d{100}$/],
    ['a longer one is cut at its end', 1, 1, 101, /^\d{100}…$/],
    ['a caret at the end of the first 100 moves the excerpt', 95, 20, 300, /^…\d{100}…$/],
    ['a caret at the end of the line', 300, 1, 300, /^…\d{51}$/],
  ])('%s', (_, column, length, total, expected) => {
    const { line, marked } = at(column, length, digits(total));
    expect(line).toMatch(expected);
    expect(marked).toBe(digits(total).slice(column - 1, column - 1 + length));
  });

  it('tabs -> tabs before the caret too', () => {
    const location = { file: 'f', line: 2, column: 5, length: 1, text: '\t{\té5}' };
    const problem = { code: 'syntax', location, message: 'Wrong.', help: 'Fix it.' } as const;
    expect(formatProblem(problem).split('\n').slice(1, 3)).toEqual([
      '  2 | \t{\té5}',
      '    | \t \t ^',
    ]);
  });

  it('the caret marks the range of the location, as far as it is shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.nat(399),
        fc.nat(300),
        (total, from, extra) => {
          const text = digits(total);
          const column = (from % total) + 1;
          const length = Math.min(1 + extra, total - column + 1);
          const { line, marked } = at(column, length, text);
          expect(line.length).toBeLessThanOrEqual(102);
          expect(marked).not.toBe('');
          expect(text.slice(column - 1, column - 1 + length).startsWith(marked)).toBe(true);
          expect(marked.length).toBeGreaterThanOrEqual(Math.min(length, 50));
        },
      ),
    );
  });
});

describe('a location', () => {
  const lines = fc.array(fc.stringMatching(/^[ab\t é🚲]{0,6}$/u), { minLength: 1, maxLength: 6 });

  it.each(['\n', '\r\n'])('line and column lead back to the offset, with %j line ends', (end) => {
    fc.assert(
      fc.property(lines, fc.nat(), (parts, any) => {
        const text = `${parts.join(end)}|`;
        const offset = any % text.length;
        const location = locationsIn('f', text)(offset);
        const before = text.split('\n').slice(0, location.line - 1);
        expect(before.join('\n').length + (before.length && 1) + location.column - 1).toBe(offset);
        expect(text.split('\n')[location.line - 1]?.replace('\r', '')).toBe(location.text);
      }),
    );
  });

  it.each([
    ['past the last line', 'a: 1\nb: [\n\n', 10, 1, [2, 5, 1, 'b: [']],
    ['over two lines', 'a\nbc d\ne', 3, 5, [2, 2, 3, 'bc d']],
    ['in an empty text', '', 0, 1, [1, 1, 1, '']],
    ['on an empty first line', '\na', 0, 1, [1, 1, 1, '']],
  ])('%s', (_, source, offset, length, expected) => {
    const { file, line, column, length: marked, text } = locationsIn('f', source)(offset, length);
    expect([file, line, column, marked, text]).toEqual(['f', ...expected]);
  });
});

it('YAML with random edits -> a value, or errors with a range in the text', () => {
  const inserted = fc.oneof(
    fc.constantFrom(...'{}[],:"\'\\/*&!|>%@`#-? \t\n\r~0+.e\u0001', '---\n', '<<: *a', '__proto__'),
    fc.string({ maxLength: 3 }),
  );
  const edit = fc.record({ at: fc.nat(1000), removed: fc.nat(3), inserted });
  const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

  fc.assert(
    fc.property(edits, (changes) => {
      const text = changes.reduce((before, { at, removed, inserted }) => {
        const from = at % (before.length + 1);
        return before.slice(0, from) + inserted + before.slice(from + removed);
      }, COUNTRIES);
      const { errors, value } = yaml.parse(text);
      JSON.stringify(value);
      const isParsed = errors.every(({ code }) => code !== 'syntax');
      const rangeOf = isParsed ? yaml.locator(text) : () => TEXT_START;
      const found = [rangeOf([0, 'name'], 'name'), rangeOf([7], 'value')];
      for (const { offset, length } of [...errors, ...found]) {
        expect(offset + Math.min(length, 1)).toBeLessThanOrEqual(text.length + 1);
        const location = locationsIn('f', text)(offset, length);
        expect(location.line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
        expect(location.column).toBeLessThanOrEqual(location.text.length + 2);
      }
    }),
    { numRuns: 60 },
  );
});
