import { describe, expect, it } from 'vitest';
import { z } from '../../../../src/index.ts';
import { expectLines, itReports, thingProblems, thingsIn, unescaped } from '../valid-content.ts';

const schema = z.object({
  id: z.int(),
  parts: z.array(z.strictObject({ size: z.int() })).optional(),
});

const problemsOf = (records: readonly unknown[]) =>
  thingProblems('a.json', JSON.stringify(records), { schema });

describe('unknown fields', () => {
  itReports(
    String.raw`
of one name: one problem, at the first | {"id": 1},\n{"id": 2, "a b": null},\n{"id": 3, "a b": "x"}
  2:11 unknown-field ["a b"] Unknown field 'a b': 2 times, first here. → Remove it. To publish it, add '"a b": z.unknown().optional(),' to the schema. The fields are id, parts.
of other names: one problem each | {"id": 1, "a": true, "b": 1.5},\n{"id": 2, "b": 2, "part": []}
  1:12 unknown-field ["a"] Unknown field 'a'. → Remove it. To publish it, add 'a: z.boolean().optional(),'
  1:23 unknown-field ["b"] Unknown field 'b': 2 times, first here. → Remove it. To publish it, add 'b: z.number().optional(),'
  2:19 unknown-field ["part"] Unknown field 'part'. → Did you mean 'parts'? To publish it, add 'part: z.unknown().optional(),'
in the items of a list: one problem | {"id": 1, "parts": [{"size": 1, "a": ""}, {"size": 2, "a": ""}]},\n{"id": 2, "a": ""}
  1:34 unknown-field ["a"] Unknown field 'parts.a': 2 times, first here. → Remove it. To publish it, add 'a: z.string().optional(),' to the schema. The fields are size.
  2:11 unknown-field ["a"] Unknown field 'a'.
beside a value of a wrong type: both | {"id": "x", "a": 1}
  1:9 wrong-type ["x"]
  1:14 unknown-field ["a"] Unknown field 'a'.
`,
    (records) => thingProblems('a.json', `[${unescaped(records)}]`, { schema }),
  );

  it('of very many names: the first 300', async () => {
    const fields = Array.from({ length: 2000 }, (_, at) => [`f${at}`, at]);
    const record = Object.fromEntries(fields);
    const lines = await problemsOf([
      { id: 1, ...record },
      { id: 2, ...record },
    ]);
    expect(lines).toHaveLength(300);
    expect(lines[299]).toMatch(/ Unknown field 'f299': 2 times, first here\./);
  });
});

describe('a field with the name of a method of each object', () => {
  const named = (field: z.ZodType) => ({
    schema: z.object({ id: z.int(), constructor: field, toString: field }),
  });

  it.each([
    ['given', { constructor: 'a', toString: 'b' }],
    ['null', { constructor: null, toString: null }],
  ])('%s: published', async (_, fields) => {
    const record = { id: 1, ...fields };
    const files = { 'a.json': JSON.stringify(record) };
    expect(await thingsIn(files, named(z.string().nullish()))).toEqual([record]);
  });

  it('absent, though it is optional: missing, because zod reads the method', async () => {
    expectLines(await thingProblems('a.json', '{"id": 1}', named(z.string().optional())), [
      "1:1 missing-field [{\"id\": 1}] 'constructor' is missing. → Add the field 'constructor'.",
      '1:1 missing-field [{"id": 1}] \'toString\' is missing.',
    ]);
  });
});
