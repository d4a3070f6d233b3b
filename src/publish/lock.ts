import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TaskOptions } from '../util/progress.ts';
import { createToken, isStale, temporaryPath, temporaryPaths } from './staging.ts';

/** How often a build renews its lock, and how often a waiting build looks for one, in ms. */
const [RENEW_EVERY, POLL_EVERY] = [5_000, 50];

/** The right to replace a target. It is held until the staging folder is renamed or removed. */
export interface Lock {
  /** The folder where the new site is written. */
  readonly staging: string;
  /** The temporary folder of the replaced site. */
  readonly previous: string;
  /** Stops renewing the lock. To be called when the staging folder is gone. */
  release(): void;
}

/**
 * Locks a target, and waits for another build of it. The lock is the staging folder itself: its name has a
 * random token, and its holder renews its modification time. A build that was killed doesn't renew it, so
 * that others take over 30 seconds later; then the folder has gone, and a holder that was only suspended
 * can't put it into place any more.
 */
export async function acquireLock(target: string, { onWait, signal }: TaskOptions): Promise<Lock> {
  const token = createToken();
  const staging = temporaryPath(target, 'staging', token);
  const reason = `Waiting for another build of ${target} to end. If it was killed, this takes up to 30 seconds.`;
  for (let isFirst = true; !tryLock(target, staging); isFirst = false) {
    if (isFirst) onWait?.(reason);
    // Jitter, so that builds that wait don't retry in lockstep.
    await setTimeout(POLL_EVERY * (1 + Math.random()), undefined, { signal });
  }
  // A definition may end the process, by a call or by an error in a callback.
  const remove = () => rmSync(staging, { recursive: true, force: true });
  process.once('exit', remove);
  // It fails where the folder has been renamed or removed: then there is nothing left to renew.
  const renew = () => utimes(staging, new Date(), new Date()).catch(() => {});
  const timer = setInterval(renew, RENEW_EVERY).unref();
  const release = () => {
    clearInterval(timer);
    process.off('exit', remove);
  };
  return { staging, previous: temporaryPath(target, 'previous', token), release };
}

/**
 * Makes the staging folder unless another build has one. It looks twice: of two builds that start at the
 * same time, at least one sees the other and gives way.
 */
function tryLock(target: string, staging: string): boolean {
  if (isLocked(target, staging)) return false;
  mkdirSync(path.dirname(staging), { recursive: true });
  mkdirSync(staging);
  if (!isLocked(target, staging)) return true;
  rmdirSync(staging);
  return false;
}

const isLocked = (target: string, own: string): boolean =>
  temporaryPaths(target, 'staging').some((other) => other !== own && !isStale(other));
