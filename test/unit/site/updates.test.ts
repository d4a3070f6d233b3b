import { expect, it } from 'vitest';
import { MAX_UPDATES, newestUpdates } from '../../../src/site/updates.ts';

it.each<[string, (index: number) => number]>([
  ['ascending', (index) => index],
  ['descending', (index) => 999 - index],
  ['mixed, with equal ones', (index) => (index * 7919) % 83],
])('the newest of 1,000 times: %s -> as by a sort of all', (_, secondOf) => {
  const timeOf = (index: number) => Date.UTC(2020, 0, 1) + 1000 * secondOf(index);
  const records = Array.from({ length: 1000 }, (_, key) => ({
    key,
    value: { at: key % 10 === 0 ? 'never' : new Date(timeOf(key)).toISOString() },
  }));
  const sorted = records
    .filter(({ key }) => key % 10 !== 0)
    .sort((a, b) => timeOf(b.key) - timeOf(a.key) || a.key - b.key);
  const definition = { updated: 'at' } as Parameters<typeof newestUpdates>[0]['definition'];
  const found = newestUpdates({
    definition,
    records,
    indicesByAlias: new Map(),
    labels: new Map(),
  });
  expect(found.map(({ record }) => record.key)).toEqual(
    sorted.slice(0, MAX_UPDATES).map(({ key }) => key),
  );
});
