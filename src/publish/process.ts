import { readFileSync } from 'node:fs';

/** A process by its id and by when it began, in ms since 1970. */
export interface ProcessName {
  readonly pid: number;
  readonly began: number;
}

/** This process. */
export const thisProcess = (): ProcessName => ({
  pid: process.pid,
  began: Math.round(performance.timeOrigin),
});

/**
 * Does another process run that was given this name? In a container ids are soon used again, and every
 * process may have this one's.
 */
export function isRunning({ pid, began }: ProcessName): boolean {
  if (pid === process.pid || !exists(pid)) return false;
  const since = beganAt(pid);
  return since === null || since < began + LEEWAY;
}

/** How much later than a process says it may seem to have begun, in ms. */
const LEEWAY = 1000;

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** How long a tick of the kernel's clock is for programs, in ms. */
const TICK = 10;

/** When a process began; null where the system does not tell. Reckoned from when this one did. */
function beganAt(pid: number): number | null {
  try {
    return performance.timeOrigin + (ticksOf(pid) - ticksOf(process.pid)) * TICK;
  } catch {
    return null;
  }
}

/**
 * When a process began, in ticks since the machine did: the 22nd field, and the 20th behind the name,
 * which may hold anything. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 * @throws where the system has no such file
 */
function ticksOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19]);
}
