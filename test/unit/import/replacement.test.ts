import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { finishReplacing, replaceContent } from '../../../src/import/replacement.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { interceptWrites } from '../../support/intercept-writes.mjs';
import { textsOf } from '../../support/publishing.ts';

const OLD = { 'a/a.csv': 'old a', 'a/other.csv': 'x', 'b/b.csv': 'old b' };
const NEW = { 'a/a.csv': 'new a', 'a/.a.csv': 'last a', 'b/b.csv': 'new b', 'c/c.csv': 'new c' };

/** A content folder with the old files, and a function that replaces them by the new ones. */
function oldContent() {
  const folder = temporaryFolder();
  const content = path.join(folder, 'content');
  writeFiles(content, OLD);
  const replacements = Object.entries(NEW).map(([file, text]) => {
    const before = file in OLD ? readFileSync(path.join(content, file)) : null;
    return { file, before, text };
  });
  const replace = () => {
    mkdirSync(path.join(folder, 'new'));
    replaceContent(content, path.join(folder, 'new'), replacements);
  };
  return { folder, content, replace };
}

it('a fault of any step -> the old files, or all new ones', () => {
  const steps: string[] = [];
  const counted = oldContent();
  onTestFinished(interceptWrites(counted.folder, (step) => steps.push(step)));
  counted.replace();
  expect(textsOf(counted.content)).toEqual({ ...OLD, ...NEW });
  expect(steps.length).toBeGreaterThan(15);
  let failed = 0;
  for (const [index, step] of steps.entries()) {
    const { folder, content, replace } = oldContent();
    let count = 0;
    const end = interceptWrites(folder, () => {
      if (count++ === index) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    let expected: object = { ...OLD, ...NEW };
    try {
      replace();
    } catch {
      failed++;
      expected = OLD;
    }
    end();
    expect(textsOf(content), step).toEqual(expected);
    rmSync(path.join(folder, 'new'), { recursive: true, force: true });
    if (expected === OLD) replace();
    expect(textsOf(content), step).toEqual({ ...OLD, ...NEW });
  }
  expect(failed).toBeGreaterThan(12);
});

it('a file that has changed meanwhile -> refused', () => {
  for (const file of ['a/a.csv', 'a/.a.csv']) {
    const { content, replace } = oldContent();
    writeFiles(content, { [file]: 'edited' });
    expect(replace).toThrow(
      `${file} has changed during the pull. Nothing was written: pull again.`,
    );
    expect(textsOf(content)).toEqual({ ...OLD, [file]: 'edited' });
  }
});

it('a link in place of the folder of an earlier run, or of a collection -> no file is moved', () => {
  const { content, folder } = oldContent();
  writeFiles(folder, { 'outside/a/a.csv': 'x', 'content/.staticrest-pulled/c/c.csv': 'new' });
  symlinkSync(path.join(folder, 'outside/a'), path.join(content, 'c'));
  expect(() => finishReplacing(content)).toThrow('c must be a folder in the content folder');
  rmSync(path.join(content, '.staticrest-pulled'), { recursive: true });
  symlinkSync(path.join(folder, 'outside'), path.join(content, '.staticrest-pulled'));
  expect(finishReplacing(content)).toBe(false);
  expect(textsOf(path.join(folder, 'outside'))).toEqual({ 'a/a.csv': 'x' });
});
