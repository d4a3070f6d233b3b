import { readFileSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';

/** The folders of `src/`, each importing only from itself and from those above it. */
const FOLDERS = [
  'util',
  'core',
  'api',
  'content',
  'bna',
  'site',
  'describe',
  'hosts',
  'build',
  'index',
  'inspect',
  'server',
  'cli',
];

/** The longest chain of folders that import each other. */
const DEPTH = 9;

/** What runs at a CDN's edge or in a browser: it imports nothing of Node's, and no package. */
const PURE = /^(?:core|hosts\/edge|describe\/client)\//;

const files = glob.sync('**/*.ts', { cwd: 'src' }).sort();
const folderOf = (file: string) => file.replace(/[/.].*$/, '');

/** Everything a file imports, types and dynamic imports too. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join('src', file), 'utf8');
  const found = source.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm);
  return [...found].map(([, specifier = '']) =>
    specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier,
  );
}

const isFile = (specifier: string) => files.includes(specifier);

describe('the folders of src/', () => {
  it('are all named in their order', () => {
    expect([...new Set(files.map(folderOf))].sort()).toEqual([...FOLDERS].sort());
  });

  it.each(files)('%s imports only from folders above its own', (file) => {
    const own = FOLDERS.indexOf(folderOf(file));
    const below = importsOf(file).filter(
      (one) => isFile(one) && FOLDERS.indexOf(folderOf(one)) > own,
    );
    expect(below).toEqual([]);
  });

  it('hold no circle of files', () => {
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]): void => {
      expect(trail, `a circle: ${[...trail, file].join(' → ')}`).not.toContain(file);
      if (done.has(file)) return;
      for (const next of importsOf(file).filter(isFile)) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBe(files.length);
  });

  it(`form chains of at most ${DEPTH}`, () => {
    const depths = new Map<string, number>();
    for (const folder of FOLDERS) {
      const imported = files
        .filter((file) => folderOf(file) === folder)
        .flatMap((file) => importsOf(file).filter(isFile).map(folderOf))
        .filter((other) => other !== folder);
      depths.set(folder, 1 + Math.max(0, ...imported.map((other) => depths.get(other) ?? 0)));
    }
    expect(Math.max(...depths.values())).toBeLessThanOrEqual(DEPTH);
  });

  it.each(files.filter((file) => PURE.test(file)))('%s runs at the edge', (file) => {
    expect(importsOf(file).filter((specifier) => !isFile(specifier))).toEqual([]);
  });

  it('know of bicycles only in bna/, which only cli imports', () => {
    const outside = files.filter((file) => folderOf(file) !== 'bna');
    const importers = outside.filter((file) =>
      importsOf(file).some((one) => folderOf(one) === 'bna'),
    );
    expect([...new Set(importers.map(folderOf))]).toEqual(['cli']);
  });
});
