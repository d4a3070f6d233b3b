import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/build/build.ts';
import { ContentCache } from '../../src/content/cache.ts';
import { readContent } from '../../src/content/read.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { fingerprint } from '../support/site-files.ts';
import { thingsApi } from '../support/things-api.ts';

const FILES = {
  'things/a.yaml': 'id: 1\nlabel: a\n',
  'things/b.yaml': 'id: 2\nlabel: b\n',
  'things/more/list.json': '[{"id": 3}, {"id": 4}]',
  'things/broken.yaml': 'id: 5\nlabel: [\n',
};

/** Long enough for a file to be no longer as good as new. */
const settle = () => setTimeout(80);

/** A content folder, and what is read in it with and without the cache of all readings before. */
function content(files: Readonly<Record<string, string>> = FILES) {
  const folder = path.join(temporaryFolder(), 'content');
  writeFiles(folder, { 'things/.keep': '', ...files });
  const cache = new ContentCache();
  const read = () => readContent(folder, ['things'], { cache });
  const plain = () => readContent(folder, ['things']);
  return { folder, cache, read, plain, one: path.join(folder, 'things/a.yaml') };
}

/** All that can be told of a reading but the identity of its parts. */
const told = ({ entries, problems }: Awaited<ReturnType<typeof readContent>>) => ({
  entries: entries.map(({ place, ...entry }) => ({ ...entry, place: place(['label']) })),
  problems,
});

/** Puts a text into a file that seems to be as old as every other that was put there so. */
function forge(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, 1, 1);
}

describe('a reading with what others found', () => {
  it('parses no file again that stands as it did', async () => {
    const { read } = content({ 'things/a.yaml': FILES['things/a.yaml'] });
    await settle();
    const [first] = (await read()).entries;
    const [second] = (await read()).entries;
    expect(second?.value).toBe(first?.value);
  });

  it.each<[string, (file: string) => void]>([
    ['edited', (file) => writeFileSync(file, 'id: 9\nlabel: z\n')],
    ['edited, and of another size', (file) => appendFileSync(file, 'size: 1\n')],
    ['edited and as old as before', (file) => forge(file, 'id: 9\nlabel: z\n')],
    ['broken', (file) => writeFileSync(file, 'id: [\n')],
    ['emptied', (file) => writeFileSync(file, '')],
    ['deleted', (file) => unlinkSync(file)],
    ['renamed', (file) => renameSync(file, `${file}.yaml`)],
    ['replaced by another', (file) => renameSync(path.join(file, '../b.yaml'), file)],
    [
      'replaced by a link to another',
      (file) => {
        unlinkSync(file);
        symlinkSync('b.yaml', file);
      },
    ],
    ['joined by another', (file) => writeFileSync(`${file}.yaml`, 'id: 7\n')],
    [
      'mended where it was broken',
      (file) => writeFileSync(path.join(file, '../broken.yaml'), 'id: 5\nlabel: x\n'),
    ],
    ['in a folder that is gone', (file) => rmSync(path.join(file, '../more'), { recursive: true })],
  ])('a file %s: as without them', async (_, change) => {
    const { read, plain, one } = content();
    forge(one, FILES['things/a.yaml']);
    await settle();
    expect(told(await read())).toEqual(told(await plain()));
    change(one);
    await settle();
    expect(told(await read())).toEqual(told(await plain()));
  });

  it('a file that is edited at once after it was read, of one size and age: the last text', async () => {
    const { cache, one } = content();
    for (let id = 10; id < 99; id++) {
      forge(one, `id: ${id}\n`);
      expect(cache.read(one).value).toEqual({ id });
    }
  });

  it('a file that could not be read is read again', async () => {
    const { cache, folder } = content();
    const file = path.join(folder, 'things/folder.yaml');
    mkdirSync(file);
    await settle();
    const first = cache.read(file);
    expect(first.problems).toMatchObject([{ code: 'unreadable' }]);
    expect(cache.read(file)).not.toBe(first);
  });

  it('a file that was gone is forgotten', async () => {
    const { folder, read } = content({ 'things/kept.txt~': 'id: 1\n' });
    const link = path.join(folder, 'things/link.yaml');
    symlinkSync('kept.txt~', link);
    await settle();
    const [first] = (await read()).entries;
    unlinkSync(link);
    await read();
    symlinkSync('kept.txt~', link);
    const [second] = (await read()).entries;
    expect(second?.value).toEqual(first?.value);
    expect(second?.value).not.toBe(first?.value);
  });
});

describe('builds one after another into one folder, with what others found', () => {
  it('each is as one from nothing into an empty folder', async () => {
    const thing = fc.record({ size: fc.option(fc.nat(3)), label: fc.constantFrom('a', 'b', 'c') });
    const content = fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'), thing);
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 2, maxLength: 4 }), async (contents) => {
        const folder = temporaryFolder();
        const [things, out] = [path.join(folder, 'content/things'), path.join(folder, 'dist')];
        const cache = new ContentCache();
        for (const [index, records] of contents.entries()) {
          rmSync(things, { recursive: true, force: true });
          mkdirSync(things, { recursive: true });
          for (const [id, record] of Object.entries(records)) {
            writeFileSync(path.join(things, `${id}.json`), JSON.stringify({ id: +id, ...record }));
          }
          const options = { api: thingsApi, content: path.dirname(things), base: 'http://x.org' };
          const fresh = path.join(folder, `fresh-${index}`);
          await build({ ...options, out, cache });
          await build({ ...options, out: fresh });
          expect(fingerprint(out)).toEqual(fingerprint(fresh));
        }
      }),
      { numRuns: 10 },
    );
  });
});
