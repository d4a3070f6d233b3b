import { readFileSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import { checkContent, renderSite } from '../../src/build/build.ts';
import { temporaryFolder } from '../support/folder.ts';
import { neighborhoods, type Shape, writeContent } from '../support/synthetic.mjs';

const COUNT = 150;
const SHAPES: Shape[] = ['files', 'list'];
const api = bnaApi();

function contentOf(shape: Shape, seed?: number): string {
  const folder = temporaryFolder();
  writeContent(folder, { count: COUNT, shape, ...(seed !== undefined && { seed }) });
  return folder;
}

/** The files of a folder, with their texts. */
function textsIn(folder: string): Map<string, string> {
  const files = glob.sync('**', { cwd: folder }).sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

/** The files of the site that is made of a content folder. */
async function siteOf(content: string): Promise<Map<string, string>> {
  const { files } = await renderSite({ api, content, base: 'https://example.org' });
  const textOf = (body: readonly Uint8Array[]) => Buffer.concat(body).toString();
  return new Map(Array.from(files(), ({ path: file, body }) => [file, textOf(body)]));
}

describe('synthetic content', () => {
  it.each(SHAPES)('has no problem as %s', async (shape) => {
    const { collections } = await checkContent({ api, content: contentOf(shape) });
    const counts = collections.map(({ definition, records }) => [definition.name, records.length]);
    expect(Object.fromEntries(counts)).toMatchObject({ neighborhoods: COUNT });
  });

  it('makes the same site from either shape', async () => {
    const [files, list] = await Promise.all(SHAPES.map((shape) => siteOf(contentOf(shape))));
    expect(files?.size).toBeGreaterThan(COUNT);
    expect(list).toEqual(files);
  });

  it('is a file a neighborhood, or one of all', () => {
    const own = (shape: Shape) => glob.sync('neighborhoods/**', { cwd: contentOf(shape) });
    expect(own('files')).toHaveLength(COUNT);
    expect(own('list')).toEqual(['neighborhoods/neighborhoods.json']);
  });

  it.each(SHAPES)('is the same for the same seed as %s', (shape) => {
    expect(textsIn(contentOf(shape, 7))).toEqual(textsIn(contentOf(shape, 7)));
    expect(textsIn(contentOf(shape, 7))).not.toEqual(textsIn(contentOf(shape, 8)));
  });

  it('begins with the same neighborhoods whatever the count', () => {
    expect([...neighborhoods(50)].slice(0, 5)).toEqual([...neighborhoods(5)]);
  });

  it('has equal values to order, and fields that only some have', () => {
    const all = Array.from(neighborhoods(20_000), ({ record }) => record);
    expect(new Set(all.map(({ created_at }) => created_at)).size).toBeLessThan(all.length);
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(all.length);
    const some = all.filter(({ speed_limit }) => speed_limit !== undefined).length;
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all.length);
  });

  it('gives every neighborhood a name of its own, and has no more names than that', () => {
    const names = Array.from(neighborhoods(20_000), ({ file }) => path.basename(file));
    expect(new Set(names).size).toBe(names.length);
    expect(() => [...neighborhoods(2 ** 18 + 1)]).toThrow('names for 262144');
  });
});
