import { describe, expect, it } from 'vitest';
import { z } from '../../../src/index.ts';
import { itReports, thingProblems, thingsIn, unescaped } from './valid-content.ts';

const schema = z.object({ id: z.int(), title: z.string().optional(), text: z.string().min(1) });
const properties = { schema, content: { body: 'text' } };

describe('the record of a Markdown file', () => {
  it.each<[string, string, unknown]>([
    [
      'fields and text',
      '---\nid: 1\ntitle: A\n---\n# A\n\nText.\n',
      { id: 1, title: 'A', text: '# A\n\nText.' },
    ],
    [
      'CRLF, blank lines around the text',
      '---\r\nid: 1\r\n---\r\n\r\n \r\n# A\r\n\r\nText.\r\n\r\n',
      { id: 1, text: '# A\n\nText.' },
    ],
    [
      'a rule, and code at the start',
      '---  \nid: 1\n---\t\n\n    code\n---\ntext',
      { id: 1, text: '    code\n---\ntext' },
    ],
    [
      '--- within a field',
      '---\nid: 1\ntitle: a --- b\n---\nx',
      { id: 1, title: 'a --- b', text: 'x' },
    ],
  ])('%s', async (_, text, expected) => {
    expect(
      await thingsIn({ 'a.md': text, 'README.md': '', 'sub/ReadMe.MD': '' }, properties),
    ).toEqual([expected]);
  });
});

describe('the problems of a Markdown file', () => {
  const NO_FIELDS =
    "1:1 syntax [-] This file has no front matter. → Begin the file with the fields of the record in YAML, between two lines of '---'. Write the text below them.";
  itReports(
    String.raw`
nothing | \n
  ${NO_FIELDS.replace('[-]', '[]')}
no front matter | # A\n---\nid: 1\n---\n
  ${NO_FIELDS.replace('[-]', '[#]')}
front matter that is not closed | ---\nid: 1\n
  ${NO_FIELDS}
a list as front matter | ---\n- id: 1\n---\nx
  ${NO_FIELDS}
empty front matter | ---\n---\nx
  1:2 missing-field [-] 'id' is missing.
broken YAML | ---\nid: 1\n title: [\n---\nx
  3:7 syntax
the field of the text in the front matter | ---\nid: 1\ntext: a\n---\nx
  3:1 duplicate-field [text] This record has the same field twice. → Remove
values | ---\nid: x\nnam: 1\n---\n\nx
  2:5 wrong-type [x] 'id' must be a number
  3:1 unknown-field [nam] Unknown field 'nam'.
the text | ---\nid: 1\n---\n\n
  3:4 bad-value [] 'text' must not be empty.
`,
    (text) => thingProblems('a.md', unescaped(text), properties),
  );

  it.each([
    ['of a collection without `content.body`', { schema }],
    [
      'of a collection that reads CSV with another delimiter',
      { schema, content: { delimiter: ';' as const } },
    ],
  ])('%s: nobody reads it', async (_, own) => {
    expect(await thingProblems('a.md', '---\nid: 1\n---\nx', own)).toEqual([
      "1:1 unknown-file [] No collection reads this Markdown file. → If it is a record, name the field for its text in the definition, such as 'content: { body: 'text' }'. If not, rename it to README.md or move it out of the content folder.",
    ]);
  });
});
