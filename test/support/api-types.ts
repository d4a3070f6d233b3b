import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(import.meta.resolve('openapi-typescript/package.json'));
const COMMAND = path.join(path.dirname(PACKAGE), 'bin/cli.js');

/** The TypeScript types of an OpenAPI document, generated with the command that the page gives. */
export function generateTypes(openApi: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-types-'));
  try {
    const types = path.join(folder, 'types.d.ts');
    const args = [COMMAND, openApi, '-o', types];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
    return readFileSync(types, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
