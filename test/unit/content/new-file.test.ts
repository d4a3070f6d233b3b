import { readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolders, writeNewFile } from '../../../src/content/new-file.ts';
import { UsageError } from '../../../src/util/problem.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { filesOf } from '../../support/site-files.ts';

describe('writeNewFile', () => {
  it('writes a new file only', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'a.yaml');
    expect(writeNewFile(file, 'é\n')).toBe(true);
    expect(writeNewFile(file, 'new')).toBe(false);
    expect(filesOf(folder)).toEqual(['a.yaml']);
    expect(readFileSync(file, 'utf8')).toBe('é\n');
  });

  it('does not write through a broken link', () => {
    const folder = temporaryFolder();
    symlinkSync(path.join(folder, 'target'), path.join(folder, 'a.yaml'));
    expect(writeNewFile(path.join(folder, 'a.yaml'), 'new')).toBe(false);
    expect(filesOf(folder)).toEqual(['a.yaml']);
  });

  it('throws where there is no such folder', () => {
    expect(() => writeNewFile(path.join(temporaryFolder(), 'no/a.yaml'), '')).toThrow(/ENOENT/);
  });
});

describe('makeFolders', () => {
  it('makes each that is missing', () => {
    const folder = realpathSync(temporaryFolder());
    makeFolders(folder, ['a', 'b', 'c']);
    makeFolders(folder, ['a', 'b', 'c']);
    expect(realpathSync(path.join(folder, 'a/b/c'))).toBe(path.join(folder, 'a/b/c'));
  });

  it('refuses a link, and makes nothing behind it', () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, path.join(folder, 'a'));
    expect(() => makeFolders(folder, ['a', 'b'])).toThrow(UsageError);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
