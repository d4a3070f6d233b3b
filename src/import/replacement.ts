import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isWithin } from '../publish/target.ts';
import { UsageError } from '../util/problem.ts';
import { entriesIn, exists, unlessAbsent } from '../util/system-error.ts';

/** A content file that is replaced, or added. */
export interface Replacement {
  /** Its path below the content folder. */
  readonly file: string;
  /** Its bytes as they were read; null if there was none. */
  readonly before: Uint8Array | null;
  readonly text: string;
}

/** The folder with the new files while they are moved to their places. All of them are written. Content ignores its name. */
const COMPLETE = '.staticrest-pulled';

/**
 * Replaces files: all, or after an error none.
 * @param staging an empty folder for the new files, on the same disk
 * @throws UsageError if one has changed since it was read, and a system error, such as that of a full disk
 */
export function replaceContent(
  content: string,
  staging: string,
  replacements: readonly Replacement[],
): void {
  const complete = path.join(content, COMPLETE);
  for (const { file, text } of replacements) {
    const mode = unlessAbsent(() => fs.statSync(path.join(content, file)))?.mode;
    fs.mkdirSync(path.dirname(path.join(staging, file)), { recursive: true });
    fs.writeFileSync(path.join(staging, file), text);
    if (mode !== undefined) fs.chmodSync(path.join(staging, file), mode);
  }
  for (const { file, before } of replacements) assertUnchanged(path.join(content, file), before);
  // After a kill from here on, the next command moves the other files.
  fs.renameSync(staging, complete);
  try {
    finishReplacing(content);
  } catch (error) {
    const moved = replacements.filter(({ file }) => !exists(path.join(complete, file)));
    for (const { file, before } of moved) {
      if (before) replaceFile(path.join(content, file), before);
      else fs.rmSync(path.join(content, file));
    }
    fs.rmSync(complete, { recursive: true, force: true });
    throw error;
  }
}

function assertUnchanged(file: string, before: Uint8Array | null): void {
  const now = unlessAbsent(() => fs.readFileSync(file));
  if (now === null ? before === null : before && now.equals(before)) return;
  throw new UsageError(`${file} has changed during the pull. Nothing was written: pull again.`);
}

/**
 * Moves the files that a replacement has written, but not moved because it was killed. It follows no link.
 * @returns whether there were any
 */
export function finishReplacing(content: string): boolean {
  const complete = path.join(content, COMPLETE);
  if (!unlessAbsent(() => fs.lstatSync(complete))?.isDirectory()) return false;
  for (const folder of entriesIn(complete).filter((one) => one.isDirectory())) {
    const [from, target] = [path.join(complete, folder.name), path.join(content, folder.name)];
    assertInContent(target, content);
    fs.mkdirSync(target, { recursive: true });
    for (const { name } of entriesIn(from))
      fs.renameSync(path.join(from, name), path.join(target, name));
  }
  fs.rmSync(complete, { recursive: true, force: true });
  return true;
}

/** @throws UsageError for a link out of the content, through which a file of somebody else would be replaced */
export function assertInContent(folder: string, content: string): void {
  if (!exists(folder) || isWithin(fs.realpathSync(folder), fs.realpathSync(content))) return;
  throw new UsageError(`${folder} must be a folder in the content folder, and no link out of it.`);
}

/** Replaces a file, or leaves it as it is if the disk is full. */
export function replaceFile(file: string, bytes: string | Uint8Array): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    fs.writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
    fs.chmodSync(temporary, fs.statSync(file).mode);
    fs.renameSync(temporary, file);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
