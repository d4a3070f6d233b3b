import { readdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { cannotMount, mountFolder, mountMemory, remount } from '../../support/mount.ts';
import {
  fileOf,
  HEAD,
  NEW,
  namesNextTo,
  OLD,
  publish,
  publishMade,
  textsOf,
} from '../../support/publishing.ts';

/** The option that limits the space of a file system, in pages, and how many of them are used. */
const option = (pages: number) => `size=${pages * 4}k`;
const used = (disk: string) => statfsSync(disk).blocks - statfsSync(disk).bfree;

/** Enough for two sites. */
const ROOM = 'size=16m';

/** A site of many files; each takes up to four pages. */
const FILES = Array.from({ length: 200 }, (_, index) =>
  fileOf(`data/${1000 + index}.json`, 'x'.repeat(index * 80)),
);

describe.skipIf(cannotMount())('a disk', () => {
  /** A disk with the old site. */
  async function newDisk() {
    const disk = temporaryFolder();
    mountMemory(disk, ROOM);
    const target = path.join(disk, 'dist');
    await publish(target, OLD);
    return { disk, target };
  }

  it('becomes full -> the old site stays; room again -> the new site', async () => {
    const first = await newDisk();
    const before = used(first.disk);
    let needed = 0;
    const measure = () => {
      needed = used(first.disk);
    };
    const makeSite = async () => ({ head: HEAD, files: () => FILES });
    await publishMade(first.target, makeSite, {}, measure);
    const missing = [1, 3, ...[0.3, 0.6, 0.9].map((part) => part * (needed - before))];
    const rendered = [];
    for (const amount of missing) {
      const { disk, target } = await newDisk();
      remount(disk, option(needed - Math.floor(amount)));
      let count = 0;
      const files = function* () {
        count = 0;
        for (const file of FILES) {
          count++;
          yield file;
        }
      };
      await expect(publish(target, { [Symbol.iterator]: files })).rejects.toMatchObject({
        code: 'ENOSPC',
      });
      rendered.push(count);
      expect(textsOf(target)).toEqual(OLD);
      expect(namesNextTo(target)).toEqual([]);
      remount(disk, ROOM);
      await publish(target, FILES);
      expect(Object.keys(textsOf(target))).toHaveLength(FILES.length);
      expect(namesNextTo(target)).toEqual([]);
    }
    // Each disk was full at another step, the first one at the last file or the manifest.
    expect(rendered[0]).toBe(FILES.length);
    expect(new Set(rendered).size).toBeGreaterThan(3);
  });

  it('a site is mounted at the target -> rejected, and nothing is changed', async () => {
    const folder = temporaryFolder();
    const [target, site] = [path.join(folder, 'dist'), path.join(folder, 'site')];
    await publish(site, OLD);
    mountFolder(site, target);
    const before = readdirSync(folder, { recursive: true });
    await expect(publish(target, NEW)).rejects.toThrow(
      /dist can’t be replaced, because it is a mount point [^\n]*\.$/,
    );
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    expect(textsOf(site)).toEqual(OLD);
  });
});
