import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Root may do everything, so then `asOtherUser` works as nobody. */
export const isRoot = process.getuid?.() === 0;
export const NOBODY = 65534;

/** Gives a folder with everything in it to a user. */
export function give(folder: string, user: number): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of ['', ...names]) chownSync(path.join(folder, name), user, user);
}

/** Changes a mode, and makes the file accessible again when the test has finished. */
export function restrict(mode: number, file: string): void {
  chmodSync(file, mode);
  onTestFinished(() => {
    if (existsSync(file)) chmodSync(file, 0o755);
  });
}

/** Does work as another user than root. */
export async function asOtherUser<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
