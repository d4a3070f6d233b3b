import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DEFINITION_FILES } from '../api/definition.ts';
import { UsageError } from '../util/problem.ts';
import { exists } from '../util/system-error.ts';

/** @throws UsageError if a folder has a definition or a content folder */
export function assertNoProject(folder: string): void {
  const files = [...DEFINITION_FILES, 'content'].map((one) => path.join(folder, one));
  const existing = files.find(exists);
  if (existing === undefined) return;
  const help = 'Remove it, move it elsewhere, or choose a folder without a definition and content.';
  throw new UsageError(`${existing} already exists; nothing was written. ${help}`);
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Creates the files that do not exist yet, then replaces `package.json`. After an error, it removes what it
 * created, so that the command can run again.
 * @param files their texts by their paths below the folder
 * @param manifest the new `package.json`; null to keep it
 * @returns the paths of those that were created
 */
export function createFiles(folder: string, files: Files, manifest: string | null): string[] {
  const at = (file: string) => path.join(folder, file);
  const absent = Object.keys(files).filter((file) => !exists(at(file)));
  const created: string[] = [];
  const create = (file: string, body: string | Uint8Array) => {
    created.push(fs.mkdirSync(path.dirname(file), { recursive: true }) ?? file);
    fs.writeFileSync(file, body);
  };
  try {
    for (const file of absent) create(at(file), files[file] ?? '');
    if (manifest !== null) replaceFiles([{ file: at('package.json'), text: manifest }]);
    return absent;
  } catch (error) {
    for (const one of created) fs.rmSync(one, { recursive: true, force: true });
    throw error;
  }
}

/** Replaces files, or leaves all as they are if the disk is full. The new ones first have names that content ignores. */
export function replaceFiles(files: readonly { readonly file: string; readonly text: string }[]) {
  const staged = files.map((one) => ({ ...one, temporary: `${one.file}.${randomUUID()}.tmp` }));
  try {
    for (const { file, text, temporary } of staged) {
      fs.writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
      fs.chmodSync(temporary, fs.statSync(file).mode);
    }
    for (const { file, temporary } of staged) fs.renameSync(temporary, file);
  } finally {
    for (const { temporary } of staged) fs.rmSync(temporary, { force: true });
  }
}
