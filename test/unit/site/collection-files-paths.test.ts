import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import { queryOfPath } from '../../../src/core/path-address.ts';
import { openSiteFolder } from '../../../src/server/site-folder.ts';
import { filesOf } from '../../support/site-files.ts';
import { smallSite, WORDS } from '../../support/small-site.ts';

/** The parts of a page that depend on how it is requested. */
const withoutLinks = (body: string): string =>
  body.replace(/^(\{"count":\d+),"next":.*?,"previous":.*?,"results":/, '$1,"results":');

const linksIn = (body: string): (string | null)[] => {
  const [head = ''] = body.split('\n');
  if (!head.startsWith('{"count"')) return [];
  const { next, previous } = JSON.parse(`${head}]}`);
  return [next, previous];
};

/** The small site, its files below `api/`, and the answers of code. */
async function smallPaths() {
  const { folder } = await smallSite({ host: 'files' });
  const site = openSiteFolder(folder);
  return {
    base: site.grid.base,
    paths: filesOf(folder).filter((file) => file.startsWith('api/')),
    read: (file: string) => readFileSync(path.join(folder, file), 'utf8'),
    compose: async (target: string) =>
      (await answer(new Request(`${site.grid.base}/${target}`), site)).text(),
  };
}

describe('a site for hosts of plain files', () => {
  it('each page, list and record by path -> the bytes that code composes, but for the links', async () => {
    const { paths, read, compose } = await smallPaths();
    let hashes = 0;
    for (const file of paths.filter((one) => one !== 'api/index.json')) {
      const target = queryOfPath('api/', file);
      if (target === null) hashes++;
      else expect(withoutLinks(read(file)), file).toBe(withoutLinks(await compose(target)));
    }
    expect(hashes).toBe(2);
  });

  it('links lead to the file for the same page as those by query', async () => {
    const { base, paths, read, compose } = await smallPaths();
    /** A link by path, or by query, as a sorted query; offset 0 is left out in paths. */
    const queryOf = (link: string | null): string | undefined => {
      const path = link?.endsWith('.json') ? link.slice(base.length + 1) : null;
      if (path !== null) expect(paths).toContain(path);
      const target = path === null ? link : queryOfPath('api/', path);
      const pairs = target?.split('?')[1]?.split('&').sort();
      return pairs?.filter((pair) => pair !== 'offset=0').join('&');
    };
    const pages = paths.filter((file) => /^api\/(?:cities|lakes|rivers)(?:\/.*\/|\.)/.test(file));
    const links = pages.map((file) => linksIn(read(file)).map(queryOf));
    const expected: typeof links = [];
    for (const file of pages) {
      expected.push(linksIn(await compose(queryOfPath('api/', file) ?? '')).map(queryOf));
    }
    expect(links).toEqual(expected);
    // Those of lakes have one without parameters.
    expect(links.flat().filter(Boolean)).toHaveLength(36 + 92 - 1);
  });

  it('files -> the definition’s grid without formats, and each record', async () => {
    const { paths } = await smallPaths();
    const count = (pattern: RegExp) => paths.filter((file) => pattern.test(file)).length;
    // The first page without a limit, then those of 2, of 3 and of all records.
    const pages = (records: number) => 2 + Math.ceil(records / 2) + Math.ceil(records / 3);
    const partitions = [3, 2, 3, 2, 2, 1, 1, 1];
    const sum = partitions.reduce((total, records) => total + pages(records), 0);
    expect({
      words: count(/^api\/words\/[^/]+$/),
      rivers: count(/^api\/rivers/),
      cities: count(/^api\/cities(?!\/area)/),
      filtered: count(/^api\/cities\/area/),
      lakes: count(/^api\/lakes/),
    }).toEqual({
      words: WORDS.length,
      rivers: 1 + 2 + 1 + 3,
      cities: 3 * pages(5) + 5,
      filtered: 2 * sum,
      // Pages with numbers: of the default size, of 1 and of 4; each record; those of two filters.
      lakes: 3 * (3 + 11 + 3) + 11 + 2 * (2 + 2),
    });
  });

  it('the index -> the addresses by path', async () => {
    const { base, read } = await smallPaths();
    expect(JSON.parse(read('api/index.json'))).toEqual(
      Object.fromEntries(
        ['countries', 'cities', 'lakes', 'rivers', 'words'].map((name) => [
          name,
          `${base}/api/${name}.json`,
        ]),
      ),
    );
  });
});
