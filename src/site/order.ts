import type { SiteFile } from './site-file.ts';

/** Documents in the order of their paths, by UTF-16 code units as a manifest has them. */
export const byPath = <T>(values: Iterable<T>, pathOf: (value: T) => string): T[] =>
  [...values]
    .map((value) => ({ value, path: pathOf(value) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ value }) => value);

/**
 * Several streams of documents as one, in the order of their paths.
 * @param sources each in that order; none is read further than it must be
 */
export function* inOrder(sources: readonly Iterable<SiteFile>[]): Generator<SiteFile> {
  const heads = sources.flatMap((source) => {
    const rest = source[Symbol.iterator]();
    const { value } = rest.next();
    return value ? [{ document: value as SiteFile, rest }] : [];
  });
  while (heads.length > 0) {
    const first = heads.reduce((a, b) => (b.document.path < a.document.path ? b : a));
    yield first.document;
    const { value } = first.rest.next();
    if (value) first.document = value;
    else heads.splice(heads.indexOf(first), 1);
  }
}
