import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const COMMAND = path.resolve('node_modules/.bin/openapi-typescript');

/** The TypeScript types of an OpenAPI document, generated with the command that the page gives. */
export function generateTypes(openApi: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-types-'));
  try {
    const types = path.join(folder, 'types.d.ts');
    const { status, stderr } = spawnSync(COMMAND, [openApi, '-o', types], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
    return readFileSync(types, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
