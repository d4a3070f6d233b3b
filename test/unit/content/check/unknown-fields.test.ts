import { describe, expect, it } from 'vitest';
import { z } from '../../../../src/index.ts';
import { thingProblems, thingsIn } from '../things.ts';
import { expectLines } from '../valid-content.ts';

const schema = z.object({
  id: z.int(),
  parts: z.array(z.strictObject({ size: z.int() })).optional(),
});

const problemsOf = (records: readonly unknown[]) =>
  thingProblems('a.json', `[\n${records.map((one) => JSON.stringify(one)).join(',\n')}]`, {
    schema,
  });

describe('unknown fields', () => {
  it.each<[string, unknown[], string[]]>([
    [
      'of one name: one problem, at the first',
      [{ id: 1 }, { id: 2, 'a b': null }, { id: 3, 'a b': 'x' }],
      [
        `3:9 unknown-field ["a b"] Unknown field 'a b': 2 times, first here. → Remove it. To publish it, add '"a b": z.unknown().optional(),' to the schema. The fields are id, parts.`,
      ],
    ],
    [
      'of other names: one problem each',
      [
        { id: 1, a: true, b: 1.5 },
        { id: 2, b: 2, part: [] },
      ],
      [
        `2:9 unknown-field ["a"] Unknown field 'a'. → Remove it. To publish it, add 'a: z.boolean().optional(),'`,
        `2:18 unknown-field ["b"] Unknown field 'b': 2 times, first here. → Remove it. To publish it, add 'b: z.number().optional(),'`,
        `3:15 unknown-field ["part"] Unknown field 'part'. → Did you mean 'parts'? To publish it, add 'part: z.unknown().optional(),'`,
      ],
    ],
    [
      'in the items of a list: one problem',
      [
        {
          id: 1,
          parts: [
            { size: 1, a: '' },
            { size: 2, a: '' },
          ],
        },
        { id: 2, a: '' },
      ],
      [
        `2:28 unknown-field ["a"] Unknown field 'parts.a': 2 times, first here. → Remove it. To publish it, add 'a: z.string().optional(),' to the schema. The fields are size.`,
        `3:9 unknown-field ["a"] Unknown field 'a'.`,
      ],
    ],
    [
      'beside a value of a wrong type: both',
      [{ id: 'x', a: 1 }],
      [`2:7 wrong-type ["x"]`, `2:11 unknown-field ["a"] Unknown field 'a'.`],
    ],
  ])('%s', async (_, records, expected) => {
    expectLines(await problemsOf(records), expected);
  });

  it('of very many names: the first 300', async () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at]);
    const record = Object.fromEntries(fields);
    const lines = await problemsOf([
      { id: 1, ...record },
      { id: 2, ...record },
    ]);
    expect(lines).toHaveLength(300);
    expect(lines[299]).toMatch(/ Unknown field 'f299': 2 times, first here\./);
  });
});

it('problems of one kind in very many records: 1,000 for each field, and one for the others', async () => {
  const wrong = Array.from({ length: 1500 }, (_, id) => ({
    id,
    parts: [{ size: 'x' }, { size: 'y' }],
  }));
  const lines = await problemsOf(wrong);
  expect(lines).toHaveLength(1001);
  expect(lines.at(-1)).toMatch(
    / 2,000 more problems like those before are not listed\. → Correct the/,
  );
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
