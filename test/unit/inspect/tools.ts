import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { it } from 'vitest';

/** Programs that people read snapshots and the API with. */
type Tool = 'tar' | 'gzip' | 'sha256sum' | 'curl' | 'jq' | 'python3' | 'sqlite3';

const isThere = (tool: Tool): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((dir) => existsSync(path.join(dir, tool)));

/** A test that is skipped if a tool is missing; in CI it fails instead. */
export const itWith = (...tools: readonly Tool[]) =>
  it.skipIf(!process.env.CI && !tools.every(isThere));

/** What a tool prints. Throws if it fails or prints an error. */
export function output(tool: Tool, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(tool, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0 || stderr !== '') throw new Error(`${tool}: ${status} ${stderr}`);
  return stdout;
}

/** The rows of a table as Python reads them, each with its columns' names. */
export function pythonRows(file: string, cwd: string): Record<string, string>[] {
  const script = `import csv, json, sys
with open(sys.argv[1], newline='', encoding='utf-8') as file:
    print(json.dumps(list(csv.DictReader(file))))`;
  return JSON.parse(output('python3', ['-c', script, file], cwd));
}

/** The rows of a table as SQLite reads them. */
export function sqliteRows(file: string, cwd: string): Record<string, string>[] {
  const commands = [`.import --csv ${file} t`, '.mode json', 'SELECT * FROM t'];
  return JSON.parse(output('sqlite3', [':memory:', ...commands], cwd) || '[]');
}
