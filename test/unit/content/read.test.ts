import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ContentCache } from '../../../src/content/cache.ts';
import { type ReadOptions, readContent, UNREAD } from '../../../src/content/read.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

/** A content folder with this many files of one record. */
function contentFolder(count = 100): string {
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
    await read(contentFolder(), { cache: newCache(), onProgress });
    expect(steps[0]).toEqual(['Reading', 0, 100]);
    expect(steps.length).toBeGreaterThan(2);
    expect(steps.at(-1)).toEqual(['Reading', expect.any(Number), 100]);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('Enough.');
    const abort = new AbortController();
    const onProgress = (_: string, done = 0) => void (done > 50 && abort.abort(reason));
    const options = { cache: newCache(), onProgress, signal: abort.signal };
    await expect(read(contentFolder(), options)).rejects.toBe(reason);
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

describe('a folder that can’t be listed is a problem, and the others are read', () => {
  it.skipIf(process.getuid?.() === 0)('without permission (root needs none)', async () => {
    const folder = contentFolder(3);
    const closed = path.join(folder, 'things/closed');
    mkdirSync(closed);
    chmodSync(closed, 0);
    onTestFinished(() => chmodSync(closed, 0o755));
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
      const folder = contentFolder(3);
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
    const folder = contentFolder(3);
    mkdirSync(path.join(folder, 'things/a\nb'));
    writeFileSync(path.join(folder, 'things/a\nb/4.yaml'), 'id: 4\n');
    writeFileSync(path.join(folder, 'things/c\nd.yaml'), 'id: 5\n');
    const { entries, problems } = await read(folder);
    expect(problems).toMatchObject([{ location: { file: path.join(folder, 'things/a\nb') } }]);
    expect(entries).toHaveLength(5);
  });

  it.skipIf(process.getuid?.() === 0)('unless its name starts with a dot', async () => {
    const folder = contentFolder(3);
    const hidden = path.join(folder, '.git');
    mkdirSync(hidden);
    chmodSync(hidden, 0);
    onTestFinished(() => chmodSync(hidden, 0o755));
    expect((await read(folder)).problems).toEqual([]);
  });
});
