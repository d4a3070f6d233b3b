import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isRunning, type ProcessName, thisProcess } from './process.ts';

/**
 * What a build has beside its target while it runs, so that a rename moves no bytes:
 * - `staging`: the site that it writes
 * - `previous`: the site that it replaces, whole, until its successor is in its place
 * - `discarded`: what it is removing
 */
export type Purpose = 'staging' | 'previous' | 'discarded';

/** A folder of a build beside its target. */
export interface Beside {
  readonly folder: string;
  readonly purpose: Purpose;
  /** The process that made it. */
  readonly owner: ProcessName;
}

/** This process's own folder beside a target. */
export function besideOf(target: string, purpose: Purpose): string {
  const { dir, base } = path.parse(path.resolve(target));
  const { pid, began } = thisProcess();
  return path.join(dir, `.${base}.staticrest-${purpose}-${pid}-${began}`);
}

/** What is discarded may be several. */
const NAME = /^staticrest-(staging|previous|discarded)-(\d+)-(\d+)(?:-\d+)?$/;

/** The folders of all builds beside a target; none where the folder that it is in isn't there. */
export function besides(target: string): Beside[] {
  const { dir, base } = path.parse(path.resolve(target));
  return namesIn(dir).flatMap((name) => {
    if (!name.startsWith(`.${base}.`)) return [];
    const [, purpose, pid, began] = NAME.exec(name.slice(base.length + 2)) ?? [];
    if (!purpose) return [];
    const owner = { pid: Number(pid), began: Number(began) };
    return [{ folder: path.join(dir, name), purpose: purpose as Purpose, owner }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Does another process that runs have this folder? What has this one's id is an earlier one's. */
export const isInUse = ({ owner }: Beside): boolean => isRunning(owner);
