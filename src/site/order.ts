import type { SiteFile } from './site-file.ts';

/** Values in the order of their paths, by UTF-16 code units as in a manifest. */
export const byPath = <T>(values: Iterable<T>, pathOf: (value: T) => string): T[] =>
  [...values]
    .map((value) => ({ value, path: pathOf(value) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ value }) => value);

/**
 * Several streams of files as one, in the order of their paths.
 * @param sources each in that order; none is read further than needed
 */
export function* inOrder(sources: readonly Iterable<SiteFile>[]): Generator<SiteFile> {
  const heads = sources.flatMap((source) => {
    const rest = source[Symbol.iterator]();
    const { value } = rest.next();
    return value ? [{ file: value as SiteFile, rest }] : [];
  });
  while (heads.length > 0) {
    const first = heads.reduce((a, b) => (b.file.path < a.file.path ? b : a));
    yield first.file;
    const { value } = first.rest.next();
    if (value) first.file = value;
    else heads.splice(heads.indexOf(first), 1);
  }
}
