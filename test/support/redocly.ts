import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder, writeFiles } from './folder.ts';

/** A problem that Redocly found. */
export interface LintProblem {
  readonly ruleId: string;
  readonly severity: 'error' | 'warn';
  readonly message: string;
}

const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** Turns off Redocly's telemetry and update check, and blocks its network access. */
const ALONE = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NODE_ENV: 'test',
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
};

/** The problems of a document under Redocly's recommended rules. */
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
