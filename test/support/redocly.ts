import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder, writeFiles } from './folder.ts';

/** What a linter finds in a document. */
export interface LintProblem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
}

const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** It tells its makers of each call, and asks them for its latest version: it is not to, and can't. */
const ALONE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NODE_ENV: 'test',
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
};

/** What Redocly’s recommended rules find in a document. */
export function linted(document: unknown): LintProblem[] {
  const folder = temporaryFolder();
  writeFiles(folder, { 'openapi.json': JSON.stringify(document) });
  const args = ['lint', '--extends', 'recommended', '--format', 'json', 'openapi.json'];
  const env = { ...process.env, ...ALONE };
  const call = { cwd: folder, env, encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], call);
  if (!stdout.startsWith('{')) throw new Error(`Redocly could not lint:\n${stdout}${stderr}`);
  return JSON.parse(stdout).problems;
}
