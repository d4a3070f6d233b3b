import glob from 'fast-glob';
import { expect, it } from 'vitest';
import { bnaApi } from '../../src/bna/bna.ts';
import { renderSite } from '../../src/publish/build.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Shape, writeContent } from '../support/synthetic.mjs';

const COUNT = 150;

it('synthetic content makes the same site as a YAML file per record and as one JSON list', async () => {
  const siteOf = async (shape: Shape) => {
    const content = temporaryFolder();
    writeContent(content, { count: COUNT, shape });
    const written = glob.sync('neighborhoods/**', { cwd: content });
    expect(written).toHaveLength(shape === 'files' ? COUNT : 1);
    const { files } = await renderSite({ api: bnaApi, content, base: 'https://example.org' });
    return new Map(Array.from(files(), ({ path, body }) => [path, Buffer.concat(body).toString()]));
  };
  const [files, list] = [await siteOf('files'), await siteOf('list')];
  expect(files.size).toBeGreaterThan(COUNT);
  expect(list).toEqual(files);
});
