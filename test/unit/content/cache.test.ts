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
import { checkContent } from '../../../src/build/build.ts';
import { ContentCache } from '../../../src/content/cache.ts';
import { readContent } from '../../../src/content/read.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { thingsApi } from '../../support/things-api.ts';

const FILES = {
  'things/a.yaml': 'id: 1\nlabel: a\n',
  'things/b.yaml': 'id: 2\nlabel: b\n',
  'things/more/list.json': '[{"id": 3}, {"id": 4}]',
  'things/broken.yaml': 'id: 5\nlabel: [\n',
};

/** Waits until no file has been changed a moment ago. */
const settle = () => setTimeout(80);

/** A content folder, with functions that read it with and without a cache. */
function content(files: Readonly<Record<string, string>> = FILES) {
  const folder = path.join(temporaryFolder(), 'content');
  writeFiles(folder, { 'things/.keep': '', ...files });
  const cache = new ContentCache();
  const read = () => readContent(folder, ['things'], { cache });
  const plain = () => readContent(folder, ['things']);
  return { folder, cache, read, plain, one: path.join(folder, 'things/a.yaml') };
}

/** A reading as plain data. */
const plainData = ({ entries, problems }: Awaited<ReturnType<typeof readContent>>) => ({
  entries: entries.map(({ locate, ...entry }) => ({ ...entry, location: locate(['label']) })),
  problems,
});

/** Writes a file and gives it the same old mtime each time. */
function forge(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, 1, 1);
}

describe('a reading with a cache', () => {
  it('does not parse an unchanged file again', async () => {
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
      'fixed where it was broken',
      (file) => writeFileSync(path.join(file, '../broken.yaml'), 'id: 5\nlabel: x\n'),
    ],
    ['in a folder that is gone', (file) => rmSync(path.join(file, '../more'), { recursive: true })],
  ])('a file %s: the same as without a cache', async (_, change) => {
    const { read, plain, one } = content();
    forge(one, FILES['things/a.yaml']);
    await settle();
    expect(plainData(await read())).toEqual(plainData(await plain()));
    change(one);
    await settle();
    expect(plainData(await read())).toEqual(plainData(await plain()));
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
});

describe('checks of one content folder after another, with a cache', () => {
  it('each has the same records as one without a cache', async () => {
    const thing = fc.record({ size: fc.option(fc.nat(3)), label: fc.constantFrom('a', 'b', 'c') });
    const content = fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'), thing);
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 2, maxLength: 4 }), async (contents) => {
        const folder = path.join(temporaryFolder(), 'content');
        const things = path.join(folder, 'things');
        const cache = new ContentCache();
        for (const records of contents) {
          rmSync(things, { recursive: true, force: true });
          mkdirSync(things, { recursive: true });
          for (const [id, record] of Object.entries(records)) {
            writeFileSync(path.join(things, `${id}.json`), JSON.stringify({ id: +id, ...record }));
          }
          const options = { api: thingsApi, content: folder };
          const { collections } = await checkContent({ ...options, cache });
          expect(collections).toEqual((await checkContent(options)).collections);
        }
      }),
      { numRuns: 30 },
    );
  });
});
