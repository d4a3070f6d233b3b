import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../../src/util/version.ts';
import { CliProcess } from '../support/cli.ts';
import { readCsv } from '../support/csv.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { installPackage, packPackage, runProgram } from '../support/package.ts';

const FACTS = 'test/data/neighborhoods.csv';

const neighborhoods = readCsv(FACTS);
const canadian = neighborhoods.filter(({ country }) => country === 'CA');
const mostPopulous = neighborhoods
  .map(({ population }) => Number(population))
  .sort((a, b) => b - a);

it('the packed package begins an API of CSV', { timeout: 120_000 }, async () => {
  const root = temporaryFolder();
  installPackage(root, packPackage(root).archive);
  runProgram(
    root,
    'npx',
    '--no-install',
    'staticrest',
    'init',
    'own',
    '--from',
    path.resolve(FACTS),
  );
  const cwd = path.join(root, 'own');
  const program = path.join(root, 'node_modules/staticrest/lib/cli/main.js');
  const run = (...args: string[]) => runProgram(cwd, process.execPath, program, ...args);
  expect(run('build')).toContain('2,620 records → dist: ');
  expect(run('verify')).toContain('dist is intact');

  const preview = new CliProcess(['preview', '--port', '0', '--rules-only'], { cwd, program });
  onTestFinished(() => preview.kill());
  await preview.waitFor('Press Ctrl-C');
  const [base = ''] = /http:\/\/localhost:\d+/.exec(preview.stdout) ?? [];
  const page = await (await fetch(base)).text();
  expect(page).toContain('<select id="try-neighborhoods-country" name="country">');
  const json = async (query: string) => (await fetch(`${base}/api/neighborhoods/?${query}`)).json();
  expect(await json('country=CA')).toMatchObject({ count: canadian.length });
  const results = mostPopulous.slice(0, 20).map((population) => ({ population }));
  expect(await json('ordering=-population')).toMatchObject({ results });
  await preview.interrupt();
});

it('the packed package in the project -> a fresh copy of it installs and builds', {
  timeout: 120_000,
}, () => {
  const root = temporaryFolder();
  const project = path.join(root, 'project');
  writeFiles(project, { 'data.csv': 'id,name\n1,a\n' });
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
  expect(npx(copy, 'build', '--host', 'github-pages')).toContain('1 record → dist: ');
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
