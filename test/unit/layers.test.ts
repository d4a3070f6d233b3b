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
  'page',
  'hosts',
  'publish',
  'index',
  'inspect',
  'server',
  'import',
  'cli',
];

/** The longest chain of folders that import each other. */
const DEPTH = 9;

/** What runs at a CDN's edge or in a browser: it imports no module of Node.js, and one small package. */
const EDGE_PACKAGES = ['leven'];
const PURE = /^(?:core|hosts\/edge|page\/(?:client|view))\//;

/** What only the map's file of the page imports. */
const MAP_PACKAGES = /^ol\//;
const MAP_FILE = /^page\/client\/map-(?:drawing|points|view)\.ts$/;

const folderOf = (file: string) => file.replace(/[/.].*$/, '');
const rankOf = (file: string) => FOLDERS.indexOf(folderOf(file));

const specifiersIn = (file: string, source: string): string[] =>
  Array.from(
    source.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm),
    ([, specifier = '']) =>
      specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier,
  );

const sources = glob
  .sync('**/*.ts', { cwd: 'src' })
  .sort()
  .map((file) => [file, readFileSync(path.join('src', file), 'utf8')] as const);

/** Every file, with everything that it imports, types and dynamic imports too. */
const imports = new Map(sources.map(([file, source]) => [file, specifiersIn(file, source)]));

/** The same without the imports of types, which are not there when the file runs. */
const loaded = new Map(
  sources.map(([file, source]) => {
    const code = source.replace(/^(?:import|export) type [^;]*? from '[^']+';/gm, '');
    return [file, specifiersIn(file, code)];
  }),
);

/** May code for an edge or a browser import this package? */
const isAllowed = (file: string, one: string): boolean =>
  EDGE_PACKAGES.includes(one) || (MAP_FILE.test(file) && MAP_PACKAGES.test(one));

/** Each package that a file loads, itself or by its imports, as `a.ts loads b.ts loads package`. */
function packagesLoadedBy(file: string, trail: readonly string[] = [], seen = new Set<string>()) {
  if (seen.has(file)) return [];
  seen.add(file);
  return (loaded.get(file) ?? []).flatMap((one): string[] => {
    const chain = [...trail, file];
    if (imports.has(one)) return packagesLoadedBy(one, chain, seen);
    return isAllowed(file, one) ? [] : [[...chain, one].join(' loads ')];
  });
}

/** Every import of a file that a condition refuses, as `a.ts imports b.ts`. */
const importsThat = (isRefused: (file: string, imported: string) => boolean): string[] =>
  [...imports].flatMap(([file, all]) =>
    all.filter((one) => isRefused(file, one)).map((one) => `${file} imports ${one}`),
  );

describe('the folders of src/', () => {
  it('are all in the list', () => {
    expect([...new Set([...imports.keys()].map(folderOf))].sort()).toEqual([...FOLDERS].sort());
  });

  it('import only from folders above their own', () => {
    const isBelow = (file: string, other: string) =>
      imports.has(other) && rankOf(other) > rankOf(file);
    expect(importsThat(isBelow)).toEqual([]);
  });

  it('have no import cycle', () => {
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]): void => {
      expect(trail, `a cycle: ${[...trail, file].join(' → ')}`).not.toContain(file);
      if (done.has(file)) return;
      for (const next of imports.get(file) ?? []) visit(next, [...trail, file]);
      done.add(file);
    };
    for (const file of imports.keys()) visit(file, []);
  });

  it(`form chains of at most ${DEPTH}`, () => {
    const depths = new Map<string, number>();
    for (const folder of FOLDERS) {
      const imported = [...imports]
        .filter(([file]) => folderOf(file) === folder)
        .flatMap(([, all]) => all.filter((one) => imports.has(one)).map(folderOf));
      const depthOf = (other: string) => (other === folder ? 0 : (depths.get(other) ?? 0));
      depths.set(folder, 1 + Math.max(0, ...imported.map(depthOf)));
    }
    expect(Math.max(...depths.values())).toBeLessThanOrEqual(DEPTH);
  });

  it('import no module of Node.js and no other package in code for an edge or a browser', () => {
    expect(
      importsThat((file, one) => PURE.test(file) && !imports.has(one) && !isAllowed(file, one)),
    ).toEqual([]);
  });

  it('load no other package by the files that such code imports', () => {
    const pure = [...imports.keys()].filter((file) => PURE.test(file));
    expect(pure.flatMap((file) => packagesLoadedBy(file))).toEqual([]);
  });

  it('import nothing of bna/, which is the definition of this checkout', () => {
    const isEngine = (file: string) => folderOf(file) !== 'bna';
    expect(importsThat((file, one) => one.startsWith('bna/') && isEngine(file))).toEqual([]);
  });
});

it('unit tests: each at the path of the file that it tests, or of its name, a hyphen and an aspect', () => {
  const sources = [...imports.keys()].map((file) => file.replace(/\.ts$/, ''));
  const elsewhere = glob
    .sync('*/**/*.test.ts', { cwd: 'test/unit' })
    .map((file) => file.replace(/\.test\.ts$/, ''))
    .filter((test) => !sources.some((one) => test === one || test.startsWith(`${one}-`)));
  expect(elsewhere).toEqual([]);
});
