import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import { COMMANDS, type Command, type CommandName, usageOf } from '../../src/cli/options.ts';
import { HEADERS } from '../../src/core/header.ts';
import { DESCRIBED_FILES } from '../../src/describe/files.ts';

import { VERSION } from '../../src/util/version.ts';
import { hostSections, supportTable, withPart } from '../support/host-docs.ts';
import { shippedSite } from '../support/shipped-site.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const readme = read('README.md');
const manifest = JSON.parse(read('package.json'));

/** The rows of the table whose head begins with these cells, each as its cells. */
function table(...head: string[]): string[][] {
  const lines = readme.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
  expect(start, `a table with the head ${head.join(', ')}`).toBeGreaterThan(-1);
  const rest = lines.slice(start + 2);
  const rows = rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) => row.slice(2, -2).split(' | '));
}

/** Checks a part of a document, or writes it where `npm run docs` asks for that. */
function holds(file: string, part: string, text: string): void {
  const whole = withPart(read(file), part, text);
  if (process.env.DOCS === 'write') writeFileSync(file, whole);
  expect(read(file), '`npm run docs` writes it').toBe(whole);
}

const code = (text: unknown) => `\`${text}\``;

describe('the README says what the code does', () => {
  it('commands', () => {
    const rows = table('command', 'what it does');
    const expected = Object.entries(COMMANDS).map(([name, { describe }]) => [
      code(usageOf(name as CommandName)),
      describe,
    ]);
    expect(rows).toEqual(expected);
  });

  it('options, the commands that take them, and their defaults', () => {
    const commands = Object.entries<Command>(COMMANDS);
    const settings = new Map(
      commands.flatMap(([, { options }]) =>
        Object.entries(options).map(([name, option]) => [option, name] as const),
      ),
    );
    const expected = [...settings].map(([option, name]) => [
      code(`--${name}`),
      commands
        .filter(([, { options }]) => options[name] === option)
        .map(([command]) => code(command))
        .join(', '),
      option.describe,
      option.defaultDescription ?? code(option.default),
    ]);
    expect(table('option', 'of', 'what it is', 'default')).toEqual(expected);
  });

  it('hosts: which parts of the contract hold on each', () => {
    holds('README.md', 'support', supportTable());
  });

  it('hosts: where each differs from the contract, and its limits', () => {
    holds('HOSTS.md', 'hosts', hostSections());
  });

  it('dependencies, none without its reason', () => {
    const names = table('package', 'what it is for').map(([name]) => name);
    expect(names).toEqual(Object.keys(manifest.dependencies).sort().map(code));
  });

  it('parameters of neighborhoods', () => {
    const { formats, collections } = bnaApi();
    const neighborhoods = collections.find(({ name }) => name === 'neighborhoods');
    const rows = Object.fromEntries(table('parameter of neighborhoods', 'pre-rendered values'));
    const limits = [...(neighborhoods?.pagination?.limits ?? []), 'all'];
    expect(rows[code('limit')]).toBe(limits.map(code).join(', '));
    for (const ordering of Object.keys(neighborhoods?.orderings ?? {})) {
      expect(rows[code('ordering')]).toContain(code(ordering));
    }
    for (const format of formats) {
      expect(rows['`format` (every address takes it)']).toContain(code(format));
    }
  });

  it('headers that go beyond the reference', () => {
    const beyond = Object.keys(HEADERS).filter(
      (name) => !['Content-Type', 'Vary', 'Allow'].includes(name),
    );
    for (const name of beyond) expect(readme).toContain(name);
  });

  it('scripts', () => {
    const scripts = readme.matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g);
    for (const [, named, known = named] of scripts) {
      expect(Object.keys(manifest.scripts)).toContain(known);
    }
  });

  it('a record to post that is not there yet', () => {
    const [, file = ''] = /That writes `(content\/[^`]+)`/.exec(readme) ?? [];
    expect(existsSync(path.dirname(file))).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  it('what describes the API, and what the page weighs', () => {
    const names = table('file', 'what it is').map(([name]) => name);
    expect(names).toEqual([...DESCRIBED_FILES.keys()].map(code));
    const files = [...DESCRIBED_FILES.keys()].filter((file) => /^(?:index|explorer)\./.test(file));
    const sizes = files.map((file) => statSync(path.join(shippedSite(), file)).size);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    expect(size).toBeLessThan(300_000);
    expect(readme).toContain(`takes about ${Math.round(size / 5000) * 5} KB before the`);
  });

  it('the size of the function that composes pages', () => {
    const bundle = readFileSync('lib/answer.bundle.js');
    const [size, packed] = [bundle, gzipSync(bundle)].map(({ length }) =>
      Math.round(length / 1000),
    );
    expect(readme).toContain(`${size} KB (${packed} KB gzipped)`);
  });
});

it('the version stands once', () => {
  expect(VERSION).toBe(manifest.version);
  expect(read('CHANGELOG.md')).toContain(`## ${manifest.version}`);
});

it('CONTRIBUTING lists every folder of src/ in its order', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, folder]) => folder,
  );
  const folders = /FOLDERS = \[([^\]]*)\]/.exec(read('test/unit/layers.test.ts'))?.[1] ?? '';
  expect(rows).toEqual([...folders.matchAll(/'(\w+)'/g)].map(([, folder]) => folder));
});
