import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../src/publish/build.ts';
import { assertReplaceable, assertTarget } from '../../../src/publish/target.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { manifestOf, OLD, targetWith, writeSite } from '../../support/publishing.ts';
import { thingsApi } from '../../support/things-api.ts';

/** A folder with content, sites, the files of others, and links. */
function folderOfTargets(): string {
  const folder = path.join(temporaryFolder(), 'all');
  writeSite(path.join(folder, 'site'), OLD);
  writeFiles(folder, {
    'content/things/all.json': '[]',
    'other-head/manifest.json': manifestOf({ a: 'a' }).replace(/"about".*\n/, ''),
    'other-head/a': 'a',
    'app/manifest.json': '{"name":"an app"}',
    'public/x': 'x',
    file: 'a file',
  });
  mkdirSync(path.join(folder, 'empty/folder'), { recursive: true });
  symlinkSync('empty', path.join(folder, 'link'));
  symlinkSync('content', path.join(folder, 'content-link'));
  return folder;
}

/** The names below a folder, with the text of each file; links are not followed. */
const entriesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .map((file) => `${file} ${lstatSync(file).isFile() ? readFileSync(file, 'utf8') : ''}`)
    .sort();

describe('assertTarget', () => {
  it.each([
    ['absent, in an absent folder', 'a/b/dist'],
    ['empty', 'empty'],
    ['a site', 'site/'],
    ['a site whose manifest has another head, of another version', 'other-head'],
    ['a name that begins like that of the content', 'content-of-old'],
    ['a name that begins with two dots', '..dist'],
  ])('%s -> accepted', (_, target) => {
    const folder = folderOfTargets();
    expect(() => assertTarget(`${folder}/${target}`, path.join(folder, 'content'))).not.toThrow();
  });

  it.each([
    ['manifest.json of another program', 'app', /contains manifest\.json, which is not in the/],
    ['a file', 'file', /is a file, but/],
    ['a link with a slash', 'link/', /is a link, but/],
    ['the content', 'site/../content/.', /must not be in/],
    ['inside the content', 'content/..dist', /must not be in/],
    ['inside the content through a link', 'content-link/dist', /must not be in/],
    ['around the content', '', /must not be in/],
    ['inside public/', 'public/dist', /must not be in/],
    ['public/ with a file', 'public', /contains x, which is not in the/],
    ['inside a file', 'file/dist', /ENOTDIR|EEXIST/],
    ['a name that leaves no room for a longer one', 'x'.repeat(250), /ENAMETOOLONG/],
  ])('%s -> rejected, and nothing is changed', async (_, target, reason) => {
    const folder = folderOfTargets();
    const before = entriesOf(folder);
    const content = path.join(folder, 'content');
    const out = `${folder}/${target}`;
    const building = build({ api: thingsApi, content, out, base: 'https://example.org' });
    await expect(building).rejects.toThrow(reason);
    expect(entriesOf(folder)).toEqual(before);
  });

  it('around the current folder -> rejected', () => {
    const target = path.dirname(process.cwd());
    expect(() => assertTarget(target, 'content')).toThrow(/contains the current folder/);
  });

  it('a site that holds the content through a link -> rejected', () => {
    const folder = folderOfTargets();
    mkdirSync(path.join(folder, 'site/content'));
    symlinkSync('site/content', path.join(folder, 'shortcut'));
    const check = () => assertTarget(path.join(folder, 'site'), path.join(folder, 'shortcut'));
    expect(check).toThrow(/must not be in/);
  });
});

describe('a site with other files', () => {
  type Change = (site: string) => void;
  const write =
    (file: string, text = 'mine'): Change =>
    (site) =>
      writeFiles(site, { [file]: text });

  it.each<[string, Change, unknown?: string]>([
    ['a file at the top', write('A'), 'A'],
    ['a file in a folder of its own', write('mine/a.txt'), 'mine/a.txt'],
    ['a control character', write('a\u001b'), 'a\u{fffd}'],
    ['an empty folder', (site) => mkdirSync(path.join(site, 'data/mine'))],
    ['a link', (site) => symlinkSync('nowhere', path.join(site, 'data/mine')), 'data/mine'],
    ['a file of a file manager', write('data/desktop.ini')],
    ['what wrangler keeps', write('.wrangler/a/b.txt')],
    ['a copy of a file of a host', write('worker.js', 'code'), 'worker.js'],
  ])('%s', (_, change, unknown) => {
    const site = targetWith({ 'data/b/c.json': 'c', '_hosts/x/worker.js': 'code' });
    change(site);
    const check = expect(() => assertReplaceable(site));
    if (unknown)
      check.toThrow(`contains ${unknown}, which is not in the manifest.json of a build.`);
    else check.not.toThrow();
  });
});
