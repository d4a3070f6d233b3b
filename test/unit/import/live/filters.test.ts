import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../../../src/import/field.ts';
import { findFilters, findSearch } from '../../../../src/import/live/filters.ts';
import type { Findings } from '../../../../src/import/live/findings.ts';

const records = ['Berlin', 'Paris', 'Madrid', 'Oslo', 'Rome', 'Lima'].map((name, id) => ({
  id,
  name,
  state: ['CO', 'NY', 'TX'][id % 3] ?? '',
  size: id * 10,
  open: id % 3 === 0,
  note: `near ${['lakes', 'hills'][id % 2]}`,
}));

type Town = (typeof records)[number];

/** What is known of an API that selects its records in a way. */
function findingsOf(select: (town: Town, query: Readonly<Record<string, string>>) => boolean) {
  const fields = Object.keys(records[0] ?? {}).map((name) => fieldOf(name, records, false));
  const findings: Findings = {
    fetchPage: async (query) => ({
      isBare: true,
      records: records.filter((town) => select(town, query)),
    }),
    largePages: {},
    records,
    fields,
    notes: [],
  };
  return findings;
}

const text = (value: string) => value.toLowerCase();

describe('a filter of a live API', () => {
  it.each<
    [how: string, name: string, select: (town: Town, value: string) => boolean, match?: string]
  >([
    ['exact', 'state', ({ state }, value) => state === value, 'equals'],
    ['icontains', 'name', ({ name }, value) => text(name).includes(text(value)), 'contains'],
    ['startswith', 'name', ({ name }, value) => name.startsWith(value)],
    ['iexact', 'state', ({ state }, value) => text(state) === text(value)],
    ['contains, with its case', 'name', ({ name }, value) => name.includes(value)],
    ['a number', 'size', ({ size }, value) => size === Number(value), 'equals'],
    ['a number or more', 'size', ({ size }, value) => size >= Number(value)],
    ['gte', 'size__gte', ({ size }, value) => size >= Number(value), 'min'],
    ['gt, by the name of gte', 'size__gte', ({ size }, value) => size > Number(value)],
    ['a boolean', 'open', ({ open }, value) => String(open) === value, 'equals'],
    ['any value for true', 'open', ({ open }) => open],
    ['ignored', 'state', () => true],
    ['nothing', 'state', () => false],
    ['in', 'state__in', ({ state }, value) => value.split(',').includes(state), 'in'],
  ])('%s: %s', async (_, name, select, match) => {
    const findings = findingsOf(
      (town, query) => !(name in query) || select(town, query[name] ?? ''),
    );
    const found = await findFilters(findings, [[name]]);
    expect(found.get(name)?.match).toBe(match);
  });
});

describe('the search of a live API', () => {
  const words = (query: Readonly<Record<string, string>>) => text(query.search ?? '');

  it.each<[how: string, select: (town: Town, word: string) => boolean, fields: string[]]>([
    ['one field', ({ name }, word) => text(name).includes(word), ['name']],
    ['two fields', ({ name, note }, word) => text(name + note).includes(word), ['name', 'note']],
    ['the start of a field', ({ name }, word) => text(name).startsWith(word), []],
    ['other fields', (_, word) => word !== 'qzxwvkjq', []],
    ['ignored', () => true, []],
  ])('%s', async (how, select, fields) => {
    const findings = findingsOf((town, query) => select(town, words(query)));
    expect(await findSearch(findings)).toEqual(fields);
    expect(findings.notes.length).toBe(fields.length > 0 || how === 'ignored' ? 0 : 1);
  });
});
