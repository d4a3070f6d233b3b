import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLocator } from '../../../src/content/file.ts';
import { temporaryFolder } from '../../support/folder.ts';

const write = (file: string, text: string) => writeFileSync(file, text);

it.each<[string, (file: string) => void, line: number]>([
  ['as it was read', () => {}, 2],
  ['with a line before: where it is now', (file) => write(file, '# new\nid: 1\nlabel: a\n'), 3],
  ['without the field: at the record', (file) => write(file, '# new\n\nid: 1\n'), 3],
  ['broken: the file', (file) => write(file, 'id: [\nlabel: a\n'), 1],
  ['empty: the file', (file) => write(file, ''), 1],
  ['too deep: the file', (file) => write(file, '['.repeat(1000)), 1],
  ['not UTF-8: the file', (file) => writeFileSync(file, Buffer.from([0xff])), 1],
  ['gone: the file', (file) => rmSync(file), 1],
])('a location in a file that is %s', (_, change, line) => {
  const file = path.join(temporaryFolder(), 'a.yaml');
  write(file, 'id: 1\nlabel: a\n');
  const locate = createLocator()(file);
  change(file);
  expect(locate(['label'], 'name').line).toBe(line);
});

it('locates values in more files than it keeps parsed', () => {
  const folder = temporaryFolder();
  const files = Array.from({ length: 20 }, (_, at) => path.join(folder, `${at}.json`));
  for (const [at, file] of files.entries()) write(file, `${'\n'.repeat(at)}{"id": 1}`);
  const locatorOf = createLocator();
  for (let round = 0; round < 2; round++) {
    const lines = files.map((file) => locatorOf(file)(['id']).line);
    expect(lines).toEqual(files.map((_, at) => at + 1));
  }
  for (const file of files) rmSync(file);
  const located = files.toReversed().filter((file) => locatorOf(file)(['id']).text !== '');
  expect(located).toHaveLength(8);
});
