import path from 'node:path';
import { entriesIn } from '../util/system-error.ts';
import { isRunning, type ProcessName, thisProcess } from './process.ts';

/**
 * What a build has beside its target while it runs, so that a rename moves no bytes:
 * - `staging`: the site that it writes
 * - `previous`: the site that it replaces, whole, until its successor is in its place
 * - `discarded`: what it is removing
 */
export type Purpose = 'staging' | 'previous' | 'discarded';

/** What a process has beside a target. */
export interface Beside {
  readonly place: string;
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

/**
 * What builds have beside a target; nothing where the folder that it is in isn't there.
 * @param kind what is made there: a site is a folder. A link is somebody's own, whatever its name.
 */
export function besides(target: string, kind: 'folder' | 'file' = 'folder'): Beside[] {
  const { dir, base } = path.parse(path.resolve(target));
  return entriesIn(dir).flatMap((entry) => {
    const isKind = kind === 'folder' ? entry.isDirectory() : entry.isFile();
    if (!isKind || !entry.name.startsWith(`.${base}.`)) return [];
    const [, purpose, pid, began] = NAME.exec(entry.name.slice(base.length + 2)) ?? [];
    if (!purpose) return [];
    const owner = { pid: Number(pid), began: Number(began) };
    return [{ place: path.join(dir, entry.name), purpose: purpose as Purpose, owner }];
  });
}

/** Does another process that runs have this folder? What has this one's id is an earlier one's. */
export const isInUse = ({ owner }: Beside): boolean => isRunning(owner);
