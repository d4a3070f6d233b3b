import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CliProcess } from '../support/cli.ts';
import { readCsv } from '../support/csv.ts';
import { temporaryFolder } from '../support/folder.ts';
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
