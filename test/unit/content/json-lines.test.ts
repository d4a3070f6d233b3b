import { describe, expect, it } from 'vitest';
import { jsonLines } from '../../../src/content/json-lines.ts';
import { z } from '../../../src/index.ts';
import { itReports, thingProblems, thingsIn, unescaped } from './valid-content.ts';

const schema = z.object({ id: z.int(), name: z.string().optional() });

it('the records of JSON Lines: other line separators in a text, blank lines, CRLF, no line break at the end', async () => {
  const text = '\n{"id": 1, "name": "a\u{2028}b"}\r\n\r\n \t\n{"id": 2}';
  const expected = [{ id: 1, name: 'a\u{2028}b' }, { id: 2 }];
  expect(await thingsIn({ 'a.jsonl': text }, { schema })).toEqual(expected);
  expect(await thingsIn({ 'a.ndjson': text }, { schema })).toEqual(expected);
});

describe('the problems of JSON Lines', () => {
  const HELP =
    '→ Write each record as JSON on one line, without a comma at the end. If the file is one JSON value, rename it: its name must end with .json.';
  const problemsOf = (text: string) => thingProblems('a.jsonl', text, { schema });

  itReports(
    String.raw`
blank lines alone | \n \n
  1:1 empty []
JSON of several lines: the first | [{\n"id": 1}]\n
  1:3 syntax [] This is not JSON: close brace expected. ${HELP}
a list on one line | [{"id": 1}]\n
  1:1 wrong-type [[{"id": 1}]] A record must be an object
a comma after a record | {"id": 1},\n{"id": 2}\n
  1:10 syntax [,] This is not JSON: end of file expected. ${HELP}
a field given twice | \n{"id": 1}\n{"id": 2, "id": 3}
  3:11 duplicate-field ["id"] This record has the same field twice. → Remove
values | {"id": 1}\n\n  {"id": 2, "name": 7}\n[]\n{"id": "x"}\n{"id": 3, "nam": "x"}
  3:21 wrong-type [7] 'name' must be text, but this is the number 7. → Put it in quotes.
  4:1 wrong-type [[]] A record must be an object, but this is [].
  5:8 wrong-type ["x"] 'id' must be a number
  6:11 unknown-field ["nam"] Unknown field 'nam'.
`,
    (text) => problemsOf(unescaped(text)),
  );

  it('of 20,000 lines: each is located without a search', () => {
    const rangeOf = jsonLines.locator('{"id": "x"}\n'.repeat(20_000));
    for (let line = 0; line < 20_000; line++)
      if (rangeOf([line, 'id'], 'value').offset !== 7 + 12 * line) expect.fail(`line ${line}`);
  });
});
