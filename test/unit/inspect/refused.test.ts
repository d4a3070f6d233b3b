import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { snapshot } from '../../../src/inspect/snapshot/snapshot.ts';
import { verifyArchive } from '../../../src/inspect/snapshot/verify.ts';
import { run } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { mayNotMount, mountMemory } from '../../support/mount.ts';
import { shippedSite } from '../../support/shipped-site.ts';
import { oddSite } from './odd-things.ts';

const PAGE = 4096;

let old: Buffer;
let pages = 0;
beforeAll(async () => {
  const odd = await oddSite();
  const out = odd.folder;
  old = readFileSync((await snapshot({ site: odd.site, out, withSite: false })).file);
  const { bytes } = await snapshot({ site: shippedSite(), out, withSite: false });
  pages = Math.ceil(bytes / PAGE);
  odd.remove();
});

/** A disk with this number of pages. */
function diskOf(count: number): string {
  const disk = path.join(temporaryFolder(), 'disk');
  mountMemory(disk, `size=${count * PAGE}`);
  return disk;
}

const packed = (out: string) => snapshot({ site: shippedSite(), out, withSite: false });

const SIZES: [string, () => number][] = [
  ['a page too small', () => pages - 1],
  ['two pages too small', () => pages - 2],
  ['half as large as needed', () => Math.floor(pages / 2)],
  ['of a single page', () => 1],
];

describe.skipIf(mayNotMount())('a disk that is', () => {
  it.each(SIZES)('%s: an error, and nothing is left', async (_, size) => {
    const disk = diskOf(size());
    await expect(packed(disk)).rejects.toThrow(/^ENOSPC: .*'.*\.tar\.gz'$/);
    expect(readdirSync(disk)).toEqual([]);
  });

  it.each(SIZES)('%s, with an older snapshot: that is left as it was', async (_, size) => {
    const disk = diskOf(size() + Math.ceil(old.length / PAGE));
    const file = path.join(disk, 'mine.tar.gz');
    writeFileSync(file, old);
    await expect(packed(file)).rejects.toMatchObject({ code: 'ENOSPC', syscall: 'write' });
    expect(readdirSync(disk)).toEqual(['mine.tar.gz']);
    expect(readFileSync(file).equals(old)).toBe(true);
  });

  it('just large enough: the snapshot is whole', async () => {
    const { file, bytes } = await packed(diskOf(pages));
    expect(readFileSync(file)).toHaveLength(bytes);
    expect((await verifyArchive(file)).faults).toEqual([]);
  });

  it.each(SIZES)('%s: the command says so in a line', async (_, size) => {
    const disk = diskOf(size());
    const { code, stdout, stderr } = await run(['snapshot', shippedSite(), '--out', disk], {
      cwd: disk,
    });
    expect(stderr).toMatch(/^The disk is full: ENOSPC: [^\n]*\.tar\.gz'; nothing was written\.\n$/);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(readdirSync(disk)).toEqual([]);
  });

  it('read-only: the command says so in a line', async () => {
    const disk = path.join(temporaryFolder(), 'disk');
    mountMemory(disk, 'ro');
    const call = await run(['snapshot', shippedSite(), '--out', disk], { cwd: temporaryFolder() });
    expect(call).toMatchObject({ code: 1, stdout: '' });
    expect(call.stderr).toMatch(
      /^The file system is read-only: EROFS: [^\n]*; nothing was written\.\n$/,
    );
  });
});

/** Runs the command as an unprivileged user; our code is loaded while it may still be read. */
function runAsUser(site: string, out: string) {
  const [command, report] = ['snapshot', 'report'].map((name) =>
    pathToFileURL(path.resolve(`lib/cli/${name}.js`)),
  );
  const source = `
    import { snapshotCommand } from '${command}';
    import { report } from '${report}';
    if (process.getuid?.() === 0) {
      process.setgroups([65534]);
      process.setgid(65534);
      process.setuid(65534);
    }
    const [site, out] = process.argv.slice(-2);
    await snapshotCommand(site, { out, site: false }).catch((error) => {
      process.exitCode = report(error);
    });`;
  const args = ['--input-type=module', '--eval', source, '--', site, out];
  return spawnSync(process.execPath, args, { cwd: '/', encoding: 'utf8' });
}

describe('what the system does not permit', () => {
  const CASES: [string, (folder: string) => string][] = [
    ['to write into a folder', (folder) => folder],
    ['to read what is to be replaced', (folder) => path.join(folder, 'mine.tar.gz')],
  ];
  it.each(CASES)('%s: the command says so in a line', async (_, out) => {
    const [odd, folder] = [await oddSite(), temporaryFolder()];
    onTestFinished(odd.remove);
    chmodSync(odd.folder, 0o755);
    writeFileSync(path.join(folder, 'mine.tar.gz'), old, { mode: 0 });
    chmodSync(folder, 0o555);
    const { status, stdout, stderr } = runAsUser(odd.site, out(folder));
    chmodSync(folder, 0o755);
    expect(stderr).toMatch(/^Permission denied: EACCES: [^\n]*; nothing was written\.\n$/);
    expect(stderr).toContain(folder);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(readdirSync(folder)).toEqual(['mine.tar.gz']);
  });
});
