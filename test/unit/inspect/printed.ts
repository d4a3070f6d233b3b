import { vi } from 'vitest';

/** What a command prints on standard output, and the exit code that it sets. */
export async function printedBy(command: () => Promise<void>) {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await command();
    return {
      code: process.exitCode ?? 0,
      text: log.mock.calls.map(([line]) => `${line}\n`).join(''),
    };
  } finally {
    log.mockRestore();
    process.exitCode = undefined;
  }
}
