import { afterEach, expect, it, vi } from 'vitest';
import { colored, progressLine } from '../../../src/cli/terminal.ts';

const { stderr } = process;
const { isTTY } = stderr;
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
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

it.each<[isTTY: boolean, variables: Record<string, string>, isColored: boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('a terminal: %s, with %j -> colors: %s', (isTTY, variables, isColored) => {
  for (const name of ['FORCE_COLOR', 'NO_COLOR', 'TERM']) vi.stubEnv(name, variables[name]);
  stderr.isTTY = isTTY;
  expect(colored('red', 'text', stderr)).toBe(isColored ? '\u001b[31mtext\u001b[39m' : 'text');
});
