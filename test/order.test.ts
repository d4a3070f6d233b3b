import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byPath, inOrder } from '../src/site/order.ts';
import type { SiteFile } from '../src/site/site-file.ts';

const documents = (paths: readonly string[]): SiteFile[] =>
  paths.map((path) => ({ path, body: [] }));
const pathsOf = (all: Iterable<SiteFile>): string[] => [...all].map(({ path }) => path);

// What stands next to a slash, beyond ASCII, and beyond 16 bits.
const path = fc.array(fc.constantFrom('a', 'b', '-', '.', '/', '_', '0', '\u{ff5e}', '\u{1f6b2}'), {
  minLength: 1,
  maxLength: 4,
});
const paths = fc.uniqueArray(
  path.map((parts) => parts.join('')),
  { maxLength: 12 },
);

describe('the order of paths', () => {
  it('is that in which JavaScript compares texts', () => {
    fc.assert(
      fc.property(paths, (all) => {
        const sorted = byPath(all, (one) => one);
        expect([...sorted].sort()).toEqual(sorted);
        expect(new Set(sorted)).toEqual(new Set(all));
      }),
    );
  });

  it('of several streams is that of all they hold', () => {
    fc.assert(
      fc.property(paths, fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }), (all, places) => {
        const sources = [0, 1, 2, 3].map((source) =>
          documents(all.filter((_, at) => places[at] === source).sort()),
        );
        expect(pathsOf(inOrder(sources))).toEqual([...all].sort());
      }),
    );
  });

  it('reads no stream further than it must', () => {
    let read = 0;
    const counted = function* (): Generator<SiteFile> {
      for (const document of documents(['b', 'c', 'd'])) {
        read++;
        yield document;
      }
    };
    const [first, second] = inOrder([documents(['a', 'a1']), counted()]);
    expect([first?.path, second?.path]).toEqual(['a', 'a1']);
    expect(read).toBe(1);
  });
});
