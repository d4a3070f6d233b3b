import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ContentCache } from '../../../src/content/cache.ts';
import { type ReadOptions, readContent, UNREAD } from '../../../src/content/read.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

/** A content folder with this many files of one record. */
function contentFolder(count = 3): string {
  const folder = path.join(temporaryFolder(), 'content');
  const files = Array.from({ length: count }, (_, at) => [`things/${at}.yaml`, `id: ${at}\n`]);
  writeFiles(folder, { 'things/.keep': '', ...Object.fromEntries(files) });
  return folder;
}

const read = (folder: string, options?: ReadOptions) => readContent(folder, ['things'], options);

describe.each([
  ['without a cache', () => undefined],
  ['with a cache', () => new ContentCache()],
])('reading %s', (_, newCache) => {
  it('reports its progress', async () => {
    const steps: unknown[] = [];
    const onProgress = (...step: unknown[]) => void steps.push(step);
    await read(contentFolder(40), { cache: newCache(), onProgress });
    expect(steps).toEqual([
      ['Reading', 0, 40],
      ['Reading', 32, 40],
    ]);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('Enough.');
    const abort = new AbortController();
    const onProgress = (_: string, done = 0) => void (done > 0 && abort.abort(reason));
    const options = { cache: newCache(), onProgress, signal: abort.signal };
    await expect(read(contentFolder(70), options)).rejects.toBe(reason);
  });

  it.each(['a file', 'the folder'])('ignores %s that is removed meanwhile', async (what) => {
    const folder = contentFolder(2);
    const removed = path.join(folder, what === 'a file' ? 'things/1.yaml' : 'things');
    const onProgress = () => rmSync(removed, { recursive: true });
    const { entries, problems } = await read(folder, { cache: newCache(), onProgress });
    expect(problems).toEqual([]);
    expect(entries).toHaveLength(what === 'a file' ? 1 : 0);
  });
});

it('reads a list of more records than a call takes arguments', async () => {
  const folder = contentFolder(0);
  writeFiles(folder, { 'things/list.json': JSON.stringify(Array(200_000).fill(0)) });
  expect((await read(folder)).entries).toHaveLength(200_000);
});

describe('a folder that can’t be listed is a problem, and the others are read', () => {
  it.skipIf(process.getuid?.() === 0)('without permission (root needs none)', async () => {
    const folder = contentFolder();
    const closed = path.join(folder, 'things/closed');
    // A hidden one is ignored.
    for (const name of [closed, path.join(folder, '.git')]) {
      mkdirSync(name);
      chmodSync(name, 0);
      onTestFinished(() => chmodSync(name, 0o755));
    }
    const { entries, problems } = await read(folder);
    expect(problems).toMatchObject([
      { code: 'unreadable', location: { file: closed }, help: 'Check its permissions.' },
    ]);
    expect(problems[0]?.message).toMatch(/^This folder can’t be read: EACCES/);
    expect(entries).toHaveLength(4);
    expect(entries).toContainEqual(
      expect.objectContaining({ collection: 'things', file: 'things/closed', value: UNREAD }),
    );
  });

  it.skipIf(process.platform !== 'linux')(
    'with a path that is too long (others have no such limit, or a smaller one)',
    async () => {
      const folder = contentFolder();
      // Each shell enters the folder by its name, so that only the whole path is too long.
      const script = 'for i in $(seq 20); do mkdir "$1"; cd -P "$1" || exit; done';
      execFileSync('sh', ['-c', script, 'sh', 'x'.repeat(250)], {
        cwd: path.join(folder, 'things'),
      });
      // Node can't remove it by its path.
      onTestFinished(() => void execFileSync('rm', ['-r', path.join(folder, 'things')]));
      const { entries, problems } = await read(folder);
      expect(problems).toMatchObject([{ code: 'unreadable' }]);
      expect(problems[0]?.message).toMatch(/^This folder can’t be read: ENAMETOOLONG/);
      expect(entries).toHaveLength(4);
    },
  );

  it.skipIf(process.platform === 'win32')('with a line break in its name', async () => {
    const folder = contentFolder();
    mkdirSync(path.join(folder, 'things/a\nb'));
    writeFileSync(path.join(folder, 'things/a\nb/4.yaml'), 'id: 4\n');
    writeFileSync(path.join(folder, 'things/c\nd.yaml'), 'id: 5\n');
    const { entries, problems } = await read(folder);
    expect(problems).toMatchObject([{ location: { file: path.join(folder, 'things/a\nb') } }]);
    expect(entries).toHaveLength(5);
  });
});
