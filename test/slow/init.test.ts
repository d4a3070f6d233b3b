import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { VERSION } from '../../src/util/version.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { installPackage, packPackage, runProgram } from '../support/package.ts';

it('the packed package in the project -> a fresh copy of it installs and builds', {
  timeout: 120_000,
}, () => {
  const root = temporaryFolder();
  const project = path.join(root, 'project');
  writeFiles(project, { 'data.csv': readFileSync('test/data/neighborhoods.csv', 'utf8') });
  installPackage(project, packPackage(project).archive);
  const npx = (cwd: string, ...args: string[]) =>
    runProgram(cwd, 'npx', '--no-install', 'staticrest', ...args);
  expect(npx(project, 'init', '--from', 'data.csv')).toContain('Next:\n  npm install\n');
  expect(npx(project, 'init', 'second')).toContain(`npm pack "../staticrest-${VERSION}.tgz"`);

  // As on a CI runner: nothing outside of the project exists.
  const copy = path.join(temporaryFolder(), 'copy');
  cpSync(project, copy, { recursive: true, filter: (file) => !file.endsWith('node_modules') });
  rmSync(root, { recursive: true });
  runProgram(copy, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  expect(npx(copy, 'build', '--host', 'github-pages')).toContain('2,620 records → dist: ');
});

it('a checkout without installed packages -> `npm pack` and `npm install` say what to do', () => {
  const checkout = path.join(temporaryFolder(), 'checkout');
  const { name, version, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFiles(checkout, { 'package.json': JSON.stringify({ name, version, scripts }) });
  cpSync('scripts', path.join(checkout, 'scripts'), { recursive: true });
  const cwd = path.dirname(checkout);
  for (const command of ['pack', 'install']) {
    const { status, stderr } = spawnSync('npm', [command, './checkout'], { cwd, encoding: 'utf8' });
    expect(stderr).toContain(`Run \`npm ci\` in ${checkout} first.`);
    expect(status).not.toBe(0);
  }
});
