import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './folder.ts';

const COMMAND = path.resolve('node_modules/.bin/openapi-typescript');

/** The TypeScript types of an OpenAPI document, generated with the command that the page gives. */
export function generateTypes(openApi: string): string {
  const types = path.join(temporaryFolder(), 'types.d.ts');
  const { status, stderr } = spawnSync(COMMAND, [openApi, '-o', types], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
  return readFileSync(types, 'utf8');
}
