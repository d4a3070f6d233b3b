import { afterEach, expect, it, vi } from 'vitest';
import { progressLine, runTask } from '../../../src/cli/terminal.ts';

const { stderr } = process;
const { isTTY } = stderr;
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  stderr.isTTY = isTTY;
});

it('redraws a step at most ten times a second, and shows a new step at once', () => {
  vi.useFakeTimers();
  stderr.isTTY = true;
  const write = vi.spyOn(stderr, 'write').mockReturnValue(true);
  const { update, clear } = progressLine();
  for (let done = 0; done < 250; done++) {
    update('Writing', done);
    vi.advanceTimersByTime(1);
  }
  update('Checking', 1234, undefined, 'records');
  update('Sorting');
  clear();
  const shown = write.mock.calls.map(([text]) => String(text).replace('\r\u001b[K', ''));
  expect(shown).toEqual([
    'Writing 0 files …',
    'Writing 100 files …',
    'Writing 200 files …',
    'Checking 1,234 records …',
    'Sorting …',
    '',
  ]);
});

it.each([
  [true, 1],
  [false, 0],
])('a task that writes: %s -> %i listeners for Ctrl-C', async (writes, expected) => {
  const count = () => process.listenerCount('SIGINT');
  const before = count();
  const { result } = await runTask(async () => count() - before, writes);
  expect([result, count()]).toEqual([expected, before]);
});
