import { mkdirSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bnaApi } from '../../../src/bna/bna.ts';
import { ContentCache } from '../../../src/content/cache.ts';
import { locateValue, readContent } from '../../../src/content/read.ts';
import { checkContent } from '../../../src/publish/build.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { changed, contentFolder, things } from './valid-content.ts';

const FILES = {
  'things/a.yaml': 'id: 1\nlabel: a\n',
  'things/b.yaml': 'id: 2\nlabel: b\n',
  'things/more/list.json': '[{"id": 3}, {"id": 4}]',
  'things/broken.yaml': 'id: 5\nlabel: [\n',
};

/** A content folder, with functions that read it with and without a cache. */
function content(files: Readonly<Record<string, string>> = FILES) {
  const folder = path.join(temporaryFolder(), 'content');
  writeFiles(folder, files);
  const cache = new ContentCache();
  const read = () => readContent(folder, [things()], { cache });
  const plain = () => readContent(folder, [things()]);
  return { folder, cache, read, plain, one: path.join(folder, 'things/a.yaml') };
}

/** A reading as plain data. */
const plainData = ({ entries, problems }: Awaited<ReturnType<typeof readContent>>) => ({
  entries: entries.map((entry) => ({
    ...entry,
    locate: null,
    location: locateValue(entry, ['label']),
  })),
  problems,
});

/** Sets the clock so that every change of a file so far is old to a cache, or recent. */
function setClock(time: 'later' | 'now'): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (time === 'later' ? 60_000 : 0) });
  onTestFinished(() => void vi.useRealTimers());
}

/** Waits until a change of the file gets another timestamp than its last one. */
async function waitForNextTimestamp(file: string): Promise<void> {
  const probe = `${file}.tmp`;
  await vi.waitUntil(
    () => {
      writeFileSync(probe, '');
      return statSync(probe).ctimeMs > statSync(file).ctimeMs;
    },
    { interval: 1, timeout: 20_000 },
  );
  unlinkSync(probe);
}

/** Writes a file and sets its mtime, always to the same. */
function writeBackdated(file: string, text: string): void {
  writeFileSync(file, text);
  utimesSync(file, 1, 1);
}

describe('a reading with a cache', () => {
  it('does not parse an unchanged file again', async () => {
    const { read } = content({ 'things/a.yaml': FILES['things/a.yaml'] });
    setClock('later');
    const [first] = (await read()).entries;
    const [second] = (await read()).entries;
    expect(second?.value).toBe(first?.value);
  });

  it.each<[string, (file: string) => void]>([
    ['edited, with the same size', (file) => writeFileSync(file, 'id: 9\nlabel: z\n')],
    ['edited, with the same size and mtime', (file) => writeBackdated(file, 'id: 9\nlabel: z\n')],
    ['broken', (file) => writeFileSync(file, 'id: [\n')],
    ['deleted', (file) => unlinkSync(file)],
    ['replaced by another', (file) => renameSync(path.join(file, '../b.yaml'), file)],
    ['fixed', (file) => writeFileSync(path.join(file, '../broken.yaml'), 'id: 5\nlabel: x\n')],
  ])('a file %s: the same as without a cache', async (_, change) => {
    const { read, plain, one } = content();
    writeBackdated(one, FILES['things/a.yaml']);
    setClock('later');
    expect(plainData(await read())).toEqual(plainData(await plain()));
    await waitForNextTimestamp(one);
    change(one);
    expect(plainData(await read())).toEqual(plainData(await plain()));
  });

  it('a file that was changed a moment ago is read again: the next change may have its timestamp', () => {
    const { cache, one } = content();
    setClock('now');
    writeBackdated(one, 'id: 9\n');
    const first = cache.read(one);
    expect(cache.read(one)).toEqual(first);
    expect(cache.read(one)).not.toBe(first);
  });

  it('a file that could not be read is read again', () => {
    const { cache, folder } = content();
    const file = path.join(folder, 'things/folder.yaml');
    mkdirSync(file);
    setClock('later');
    const first = cache.read(file);
    expect(first?.problems).toMatchObject([{ code: 'unreadable' }]);
    expect(cache.read(file)).not.toBe(first);
  });

  it('repeated checks have the same records as one without a cache', async () => {
    const options = { api: bnaApi, content: contentFolder(changed()) };
    const { collections } = await checkContent(options);
    const cache = new ContentCache();
    setClock('later');
    for (let round = 0; round < 3; round++) {
      expect((await checkContent({ ...options, cache })).collections).toEqual(collections);
    }
  });
});
