import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Api, defineApi, defineCollection } from '../../src/api/definition.ts';
import type { HostName } from '../../src/hosts/host.ts';
import { z } from '../../src/index.ts';
import type { Creator, PostRejection } from '../../src/server/post.ts';
import { builtSite } from './built-site.ts';
import { temporaryFolder } from './folder.ts';
import type { PublishedRecord } from './page-text.ts';
import { SMALL_BASE } from './rendered-site.ts';

/** A small API for tests: `things` in pages of 20 (or 7), ordered by number and by text. */
export const thingsApi: Api = defineApi({
  name: 'Things',
  description: 'Numbered things.',
  formats: ['json', 'api'],
  collections: [
    defineCollection({
      name: 'things',
      title: 'Thing List',
      description: 'Things with a number each.',
      schema: z.object({
        id: z.int(),
        size: z.number().nullable(),
        label: z.string(),
        secret: z.boolean().default(false),
      }),
      key: 'id',
      isPublic: ({ secret }) => !secret,
      published: z.object({ id: z.int(), size: z.number().nullable(), label: z.string() }),
      publish: ({ id, size, label }) => ({ id, size, label }),
      orderings: {
        size: { field: 'size', kind: 'number' },
        label: { field: 'label', kind: 'text' },
      },
      pagination: { limits: [7, 20], default: 20 },
    }),
  ],
});

/** This many things. Every third has no size, and sizes repeat. */
export const things = (count: number): PublishedRecord[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    size: id % 3 === 0 ? null : (id * 7) % 5,
    label: `thing ${(id * 13) % 11}`,
  }));

/** The records of the site below. The first one contains an address of the site. */
export const THINGS: readonly PublishedRecord[] = [
  { id: 0, size: 1, label: `${SMALL_BASE}/api/things/?limit=7&offset=7` },
  ...things(15).slice(1),
];

/**
 * A site of them, which is read only.
 * @param host the only host that it is built for
 */
export async function thingsSite(host?: HostName) {
  const { folder } = await builtSite(thingsApi, { 'things/all.json': THINGS }, host && { host });
  return {
    folder,
    text: (file: string) => readFileSync(path.join(folder, file), 'utf8'),
    /** A copy that the test may change. */
    copy(): string {
      const copied = path.join(temporaryFolder(), 'dist');
      cpSync(folder, copied, { recursive: true, preserveTimestamps: true });
      return copied;
    },
  };
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
