import { expect, it } from 'vitest';
import { hashText } from '../../../src/core/hash.ts';
import { ROOT, STORE_FOLDER } from '../../../src/core/store.ts';
import { numbered, numberedApi } from '../../support/numbered.ts';
import { storedSites } from '../../support/rendered-site.ts';

const filesOf = (items: readonly object[]) => storedSites(numberedApi, { items }).files;
const items = numbered(700);
const files = filesOf(items);

it('the name of every file but the root is the hash and the size of its content', () => {
  const names = [...files.keys()].filter((file) => file !== ROOT);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const body = files.get(name) ?? Buffer.of();
    const stem = `${STORE_FOLDER}${hashText(body)}-${body.length}`;
    expect(name).toMatch(new RegExp(`^${stem}\\.(?:bin|txt)$`));
  }
});

it('the same records in another order, where the default order is a sort -> the same files', () => {
  const others = filesOf(items.toReversed());
  expect(String(others.get(ROOT))).toBe(String(files.get(ROOT)));
  expect([...others.keys()].sort()).toEqual([...files.keys()].sort());
});
