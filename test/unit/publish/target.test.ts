import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../src/publish/build.ts';
import { readSite } from '../../../src/publish/read-site.ts';
import { temporaryPath } from '../../../src/publish/staging.ts';
import { assertTarget } from '../../../src/publish/target.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { manifestOf, OLD, publish, targetWith, writeSite } from '../../support/publishing.ts';
import { filesOf } from '../../support/site-files.ts';
import { thingsApi } from '../../support/things-api.ts';

/** A folder with content, sites, the files of others, and links. */
function folderOfTargets(): string {
  const folder = path.join(temporaryFolder(), 'all');
  for (const name of ['site', 'visited']) writeSite(path.join(folder, name), OLD);
  writeFiles(folder, {
    'content/things/all.json': '[]',
    'site/.DS_Store': 'of a file manager',
    'other-head/manifest.json': manifestOf({ a: 'a' }).replace(/"about".*\n/, ''),
    'other-head/a': 'a',
    'visited/CNAME': 'example.org',
    'cut/manifest.json': '{"generator":"staticrest 0.0.0",',
    'cut/data/old.json': 'old',
    'thesis/thesis.txt': 'years of work',
    'app/manifest.json': '{"name":"an app"}',
    file: 'a file',
  });
  mkdirSync(path.join(folder, 'empty'));
  symlinkSync('empty', path.join(folder, 'link'));
  symlinkSync('nowhere', path.join(folder, 'dangling'));
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
    ['absent', 'absent'],
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
    ['files of others', 'thesis', /contains thesis\.txt, which is not part of a build/],
    ['manifest.json of another program', 'app', /has no complete manifest\.json/],
    ['a site with another file', 'visited', /contains CNAME, which is not part of a build/],
    ['a site with a broken manifest', 'cut', /has no complete manifest\.json/],
    ['a file', 'file', /is not a folder\.$/],
    ['a link', 'link', /is a link, but/],
    ['a link with a slash', 'link/', /is a link, but/],
    ['a link to nowhere', 'dangling', /is a link, but/],
    ['the content', 'site/../content/.', /must not contain each other/],
    ['inside the content', 'content/..dist', /must not contain each other/],
    ['inside the content through a link', 'content-link/dist', /must not contain each other/],
    ['around the content', '', /must not contain each other/],
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

  it.each(['.', '..'])('the current folder or one around it: %s -> rejected', (target) => {
    const content = path.join(folderOfTargets(), 'content');
    expect(() => assertTarget(target, content)).toThrow(/is or contains the current folder/);
  });

  it('a site that holds the content through a link -> rejected', () => {
    const folder = folderOfTargets();
    mkdirSync(path.join(folder, 'site/content'));
    symlinkSync('site/content', path.join(folder, 'shortcut'));
    const check = () => assertTarget(path.join(folder, 'site'), path.join(folder, 'shortcut'));
    expect(check).toThrow(/must not contain each other/);
  });
});

describe('a site that a killed build had set aside', () => {
  it.each<[string, (target: string) => unknown]>([
    ['assertTarget', (target) => assertTarget(target, path.join(target, '../content'))],
    ['readSite', readSite],
  ])('%s -> puts it back', async (_, require) => {
    const target = path.join(temporaryFolder(), 'dist');
    await publish(target, {});
    renameSync(target, temporaryPath(target, 'previous'));
    require(target);
    expect(filesOf(path.dirname(target))).toEqual(['dist/manifest.json']);
  });
});

it('readSite: no site -> says how to make one; another version -> refuses it', () => {
  expect(() => readSite(temporaryFolder())).toThrow(/There is no built site in/);
  expect(() => readSite(targetWith())).toThrow(/was built by staticrest 0\.0\.0/);
});
