/**
 * The worst request of each parameter, at the default limit: the milliseconds of processor in Node, with the site in
 * memory and warm, and how many times those of a search of one word they are.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answer, openSite } from '../lib/answer.bundle.js';
import { figure, root, scratchFolder } from './scratch.mjs';
import { build } from './server.mjs';
import { neighborhoods } from './synthetic.mjs';

const RUNS = 25;
const GOAL = { most: 3 };
const ONE_WORD = 'search, a word of all records';
/** The most characters of a list of values, and of another value. */
const [LIST, VALUE] = [4000, 200];
/** The most different words of a search. */
const WORDS = 8;

const DEFINITION = `
import { defineApi, defineCollection, z } from ${JSON.stringify(path.join(root, 'lib/index.js'))};
const schema = z.object({
  id: z.guid(),
  label: z.string(),
  notes: z.string(),
  size: z.int(),
  at: z.iso.datetime(),
  day: z.iso.date(),
  country: z.string(),
  state: z.string(),
  year: z.int(),
  flag: z.boolean(),
  tags: z.array(z.string()),
  names: z.array(z.string()),
  refs: z.array(z.guid()),
});
const fields = ['id', 'label', 'size', 'at', 'day', 'country', 'state', 'year'];
const places = defineCollection({
  name: 'places',
  title: 'T',
  description: 'D',
  schema,
  key: 'id',
  orderings: Object.fromEntries(
    fields.map((field) => [field, { field, kind: ['size', 'year'].includes(field) ? 'number' : 'code', printed: false }]),
  ),
  filters: Object.fromEntries(
    'id id__in label label__in label__icontains notes__icontains size size__in size__gte at__in at__gt day__in day__lte country__in flag tags tags__in names names__in refs__in'
      .split(' ')
      .map((name) => [name, {}]),
  ),
  search: ['label', 'notes', 'country'],
  pagination: { limits: [20], default: 20 },
});
export default defineApi({ name: 'N', description: 'D', collections: [places] });
`;

const SENTENCE = 'the city and its region are on a river in the north of the country';

/** @returns records with a field of each type that filters compare */
const recordsOf = (count) =>
  Array.from(neighborhoods(count), ({ record }, index) => ({
    id: record.uuid,
    label: record.label,
    notes: `${SENTENCE}, ${record.label} since ${record.created_at.slice(0, 4)}`,
    size: record.population,
    at: record.modified_at,
    day: record.created_at.slice(0, 10),
    country: record.country,
    state: record.state_abbrev ?? '',
    year: Number(record.created_at.slice(0, 4)),
    flag: index % 2 === 0,
    tags: [`t${index % 7}`, `u${index % 50}`],
    names: [record.label, `${record.label} ${index % 9}`],
    refs: [record.uuid, record.last_job ?? record.uuid],
  }));

/** As many values as a list can have. */
function listOf(values) {
  let list = '';
  for (const value of new Set(values)) {
    if (list.length + String(value).length >= LIST) break;
    list += `${list && ','}${value}`;
  }
  return list;
}

/** Texts that no record has, the shortest first. */
const SHORT = Array.from({ length: 1300 }, (_, index) => index.toString(36));
const same = (value) =>
  Array(LIST / (value.length + 1))
    .fill(value)
    .join();

/** Words that few records have, but one has all. */
const pairsOf = (text) =>
  Array.from(text.toLowerCase(), (letter, at) => letter + text.slice(at + 1, at + 2)).filter(
    (pair) => /^[a-z]{2}$/.test(pair),
  );

/** Queries by name. */
function queriesFor(records) {
  const spread = Array.from(
    { length: 400 },
    (_, index) => records[(index * 7919) % records.length],
  );
  const each = (field) => listOf(spread.flatMap((record) => record[field]));
  const words = [...new Set(`${SENTENCE} ${'e a i o n r s t l c d u m p h b'}`.split(' '))];
  const long = records[7].notes.slice(0, VALUE);
  return {
    'search, no record': { search: 'qqq' },
    [ONE_WORD]: { search: 'country' },
    'search, a letter': { search: 'e' },
    'search, words of all records': { search: words.slice(0, WORDS).join(' ') },
    'search, letters': { search: 'e a i o n r s t'.split(' ').slice(0, WORDS).join(' ') },
    'search, pairs of letters': {
      search: [...new Set(pairsOf(records[7].label))].slice(0, WORDS).join(' '),
    },
    'search, a word often': { search: 'a '.repeat(100).trim() },
    'search, a long word': { search: 'r'.repeat(VALUE) },
    'contains, long': { notes__icontains: long.slice(1) },
    'contains, a letter': { notes__icontains: 'e' },
    equals: { label: records[9].label },
    'equals, a list': { names: records[9].label },
    'in, texts': { label__in: each('label') },
    'in, a text often': { label__in: same('a') },
    'in, short texts': { label__in: listOf(SHORT) },
    'in, spaces': { label__in: `a${' '.repeat(LIST - 2)}b` },
    'in, few values': { country__in: listOf(SHORT) },
    'in, a list': { tags__in: listOf(SHORT) },
    'in, a value of a list often': { tags__in: same('a') },
    'in, a long list': { names__in: each('names') },
    'in, a long list, short texts': { names__in: listOf(SHORT) },
    'in, numbers': { size__in: each('size') },
    'in, short numbers': { size__in: listOf(SHORT.keys()) },
    'in, times': { at__in: each('at') },
    'in, days': { day__in: each('day') },
    'in, UUIDs': { id__in: each('id') },
    'in, a list of UUIDs': { refs__in: each('refs') },
    'equals, flag': { flag: 'true' },
    above: { at__gt: '2018-01-01' },
    least: { size__gte: '0' },
    most: { day__lte: '2030-01-01' },
    ordering: { ordering: 'label' },
    'ordering, all': { ordering: 'state,country,year,day,at,size,label,id' },
    'ordering, all, filtered': {
      ordering: '-year,state,country,day,at,size,label,id',
      flag: 'true',
    },
    'ordering, refused': { ordering: 'label,'.repeat(2000) },
    offset: { offset: String(records.length - 5) },
    'offset, filtered': { offset: String(records.length - 5), size__gte: '0', ordering: '-label' },
    'unknown names': Object.fromEntries(
      SHORT.concat(SHORT.map((one) => `x${one}`)).map((one) => [one, '']),
    ),
  };
}

const scratch = scratchFolder();
const api = path.join(scratch, 'api.mjs');
writeFileSync(api, DEFINITION);
for (const count of [2620, 100_000]) {
  const records = recordsOf(count);
  const [content, out] = ['content', 'dist'].map((name) => path.join(scratch, `${name}-${count}`));
  mkdirSync(path.join(content, 'places'), { recursive: true });
  writeFileSync(
    path.join(content, 'places/all.jsonl'),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
  await build(content, out, '--api', api, '--host', 'node', '--base-url', 'https://example.org');
  const files = new Map();
  const read = async (file) => {
    if (!files.has(file)) files.set(file, new Uint8Array(readFileSync(path.join(out, file))));
    return files.get(file);
  };
  const site = await openSite(read);
  const queries = Object.entries(queriesFor(records));
  for (const [, query] of queries) await measure(site, query);
  const word = await measure(site, Object.fromEntries(queries)[ONE_WORD]);
  console.log(`${count} records`);
  for (const [name, query] of queries) {
    const time = await measure(site, query);
    const ratio = figure('ratio', time / word, GOAL);
    console.log(`  ${name.padEnd(34)}${time.toFixed(2).padStart(9)} ms  ${ratio}`);
  }
}

/** The milliseconds of an answer whose files are in memory. */
async function measure(site, query) {
  const url = `https://example.org/api/places/?${new URLSearchParams(query)}`;
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    const response = await answer(new Request(url), site);
    await response.arrayBuffer();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
