import { describe, expect, it } from 'vitest';
import { nameOf, OutdatedError, PartCache, readStored } from '../../../src/core/store.ts';

const MIB = 2 ** 20;

/** The ids that a cache of 16 MiB has after some steps: `a 6` adds so many MiB, `a` is a use. */
function keptAfter(...steps: readonly string[]): string {
  const cache = new PartCache();
  const ids = new Set<string>();
  for (const step of steps) {
    const [id = '', size] = step.split(' ');
    ids.add(id);
    if (size) cache.add(id, step, Number(size) * MIB);
    else cache.get(id);
  }
  return [...ids].filter((id) => cache.get(id) !== undefined).join('');
}

describe('PartCache', () => {
  it.each([
    ['what fits', ['a 6', 'b 10'], 'ab'],
    ['too much: not the first', ['a 6', 'b 10', 'c 1'], 'bc'],
    ['too much: not the least recently used', ['a 6', 'b 6', 'a', 'c 6'], 'ac'],
    ['as many as must go', ['a 6', 'b 6', 'c 12'], 'c'],
    ['added again: counted once', ['a 6', 'a 6', 'a 6', 'b 10'], 'ab'],
    ['added again with another size', ['a 6', 'b 1', 'a 15'], 'ab'],
    ['more than all: nothing of it', ['a 17', 'b 1'], 'b'],
  ])('%s', (_, steps, kept) => expect(keptAfter(...steps)).toBe(kept));

  it('gives what was added last', () => {
    const cache = new PartCache();
    cache.add('a', 1, 1);
    cache.add('a', 2, 1);
    expect([cache.get('a'), cache.get('b')]).toEqual([2, undefined]);
  });
});

describe('readStored', () => {
  const body = Buffer.from('text');
  const name = nameOf(body, '.txt');
  it('gives the file of the name', async () => {
    const read = async (file: string) => (file === `data/store/${name}` ? body : null);
    expect(await readStored(read, name)).toBe(body);
  });
  it.each([`../${name}`, `${name}/../../x`])('%s -> nothing is read', (other) =>
    expect(readStored(expect.unreachable, other)).rejects.toThrow(OutdatedError),
  );
  it('other bytes of another size are an error', async () => {
    const longer = readStored(async () => Buffer.from('texts'), name);
    await expect(longer).rejects.toThrow(OutdatedError);
  });
});
