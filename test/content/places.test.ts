import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Places } from '../../src/content/places.ts';
import { fileLocation } from '../../src/util/problem.ts';
import { temporaryFolder } from '../support/folder.ts';

const write = (file: string, text: string) => writeFileSync(file, text);

it.each<[string, (file: string) => void, line: number]>([
  ['as it was read', () => {}, 2],
  ['with a line before: where it stands now', (file) => write(file, '# new\nid: 1\nlabel: a\n'), 3],
  ['without the field: at the record', (file) => write(file, '# new\n\nid: 1\n'), 3],
  ['broken: what can be found of it', (file) => write(file, 'id: [\nlabel: a\n'), 2],
  ['too deep: the file', (file) => write(file, '['.repeat(1000)), 1],
  ['not UTF-8: the file', (file) => writeFileSync(file, Buffer.from([0xff])), 1],
  ['gone: the file', (file) => rmSync(file), 1],
])('a place in a file that is %s', (_, change, line) => {
  const file = path.join(temporaryFolder(), 'a.yaml');
  write(file, 'id: 1\nlabel: a\n');
  const placeIn = new Places().in(file);
  change(file);
  expect(placeIn(['label'], 'name').line).toBe(line);
});

it('a reading that tells of many files in turn is right about each', () => {
  const folder = temporaryFolder();
  const files = Array.from({ length: 20 }, (_, at) => path.join(folder, `${at}.json`));
  for (const [at, file] of files.entries()) write(file, `${'\n'.repeat(at)}{"id": 1}`);
  const places = new Places();
  for (let turn = 0; turn < 2; turn++) {
    const lines = files.map((file) => places.in(file)(['id'], 'value').line);
    expect(lines).toEqual(files.map((_, at) => at + 1));
  }
  rmSync(files[0] as string);
  expect(places.in(files[0] as string)([], 'value')).toEqual(fileLocation(files[0] as string));
});
