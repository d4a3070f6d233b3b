import { describe, expect, it } from 'vitest';
import { z } from '../../../src/index.ts';
import { apiOf } from '../../support/definition.ts';
import {
  expectLines,
  itReports,
  problemLines,
  thingProblems,
  things,
  thingsIn,
  unescaped,
} from './valid-content.ts';

const text = z.object({ name: z.string(), size: z.int().optional(), text: z.string().optional() });
const named = { schema: text, key: 'name', content: { fileName: 'name', body: 'text' } };
const sized = { ...named, schema: text.required({ size: true }), key: ['name', 'size'] };
const number = {
  schema: z.object({ id: z.int(), size: z.int().optional() }),
  content: { fileName: 'id' },
};

describe('the name of a file as the value of a field', () => {
  it.each<[string, Record<string, string>, object, unknown[]]>([
    ['YAML', { 'C++.yaml': 'size: 1\n' }, named, [{ name: 'C++', size: 1 }]],
    ['JSON, in a folder', { 'a/F#.json': '{"size": 2}' }, named, [{ name: 'F#', size: 2 }]],
    ['a dot in the name', { 'ASP.NET.yaml': 'size: 1' }, named, [{ name: 'ASP.NET', size: 1 }]],
    ['an object without fields', { 'x.json': '{}' }, named, [{ name: 'x' }]],
    [
      'Markdown with front matter',
      { 'F*.md': '---\nsize: 3\n---\nText.\n' },
      named,
      [{ name: 'F*', size: 3, text: 'Text.' }],
    ],
    [
      'a name in decomposed Unicode -> composed',
      { 'Cafe\u0301.yaml': 'size: 1' },
      named,
      [{ name: 'Caf\u00e9', size: 1 }],
    ],
    ['a part of the key', { 'x.yaml': 'size: 1' }, sized, [{ name: 'x', size: 1 }]],
    [
      '`index` -> the name of its folder, but not that of the collection',
      { 'a/v1.0/index.json': '{"size":1}', 'b/index.md': '# B\n', 'index.yaml': 'size: 3' },
      named,
      [
        { name: 'v1.0', size: 1 },
        { name: 'b', text: '# B' },
        { name: 'index', size: 3 },
      ],
    ],
    ['a number', { '12.yaml': 'size: 1' }, number, [{ id: 12, size: 1 }]],
    [
      'a field that is not the key',
      { 'a.yaml': 'id: 1' },
      { schema: z.object({ id: z.int(), slug: z.string() }), content: { fileName: 'slug' } },
      [{ id: 1, slug: 'a' }],
    ],
  ])('%s', async (_, files, properties, expected) => {
    expect(await thingsIn(files, properties)).toEqual(expected);
  });
});

describe('problems of content whose files have the name', () => {
  const IS_NAME = 'Its value is the name of the file.';
  /** The problems of a file, written as `name: content`. */
  const problemsOf = (properties: object) => (input: string) => {
    const [file = '', content = ''] = input.split(/: (.*)/s);
    return thingProblems(file, unescaped(content), properties);
  };

  itReports(
    `
another field -> its place in the file | a.yaml: size: x
  1:7 wrong-type [x] 'size' must be a number, but this is "x". →
the field in the file | a.yaml: size: 1\\nname: a\\n
  2:1 duplicate-field [name] The value of this field is the name of the file. → Remove the
the field in front matter | a.md: ---\\nname: b\\n---\\n
  2:1 duplicate-field [name]
a list | a.yaml: - size: 1\\n
  1:1 wrong-type [- size: 1] This file contains a
a list in an object | a.json: {"all": [{}]}
  1:1 wrong-type
a text | a.yaml: text\\n
  1:1 wrong-type [text] A record must be an object
`,
    problemsOf(named),
  );

  const check = () => [
    { code: 'reference' as const, path: ['name'], message: 'Not there.', help: 'Add it.' },
  ];
  it.each([
    [
      'of the wrong type',
      '1.5.yaml',
      number,
      `1:1 wrong-type [] 'id' must be a whole number, but this is the number 1.5. ${IS_NAME} →`,
    ],
    [
      'that is no valid key',
      'ab.yaml',
      { ...named, keyPattern: '[a-z]' },
      `1:1 bad-key [] 'name' is not a valid key of things. ${IS_NAME} → Use a key that matches`,
    ],
    [
      'that a check refuses',
      'a.yaml',
      { ...named, check },
      `1:1 reference [] Not there. ${IS_NAME} → Add it.`,
    ],
  ])('a name %s', async (_, file, properties, problem) => {
    expectLines(await thingProblems(file, 'size: 1', properties), [problem]);
  });

  it('the same name in two folders, or in two forms -> both locations', async () => {
    const files = {
      'things/a/x.yaml': 'size: 1',
      'things/b/x.md': '---\nsize: 1\n---\n',
      'things/é.yaml': 'size: 1',
      'things/e\u0301.yaml': 'size: 1',
    };
    const lines = await problemLines(files, apiOf(things(named)));
    expectLines(lines.sort(), [
      `things/b/x.md:1:1 duplicate [] 'name' is the same as in things/a/x.yaml:1:1. ${IS_NAME} →`,
      `things/é.yaml:1:1 duplicate [] 'name' is the same as in things/e\u0301.yaml:1:1. ${IS_NAME} →`,
    ]);
  });
});
