import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';

it('calls onChange once, 50 ms after the last change, and never after it is closed', async () => {
  const chokidar = Object.assign(new EventEmitter(), { close: async () => {} });
  // Other tests of the same process have loaded the real one.
  vi.resetModules();
  vi.doMock('chokidar', () => ({ watch: () => chokidar }));
  const { FolderWatcher } = await import('../../../src/server/watch.ts');
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.doUnmock('chokidar');
    vi.resetModules();
  });
  const onChange = vi.fn();
  const watcher = new FolderWatcher(temporaryFolder(), onChange, vi.fn());
  const opening = watcher.open();
  await vi.advanceTimersByTimeAsync(0);
  chokidar.emit('ready');
  await opening;
  for (let change = 0; change < 5; change++) {
    chokidar.emit('all');
    await vi.advanceTimersByTimeAsync(49);
  }
  expect(onChange).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onChange).toHaveBeenCalledOnce();
  chokidar.emit('all');
  await watcher.close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onChange).toHaveBeenCalledOnce();
});
