import { describe, expect, it } from 'vitest';
import { jsonLines } from '../../../src/content/json-lines.ts';
import { z } from '../../../src/index.ts';
import { itReports, thingProblems, thingsIn, unescaped } from './valid-content.ts';

const schema = z.object({ id: z.int(), name: z.string().optional() });

describe('the records of JSON Lines', () => {
  it.each<[string, string, unknown[]]>([
    ['lines', '{"id": 1}\n{"id": 2}\n', [{ id: 1 }, { id: 2 }]],
    [
      'no line break at the end, blank lines, CRLF',
      '\n{"id": 1}\r\n\r\n \t\n{"id": 2}',
      [{ id: 1 }, { id: 2 }],
    ],
    [
      'another line separator in a text',
      '{"id": 1, "name": "a\u{2028}b"}',
      [{ id: 1, name: 'a\u{2028}b' }],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await thingsIn({ 'a.jsonl': text }, { schema })).toEqual(expected);
    expect(await thingsIn({ 'a.ndjson': text }, { schema })).toEqual(expected);
  });
});

describe('the problems of JSON Lines', () => {
  const HELP =
    '→ Write each record as JSON on one line, with double quotes and without a comma at the end.';
  const NOT_LINES =
    '1:1 syntax [[] This is one JSON value, not JSON Lines with a record on each line. → Rename the file: its name must end with .json.';
  const problemsOf = (text: string) => thingProblems('a.jsonl', text, { schema });

  itReports(
    String.raw`
blank lines alone | \n \n
  1:1 empty []
JSON of several lines | [{\n"id": 1}]\n
  ${NOT_LINES}
a list on one line | [{"id": 1}]\n
  ${NOT_LINES}
a record on several lines, and another one | {\n"id": 1}\n{"id": 2}
  1:2 syntax [] This is not JSON: close brace expected. ${HELP}
  2:5 syntax [:]
a comma after a record | {"id": 1},\n{"id": 2}\n
  1:10 syntax [,] This is not JSON: end of file expected. ${HELP}
a field given twice | \n{"id": 1}\n{"id": 2, "id": 3}
  3:11 duplicate-field ["id"] This record has the same field twice. → Remove
values | {"id": 1}\n\n  {"id": 2, "name": 7}\n[]\n{"id": "x"}\n{"id": 3, "nam": "x"}
  3:21 wrong-type [7] 'name' must be text, but this is the number 7. → Put it in quotes: '"7"'.
  4:1 wrong-type [[]] A record must be an object, but this is [].
  5:8 wrong-type ["x"] 'id' must be a number
  6:11 unknown-field ["nam"] Unknown field 'nam'.
`,
    (text) => problemsOf(unescaped(text)),
  );

  it('JSON of 150,001 lines', async () => {
    expect(await problemsOf(`[${'[\n0],'.repeat(75_000)}\n0]`)).toEqual([NOT_LINES]);
  });

  it('of 20,000 lines: each is located without a search', () => {
    const rangeOf = jsonLines.locator('{"id": "x"}\n'.repeat(20_000));
    for (let line = 0; line < 20_000; line++)
      if (rangeOf([line, 'id'], 'value').offset !== 7 + 12 * line) expect.fail(`line ${line}`);
  });
});
