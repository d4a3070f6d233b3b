import path from 'node:path';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { build } from '../../../src/publish/build.ts';
import { titled } from '../../support/definition.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

/** Records with values that are difficult to write as a table. */
export const THINGS = [
  { id: 1, text: 'a,b', note: 'say "hi"', place: { code: 'X', spot: { lat: 1.5, lon: -2e-7 } } },
  { id: 2, text: 'two\nlines', note: '', place: { code: '', spot: null }, tags: [] },
  { id: 3, text: 'cr\rhere', note: null, place: { code: 'null', spot: null }, tags: ['a', 'b"c'] },
  { id: 4, text: '', note: ' ', place: { code: '0123', spot: { lat: 0, lon: 1e21 } }, open: true },
  {
    id: 5,
    text: 'zażółć 東京 🚲 e\u0301',
    note: "O'Neil \\ `x` | y",
    place: { code: '=1+1', spot: null },
  },
  { id: 6, text: '\ttab', note: '\ufeffbom', place: { code: 'NA', spot: null }, open: false },
];

/** The first name has the maximum length of a key: the path of its item needs an extended tar header. */
export const NAMES = ['n'.repeat(200), 'b', 'a'];

const api = defineApi({
  name: 'Ödd “things”, & more',
  description: 'Things that are <i>difficult</i> to write as a table.\n\n# [Read](javascript:x)',
  sources: [
    { name: 'A dream', url: 'https://example.org/', licence: 'CC0-1.0', data: 'it | <b>all</b>' },
  ],
  collections: [
    defineCollection({
      ...titled('things'),
      schema: z.object({
        id: z.int().describe('Its number.'),
        text: z.string(),
        note: z.string().nullable(),
        place: z.object({
          code: z.string().describe('Where | it *is*.'),
          spot: z.object({ lat: z.number(), lon: z.number() }).nullable(),
        }),
        tags: z.array(z.string()).optional(),
        open: z.boolean().optional(),
      }),
      key: 'id',
      orderings: { text: { field: 'text', kind: 'text' } },
      pagination: { limits: [2, 4], default: 2 },
    }),
    defineCollection({
      ...titled('names'),
      schema: z.object({ name: z.string() }),
      key: 'name',
    }),
    defineCollection({
      ...titled('nothing'),
      schema: z.object({ id: z.int() }),
      key: 'id',
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

/** Builds the site of these records in a temporary folder. */
export async function difficultSite(base = 'https://me.github.io/odd') {
  const folder = temporaryFolder();
  const [content, site] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  writeFiles(content, {
    'things/all.json': JSON.stringify(THINGS),
    'names/all.json': JSON.stringify(NAMES.map((name) => ({ name }))),
    'nothing/all.json': '[]',
  });
  await build({ api, content, out: site, base });
  return { folder, site };
}
