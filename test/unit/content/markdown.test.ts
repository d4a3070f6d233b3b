import { describe, expect, it } from 'vitest';
import { z } from '../../../src/index.ts';
import { rowsOf } from '../../support/table.ts';
import { itReports, thingProblems, thingsIn, unescaped } from './valid-content.ts';

const schema = z.object({ id: z.int(), title: z.string().optional(), text: z.string().min(1) });
const properties = { schema, content: { body: 'text' } };

describe('the record of a Markdown file', () => {
  it.each(
    rowsOf(
      String.raw`
      fields | ---\nid: 1\ntitle: A\n---\n# A\n\nB.\n | {"id":1,"title":"A","text":"# A\n\nB."}
      CRLF, blank lines | ---\r\nid: 1\r\n---\r\n\r\n \r\nA\r\nB\r\n\r\n | {"id":1,"text":"A\nB"}
      a rule, code | ---  \nid: 1\n---\t\n\n    code\n---\nx | {"id":1,"text":"    code\n---\nx"}
      --- in a field | ---\nid: 1\ntitle: a --- b\n---\nx | {"id":1,"title":"a --- b","text":"x"}`,
      ' | ',
    ),
  )('%s: %s', async (_, text = '', expected = '') => {
    const files = { 'a.md': unescaped(text), 'README.md': '', 'sub/ReadMe.MD': '' };
    expect(await thingsIn(files, properties)).toEqual([JSON.parse(expected)]);
  });
});

describe('the problems of a Markdown file', () => {
  const HELP =
    "Begin the file with the fields of the record in YAML, between two lines of '---'. Write the text below them.";
  itReports(
    String.raw`
nothing | \n
  1:1 syntax [] This file has no complete front matter in YAML. → ${HELP}
no front matter: the record has only its text | # A\n---\nid: 1\n---\n
  1:1 missing-field [#] 'id' is missing.
front matter that is not closed | ---\nid: 1\n
  1:1 syntax [-] This file has no complete front matter in YAML. → ${HELP}
front matter of TOML | +++\nid = 1\n+++\nx
  1:1 syntax [+] This file has no complete front matter in YAML. → ${HELP}
a list as front matter | ---\n- id: 1\n---\nx
  1:1 syntax [-] This file has no complete front matter in YAML. →
empty front matter | ---\n---\nx
  1:4 missing-field [] 'id' is missing.
broken YAML | ---\nid: 1\ntitle: [\n---\nx
  3:8 syntax
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

  it('of a collection without `content.body`: nobody reads it', async () => {
    const content = { delimiter: ';' } as const;
    expect(await thingProblems('a.md', '---\nid: 1\n---\nx', { schema, content })).toEqual([
      "1:1 unknown-file [] No collection reads this Markdown file. → If it is a record, name the field for its text in the definition, such as 'content: { body: 'text' }'. If not, rename it to README.md or move it out of the content folder.",
    ]);
  });
});
