import { readFileSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';

/** The rooms of the house, each importing only from itself and from those above it. */
const ROOMS = [
  'version',
  'package',
  'amount',
  'problem',
  'system',
  'suggestion',
  'progress',
  'base',
  'ordering',
  'grid',
  'address',
  'header',
  'envelope',
  'answer',
  'edge',
  'explorer',
  'definition',
  'selection',
  'content',
  'record',
  'bna',
  'document',
  'describe',
  'rule',
  'hosts',
  'manifest',
  'publish',
  'build',
  'index',
  'verify',
  'snapshot',
  'author',
  'explain',
  'serve',
  'watch',
  'loop',
  'cli',
];

/** What must run at a CDN's edge: nothing of Node's, and no package. */
const PURE = ['ordering', 'grid', 'address', 'header', 'envelope', 'answer', 'edge', 'explorer'];

const files = glob.sync('**/*.ts', { cwd: 'src' }).sort();
const roomOf = (file: string) => file.replace(/[/.].*$/, '');

/** Everything a file imports, types and dynamic imports too. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join('src', file), 'utf8');
  const found = source.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm);
  return [...found].map(([, specifier = '']) =>
    specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier,
  );
}

const isFile = (specifier: string) => files.includes(specifier);

describe('rooms', () => {
  it('are all named in their order', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...ROOMS].sort());
  });

  it.each(files)('%s imports only from rooms above it', (file) => {
    const own = ROOMS.indexOf(roomOf(file));
    const below = importsOf(file).filter((one) => isFile(one) && ROOMS.indexOf(roomOf(one)) > own);
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

  it.each(files.filter((file) => PURE.includes(roomOf(file))))('%s runs at the edge', (file) => {
    expect(importsOf(file).filter((specifier) => !isFile(specifier))).toEqual([]);
  });

  it('know of bicycles only in bna/, which only cli imports', () => {
    const outside = files.filter((file) => roomOf(file) !== 'bna');
    const importers = outside.filter((file) =>
      importsOf(file).some((one) => roomOf(one) === 'bna'),
    );
    expect([...new Set(importers.map(roomOf))]).toEqual(['cli']);
  });
});
