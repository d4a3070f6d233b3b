import { expect, it, vi } from 'vitest';
import { report } from '../../../src/cli/report.ts';
import { rowsOf } from '../../support/table.ts';

it.each(
  rowsOf(`
    ENOSPC -> The disk is full
    EDQUOT -> The disk quota is used up
    EROFS -> The file system is read-only
    EACCES -> Permission denied
    EPERM -> Permission denied
    EMFILE -> Too many files are open
    EIO -> System error`),
)('%s -> %s', (code, meaning) => {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const error = Object.assign(new Error(`${code}: no, write`), { code, syscall: 'write' });
  expect(report(error)).toBe(1);
  expect(print.mock.calls).toEqual([[`${meaning}: ${code}: no, write; nothing was written.`]]);
  print.mockRestore();
});
