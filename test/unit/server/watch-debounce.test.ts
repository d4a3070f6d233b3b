import { EventEmitter } from 'node:events';
import { watch } from 'chokidar';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FolderWatcher } from '../../../src/server/watch.ts';
import { temporaryFolder } from '../../support/folder.ts';

vi.mock('chokidar', () => ({ watch: vi.fn() }));

it('calls onChange once, 50 ms after the last change, and never after it is closed', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const chokidar = Object.assign(new EventEmitter(), { close: async () => {} });
  vi.mocked(watch).mockReturnValue(chokidar as never);
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
