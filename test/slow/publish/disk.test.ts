import { readdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishSite } from '../../../src/publish/publish.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { cannotMount, mountFolder, mountMemory, remount } from '../../support/mount.ts';
import { fileOf, HEAD, NEW, namesNextTo, OLD, publish, textsOf } from '../../support/publishing.ts';

/** A limit of a file system: the option that sets it, and how much of it is used. */
const LIMITS = {
  space: {
    option: (pages: number) => `size=${pages * 4}k`,
    used: (disk: string) => statfsSync(disk).blocks - statfsSync(disk).bfree,
  },
  files: {
    option: (files: number) => `nr_inodes=${files}`,
    used: (disk: string) => statfsSync(disk).files - statfsSync(disk).ffree,
  },
};

/** Enough for two sites. */
const ROOM = 'size=16m,nr_inodes=4k';

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

  it.each(Object.entries(LIMITS))(
    'becomes full (%s) -> the old site stays; room again -> the new site',
    async (_, { option, used }) => {
      const first = await newDisk();
      const before = used(first.disk);
      let needed = 0;
      const measure = () => {
        needed = used(first.disk);
      };
      const makeSite = async () => ({ head: HEAD, files: () => FILES });
      await publishSite(first.target, makeSite, measure);
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
    },
  );

  it.each<[string, (target: string, site: string) => void]>([
    ['an empty disk', (target) => mountMemory(target, 'size=1m')],
    ['a site', (target, site) => mountFolder(site, target)],
  ])('is mounted at the target: %s -> rejected, and nothing is changed', async (_, mount) => {
    const folder = temporaryFolder();
    const [target, site] = [path.join(folder, 'dist'), path.join(folder, 'site')];
    await publish(site, OLD);
    mount(target, site);
    const before = readdirSync(folder, { recursive: true });
    await expect(publish(target, NEW)).rejects.toThrow(
      /dist can’t be replaced, because it is a mount point [^\n]*\.$/,
    );
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    expect(textsOf(site)).toEqual(OLD);
  });
});
