import { readFileSync } from 'node:fs';
import { errorCode } from '../util/system-error.ts';

/** A process: its id, and a number for when it began that tells it from others with that id. */
export interface ProcessName {
  readonly pid: number;
  readonly began: number;
}

/** This process. */
export const thisProcess = (): ProcessName => ({
  pid: process.pid,
  began: ticksOf(process.pid) ?? Math.round(performance.timeOrigin),
});

/**
 * Does another process run that was given this name? In a container ids are soon used again, and every
 * process may have this one's.
 */
export const isRunning = ({ pid, began }: ProcessName): boolean =>
  pid !== process.pid && exists(pid) && [null, began].includes(ticksOf(pid));

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * When a process began, in ticks since the machine did; null where the system does not tell, as only
 * Linux does. It is the 22nd field, and the 20th behind the name, which may hold anything.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function ticksOf(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return null;
  }
}
