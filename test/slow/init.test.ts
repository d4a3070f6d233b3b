import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CliProcess } from '../support/cli.ts';
import { readCsv } from '../support/csv.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { installPackage, packPackage, runProgram } from '../support/package.ts';

const FACTS = 'test/data/neighborhoods.csv';

/** The same facts as JSON, with numbers. */
const neighborhoods = readCsv(FACTS).map(({ uuid = '', country = '', label = '', population }) => ({
  uuid,
  label,
  country,
  population: Number(population),
}));

const canadian = neighborhoods.filter(({ country }) => country === 'CA');
const mostPopulous = neighborhoods.map(({ population }) => population).sort((a, b) => b - a);

it('the packed package begins an API of CSV, JSON and JSON Lines', {
  timeout: 120_000,
}, async () => {
  const root = temporaryFolder();
  installPackage(root, packPackage(root).archive);
  const program = path.join(root, 'node_modules/staticrest/lib/cli/main.js');
  const lines = neighborhoods.map((record) => JSON.stringify(record));
  const files = {
    'towns.csv': readFileSync(FACTS, 'utf8'),
    'towns.json': `[\n${lines.join(',\n')}\n]\n`,
    'towns.jsonl': `${lines.join('\n')}\n`,
  };
  writeFiles(root, files);
  for (const file of Object.keys(files)) {
    const kind = path.extname(file).slice(1);
    const cwd = path.join(root, kind);
    const run = (...args: string[]) => runProgram(cwd, process.execPath, program, ...args);
    runProgram(root, 'npx', '--no-install', 'staticrest', 'init', kind, '--from', file);
    expect(run('validate')).toContain('2,620 records');
    expect(run('build')).toContain('2,620 records → dist: ');
    expect(run('verify')).toContain('dist is intact');

    const preview = new CliProcess(['preview', '--port', '0', '--rules-only'], { cwd, program });
    onTestFinished(() => preview.kill());
    await preview.waitFor('Press Ctrl-C');
    const [base = ''] = /http:\/\/localhost:\d+/.exec(preview.stdout) ?? [];
    const page = await (await fetch(base)).text();
    expect(page).toContain('<select id="try-collection-towns-country" name="country">');
    const json = async (query: string) => (await fetch(`${base}/api/towns/?${query}`)).json();
    expect(await json('country=CA')).toMatchObject({ count: canadian.length });
    const results = mostPopulous.slice(0, 10).map((population) => ({ population }));
    expect(await json('ordering=-population')).toMatchObject({ results });
    await preview.interrupt();
  }
});
