import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../src/publish/build.ts';
import { isPublicFile, publicFiles } from '../../../src/publish/public-files.ts';
import { readManifest } from '../../../src/site/manifest.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';
import { servedSite } from '../../support/served.ts';
import { filesOf } from '../../support/site-files.ts';
import { PUBLIC_FILES, versionedApi, versionedSite } from '../../support/small-site.ts';

const write = (folder: string, ...files: string[]) =>
  writeFiles(folder, Object.fromEntries(files.map((file) => [file, 'mine'])));

describe('publicFiles', () => {
  it('no folder, a file, an empty folder -> none', () => {
    const folder = temporaryFolder();
    expect(publicFiles(path.join(folder, 'public'), {})).toEqual([]);
    write(folder, 'a');
    expect(publicFiles(path.join(folder, 'a'), {})).toEqual([]);
    mkdirSync(path.join(folder, 'b'));
    expect(publicFiles(path.join(folder, 'b'), {})).toEqual([]);
  });

  it('files, also hidden ones and links to them -> in the order of their paths', () => {
    const folder = temporaryFolder();
    write(folder, 'b.png', '.well-known/a', 'B/c', 'api-notes/x', 'é 1', '.DS_Store');
    symlinkSync('b.png', path.join(folder, 'link.png'));
    write(folder, '.ENV', '.git/HEAD', 'docs/.secret/a', '.well-known/.x', '_worker.js', 'b.bak');
    const notes: string[] = [];
    const found = publicFiles(folder, { prefix: 'v1' }, notes).map(
      ({ path, body }) => `${path} ${body}`,
    );
    expect(found).toEqual(
      ['.well-known/a', 'B/c', 'api-notes/x', 'b.bak', 'b.png', 'link.png', 'é 1'].map(
        (one) => `${one} mine`,
      ),
    );
    const leftOut = ['.ENV', '.git/HEAD', '.well-known/.x', '_worker.js', 'docs/.secret/a'];
    expect(notes).toEqual([`Left out: hidden files of public/: ${leftOut.join(', ')}.`]);
    for (const file of leftOut) expect(isPublicFile(folder, file)).toBe(false);
  });

  it('a link to a folder elsewhere -> refused; to one beside it -> its files', () => {
    const [project, other] = [temporaryFolder(), temporaryFolder()];
    const folder = path.join(project, 'public');
    for (const target of [other, path.join(project, 'static')]) write(target, 'a');
    symlinkSync(other, folder);
    expect(() => publicFiles(folder, {})).toThrow(
      `${folder}/a can’t be part of the site: its folder is a link to a place outside`,
    );
    expect(isPublicFile(folder, 'a')).toBe(false);
    rmSync(folder);
    symlinkSync('static', folder);
    expect(publicFiles(folder, {})).toHaveLength(1);
  });

  it.each([
    ['a file of the site', 'index.html', 'index.html'],
    ['in other letters', 'Index.HTML', 'index.html'],
    ['a folder called as a file', 'feed.xml/a', 'feed.xml'],
    ['a file called as a folder', 'data', 'data/'],
    ['the data', 'Data/x.json', 'data/'],
    ['the downloads', 'downloads/a.csv', 'downloads/'],
    ['the files of hosts', '_hosts/a', '_hosts/'],
    ['a file of a host in the folder of the site', '_redirects', '_redirects'],
    ['the guide of a host', 'README.md', 'README.md'],
    ['the API', 'api/v2/a.json', 'api/v2/'],
    ['a file where its folder is', 'api', 'api/v2/'],
    ['internal locations', 'api/v2-answer/a', 'api/v2-answer/'],
  ])('%s -> refused', (_, file, own) => {
    const folder = temporaryFolder();
    write(folder, file, 'zzz.txt');
    expect(() => publicFiles(folder, { prefix: 'api/v2' })).toThrow(
      `${folder}/${file} can’t be part of the site: the site has ${own}. Rename it, or put it into a folder: `,
    );
  });

  it.each<[string, (file: string) => void]>([
    ['a pipe', makePipe],
    ['a link to a folder', (file) => symlinkSync('.', file)],
    ['a link to nothing', (file) => symlinkSync('nowhere', file)],
    ['a link to a file elsewhere', (file) => symlinkSync(path.resolve('package.json'), file)],
  ])('%s -> refused', (_, make) => {
    const folder = temporaryFolder();
    make(path.join(folder, 'x'));
    expect(() => publicFiles(folder, {})).toThrow('it is a pipe, a socket or a device, or a link');
  });

  it.each([
    ['touch', 'a\\\\b'],
    ['touch', 'c:d'],
    ['touch', 'a\\377'],
    ['mkdir', 'a\\377'],
  ])('a name that cannot be used: %s %s -> refused', (program, name) => {
    const folder = temporaryFolder();
    execFileSync('sh', ['-c', `cd "$0"; ${program} "$(printf '${name}')"`, folder]);
    expect(() => publicFiles(folder, {})).toThrow('can’t be part of the site: its name is not');
  });
});

describe('a site with public files', () => {
  it('they are in the manifest, a second build changes nothing, and previews send them', async () => {
    const { folder } = await versionedSite();
    expect(filesOf(folder)).toEqual(expect.arrayContaining(Object.keys(PUBLIC_FILES)));
    const before = readManifest(folder);
    await versionedSite({ out: folder });
    expect(readManifest(folder)).toEqual(before);
    for (const options of [{}, { plain: true }]) {
      const { send } = await servedSite(folder, options);
      for (const [file, type] of Object.entries(PUBLIC_FILES)) {
        const { status, headers, body } = await send(
          `/small/${encodeURI(file).replace(/index\.html$/, '')}?x=1`,
        );
        expect([status, headers['content-type'], String(body)]).toEqual([200, [type], file]);
      }
      for (const file of ['_hosts/nginx/http.conf', 'nothing.png', '%zz', '..%2fcontent']) {
        expect((await send(`/small/${file}`)).status, file).toBe(
          file.startsWith('_') && 'plain' in options ? 200 : 404,
        );
      }
    }
  });

  it('a build to public/ -> a site that is not copied into itself', async () => {
    const folder = temporaryFolder();
    const [out, content] = [path.join(folder, 'public'), path.join(folder, 'content')];
    const options = { api: versionedApi, content, base: 'https://a.org', allowRemoval: true };
    write(content, ...versionedApi.collections.map(({ name }) => `${name}/README.md`));
    await build({ ...options, out });
    await build({ ...options, out: path.join(folder, 'dist') });
    expect(filesOf(out)).toEqual(filesOf(path.join(folder, 'dist')));
  });
});
