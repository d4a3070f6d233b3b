import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../util/problem.ts';
import { exists, unlessAbsent } from '../util/system-error.ts';

/** A content file that is replaced, or added. */
export interface Replacement {
  /** Its path below the content folder. */
  readonly file: string;
  /** Its bytes as they were read; null if there was none. */
  readonly before: Uint8Array | null;
  readonly text: string;
}

/*
 * The new files are written to a folder that content ignores, and moved to their places when all are written. While
 * they are moved, the folder has another name, so that a later run knows that it has to move the rest after a kill.
 */
const [DRAFTS, COMPLETE] = ['.staticrest-drafts', '.staticrest-pulled'];

/**
 * Replaces files: all, or after an error none.
 * @throws UsageError if one has changed since it was read, and a system error, such as that of a full disk
 */
export function replaceContent(content: string, replacements: readonly Replacement[]): void {
  const [drafts, complete] = [path.join(content, DRAFTS), path.join(content, COMPLETE)];
  try {
    fs.rmSync(drafts, { recursive: true, force: true });
    for (const { file, text } of replacements) {
      const mode = unlessAbsent(() => fs.statSync(path.join(content, file)))?.mode;
      fs.mkdirSync(path.dirname(path.join(drafts, file)), { recursive: true });
      fs.writeFileSync(path.join(drafts, file), text);
      if (mode !== undefined) fs.chmodSync(path.join(drafts, file), mode);
    }
    for (const { file, before } of replacements) assertUnchanged(path.join(content, file), before);
    fs.renameSync(drafts, complete);
  } catch (error) {
    fs.rmSync(drafts, { recursive: true, force: true });
    throw error;
  }
  try {
    finishReplacing(content);
  } catch (error) {
    const moved = replacements.filter(({ file }) => !exists(path.join(complete, file)));
    for (const { file, before } of moved) restore(path.join(content, file), before);
    fs.rmSync(complete, { recursive: true, force: true });
    throw error;
  }
}

function assertUnchanged(file: string, before: Uint8Array | null): void {
  const now = unlessAbsent(() => fs.readFileSync(file));
  if (now === null ? before === null : before && now.equals(before)) return;
  throw new UsageError(`${file} has changed meanwhile. Nothing was changed: pull again.`);
}

function restore(file: string, before: Uint8Array | null): void {
  if (before) replaceFile(file, before);
  else fs.rmSync(file);
}

/** Moves the files that a replacement has written, but not moved because it was killed. */
export function finishReplacing(content: string): void {
  const complete = path.join(content, COMPLETE);
  const files = unlessAbsent(() => fs.readdirSync(complete, { recursive: true })) ?? [];
  for (const file of files.map(String).filter((one) => path.dirname(one) !== '.')) {
    const target = path.join(content, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.renameSync(path.join(complete, file), target);
  }
  fs.rmSync(complete, { recursive: true, force: true });
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
