import { afterEach, expect, it, vi } from 'vitest';
import { progressLine } from '../../../src/cli/terminal.ts';

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
  update('Sorting');
  clear();
  const shown = write.mock.calls.map(([text]) => String(text).replace('\r\u001b[K', ''));
  expect(shown).toEqual([
    'Writing 0 files …',
    'Writing 100 files …',
    'Writing 200 files …',
    'Sorting …',
    '',
  ]);
});
