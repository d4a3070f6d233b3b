import { describe, expect, it } from 'vitest';
import { z } from '../../../../src/index.ts';
import { expectLines, itReports, thingProblems, thingsIn, unescaped } from '../valid-content.ts';

const schema = z.object({
  id: z.int(),
  parts: z.array(z.strictObject({ size: z.int() })).optional(),
});

describe('unknown fields', () => {
  itReports(
    String.raw`
of one name: one problem, at the first | {"id": 1},\n{"id": 2, "a b": null},\n{"id": 3, "a b": "x"}
  2:11 unknown-field ["a b"] Unknown field 'a b'. → Add it to the schema, or remove it. The fields are id, parts.
of other names: one problem each | {"id": 1, "a": true, "b": 1.5},\n{"id": 2, "b": 2, "part": []}
  1:12 unknown-field ["a"] Unknown field 'a'. → Add it to the schema, or remove it.
  1:23 unknown-field ["b"] Unknown field 'b'. → Add it to the schema, or remove it.
  2:19 unknown-field ["part"] Unknown field 'part'. → Did you mean 'parts'?
in the items of a list: one problem | {"id": 1, "parts": [{"size": 1, "a": ""}, {"size": 2, "a": ""}]},\n{"id": 2, "a": ""}
  1:34 unknown-field ["a"] Unknown field 'parts.0.a'. → Add it to the schema, or remove it. The fields are size.
  2:11 unknown-field ["a"] Unknown field 'a'.
of a similar name, and of a field that is missing: a new name first | {"id": 1, "parts": [{"cost": 1, "sice": 2}]},\n{"no": 2}
  1:22 missing-field [{] 'parts.0.size' is missing.
  1:23 unknown-field ["cost"] Unknown field 'parts.0.cost'. → Add it to the schema, or remove it.
  1:34 unknown-field ["sice"] Unknown field 'parts.0.sice'. → Did you mean 'size'?
  2:1 missing-field [{] 'id' is missing.
  2:2 unknown-field ["no"] Unknown field 'no'. → Add it to the schema, or remove it.
beside a value of a wrong type: both | {"id": "x", "a": 1}
  1:9 wrong-type ["x"]
  1:14 unknown-field ["a"] Unknown field 'a'.
`,
    (records) => thingProblems('a.json', `[${unescaped(records)}]`, { schema }),
  );
});

describe('a field with the name of a method of each object', () => {
  const named = (field: z.ZodType) => ({
    schema: z.object({
      id: z.int(),
      constructor: field,
      in: z.looseObject({ toString: field }),
    }),
  });

  it.each<[string, constructor: object, toString: object]>([
    ['given', { constructor: 'a' }, { toString: 'b' }],
    ['null', { constructor: null }, { toString: null }],
    ['absent', {}, { more: [{}] }],
  ])('%s: published', async (_, fields, inner) => {
    const record = { id: 1, ...fields, in: inner };
    const files = { 'a.json': JSON.stringify(record) };
    const definition = named(z.string().nullish());
    expect(await thingsIn(files, definition)).toEqual([record]);
    const { schema: published } = definition;
    const publish = (given: object) => ({ ...given });
    expect(await thingsIn(files, { ...definition, published, publish })).toEqual([record]);
  });

  it('absent, and not optional: missing', async () => {
    expectLines(await thingProblems('a.json', '{"id": 1, "in": {}}', named(z.string())), [
      '1:1 missing-field [{"id": 1, "in": {}}] \'constructor\' is missing. → Add the field \'constructor\'.',
      "1:17 missing-field [{] 'in.toString' is missing.",
    ]);
  });
});
