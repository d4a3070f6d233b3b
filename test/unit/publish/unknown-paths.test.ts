import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { unknownPaths } from '../../../src/publish/unknown-paths.ts';
import { findManifest } from '../../../src/site/manifest.ts';
import { writeFiles } from '../../support/folder.ts';
import { targetWith } from '../../support/publishing.ts';

/** A site with a file in a folder, and the files of hosts. */
const siteFolder = () =>
  targetWith({
    ...{ 'data/a.json': 'a', 'data/b/c.json': 'c' },
    ...{ '_hosts/x/worker.js': 'code', '_hosts/y/worker.js': 'other' },
  });

type Change = (at: (name: string) => string, site: string) => void;
const write =
  (...files: string[]): Change =>
  (_, site) =>
    writeFiles(site, Object.fromEntries(files.map((file) => [file, 'mine'])));

it.each<[string, Change, unknown: string[]]>([
  ['nothing', () => {}, []],
  ['several -> sorted', write('data/z', 'z', 'data/b/z', 'A'), ['A', 'data/b/z', 'data/z', 'z']],
  ['a file among those of a host', write('_hosts/x/my.conf'), ['_hosts/x/my.conf']],
  ['a folder -> its files', write('mine/a.txt', 'mine/b/c.txt'), ['mine/a.txt', 'mine/b/c.txt']],
  ['an empty folder', (at) => mkdirSync(at('data/mine')), []],
  ['a link', (at) => symlinkSync('nowhere', at('data/mine')), ['data/mine']],
  ['files of file managers', write('.DS_Store', 'data/b/Thumbs.db', 'data/desktop.ini'), []],
  ['a link called like one', (at) => symlinkSync('data', at('Thumbs.db')), ['Thumbs.db']],
  ['what wrangler keeps', write('.wrangler/a/b.txt'), []],
  ['a copy of a file of a host', (_, site) => writeFiles(site, { 'worker.js': 'code' }), []],
  ['an edited copy of a file of a host', write('worker.js'), ['worker.js']],
  [
    'such a copy below',
    (_, site) => writeFiles(site, { 'data/worker.js': 'code' }),
    ['data/worker.js'],
  ],
  [
    'a link instead of a folder',
    (at, site) => {
      renameSync(at('data'), `${site}-data`);
      symlinkSync(`${site}-data`, at('data'));
    },
    ['data'],
  ],
  ['no manifest -> the top', (at) => rmSync(at('manifest.json')), ['_hosts', 'data']],
])('%s', (_, change, unknown) => {
  const site = siteFolder();
  change((name) => path.join(site, name), site);
  expect(unknownPaths(site, findManifest(site))).toEqual(unknown);
});
