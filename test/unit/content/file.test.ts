import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLocator } from '../../../src/content/file.ts';
import { yaml } from '../../../src/content/yaml.ts';
import { z } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { thingProblems, thingsIn } from './valid-content.ts';

const write = (file: string, text: string) => writeFileSync(file, text);

it.each<[string, (file: string) => void, line: number]>([
  ['as it was read', () => {}, 2],
  ['with a line before: where it is now', (file) => write(file, '# new\nid: 1\nlabel: a\n'), 3],
  ['without the field: at the record', (file) => write(file, '# new\n\nid: 1\n'), 3],
  ['broken: the value that is still there', (file) => write(file, 'id: [\nlabel: a\n'), 2],
  ['empty: the file', (file) => write(file, ''), 1],
  ['too deep: the file', (file) => write(file, '['.repeat(1000)), 1],
  ['gone: the file', (file) => rmSync(file), 1],
])('a location in a file that is %s', (_, change, line) => {
  const file = path.join(temporaryFolder(), 'a.yaml');
  write(file, 'id: 1\nlabel: a\n');
  const locate = createLocator(yaml, file, () => readFileSync(file));
  change(file);
  expect(locate(['label'], 'name').line).toBe(line);
});

describe('a conflict that Git could not merge', () => {
  const [OURS, THEIRS, END] = ['<<<<<<< HEAD', '=======', '>>>>>>> branch'];
  const schema = z.object({ id: z.int(), body: z.string() });
  const content = { body: 'body' };
  const lines = (...all: string[]) => all.join('\n');
  const found = (line: number) => [
    `${line}:1 conflict [<<<<<<<] This is a conflict marker of Git: two versions of the file could not be merged. → Keep one version, and remove the lines with '<<<<<<<', '=======' and '>>>>>>>'. Indent them if they are text.`,
  ];

  it.each([
    ['a.json', lines('[{,', OURS, '{"id": 1}', THEIRS, '{"id": 2}', END, ']'), 2],
    ['a.yaml', lines(OURS, 'id: 1', '||||||| base', 'id: 0', THEIRS, 'id: 2', END), 1],
    ['a.csv', lines('id', '0', OURS, '1', THEIRS, '2', END, '3').replaceAll('\n', '\r\n'), 3],
    ['a.md', lines('---', OURS, 'id: 1', THEIRS, 'id: 2', END, '---'), 2],
  ])('%s', async (file, text, line) => {
    expect(await thingProblems(file, text, { schema, content })).toEqual(found(line));
  });

  it.each([
    ['an indented one', lines('Text', ` ${OURS}`, ` ${THEIRS}`, ` ${END}`)],
    ['a marker without its end', lines(OURS, THEIRS)],
    ['others in another order', lines(END, THEIRS, OURS, ` ${THEIRS}`, `${THEIRS}=`, END)],
  ])('not in Markdown: %s', async (_, body) => {
    expect(await thingsIn({ 'a.md': `---\nid: 1\n---\n${body}\n` }, { schema, content })).toEqual([
      { id: 1, body },
    ]);
  });
});
