import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Api, defineApi, defineCollection } from '../../../src/api/definition.ts';
import { build } from '../../../src/build/build.ts';
import { z } from '../../../src/index.ts';
import { writeFiles } from '../../support/folder.ts';

/** Records with values that are difficult in a table. */
export const oddThings = [
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

/** The cells of each record in the CSV; a null or absent value is an empty cell. */
export const oddRows = oddThings.map(({ id, text, note, place, tags, open }) => ({
  id: String(id),
  text,
  note: note ?? '',
  'place.code': place.code,
  'place.spot.lat': place.spot ? String(place.spot.lat) : '',
  'place.spot.lon': place.spot ? String(place.spot.lon) : '',
  tags: tags ? JSON.stringify(tags) : '',
  open: open === undefined ? '' : String(open),
}));

/** The last name has the maximum length of a key: the path of its item needs an extended tar header. */
export const oddNames = ['b', 'a', 'n'.repeat(200)];

const oddApi: Api = defineApi({
  name: 'Ödd “things”, & more',
  description: 'Things that are hard on a table.',
  sources: [
    { name: 'A dream', url: 'https://example.org/', licence: 'CC0-1.0', gives: 'it | all' },
  ],
  collections: [
    defineCollection({
      name: 'things',
      title: 'Thing List',
      description: 'Odd things.',
      schema: z.object({
        id: z.int().describe('Its number.'),
        text: z.string(),
        note: z.string().nullable(),
        place: z.object({
          code: z.string().describe('Where | it is.'),
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
      name: 'names',
      title: 'Name List',
      description: 'Names and nothing else.',
      schema: z.object({ name: z.string() }),
      key: 'name',
    }),
    defineCollection({
      name: 'nothing',
      title: 'Nothing',
      description: 'No records at all.',
      schema: z.object({ id: z.int() }),
      key: 'id',
      pagination: { limits: [2], default: 2 },
    }),
  ],
});

/** Builds the site of these records in the folder `dist` of a temporary folder; the caller removes it. */
export async function oddSite(base = 'https://me.github.io/odd') {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-odd-'));
  const [content, site] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  mkdirSync(content);
  writeFiles(content, {
    'things/all.json': JSON.stringify(oddThings),
    'names/all.json': JSON.stringify(oddNames.map((name) => ({ name }))),
    'nothing/all.json': '[]',
  });
  await build({ api: oddApi, content, out: site, base });
  return { folder, site, remove: () => rmSync(folder, { recursive: true }) };
}
