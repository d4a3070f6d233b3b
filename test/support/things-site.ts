import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Creator } from '../../src/server/post.ts';
import type { PostRejection } from '../../src/server/post-rejection.ts';
import { builtSite } from './built-site.ts';
import { temporaryFolder } from './folder.ts';
import type { PublishedRecord } from './page-text.ts';
import { SMALL_BASE } from './rendered-site.ts';
import { things, thingsApi } from './things-api.ts';

/** The records of the site below. The first one contains an address of the site. */
export const THINGS: readonly PublishedRecord[] = [
  { id: 0, size: 1, label: `${SMALL_BASE}/api/things/?limit=7&offset=7` },
  ...things(15).slice(1),
];

/** A site that is built once for the tests of a file. */
export class ThingsSite {
  #root = '';

  constructor() {
    beforeAll(async () => {
      this.#root = mkdtempSync(path.join(os.tmpdir(), 'staticrest-things-'));
      await builtSite(thingsApi, { 'things/all.json': THINGS }, { out: this.folder });
    });
    afterAll(() => rmSync(this.#root, { recursive: true }));
  }

  /** Only read it: the tests share it. */
  get folder(): string {
    return path.join(this.#root, 'dist');
  }

  text(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  /** A copy that the test may change. */
  copy(): string {
    const folder = path.join(temporaryFolder(), 'dist');
    cpSync(this.folder, folder, { recursive: true, preserveTimestamps: true });
    return folder;
  }
}

/** A creator of things that keeps the bodies, and returns a key or throws a rejection. */
export function thingsCreator(result: string | PostRejection = '3') {
  const bodies: string[] = [];
  const creator: Creator = {
    collections: ['things'],
    async create(_, body) {
      bodies.push(String(Buffer.from(body)));
      if (typeof result !== 'string') throw result;
      return result;
    },
  };
  return { bodies, creator };
}
