import { isHashName, isPlainName } from '../core/file-name.ts';
import { type CollectionGrid, findCollection, type Grid, keyFileName } from '../core/grid.ts';
import { omittedText } from '../site/error-files.ts';
import type { SerializedCollection } from '../site/serialize.ts';
import { formatNumber, inWords } from '../util/text.ts';

/**
 * A sentence for each part of the definition that the site can't have.
 * @param fileBytes the size of the largest file that its only host accepts
 */
export const notesOf = (
  grid: Grid,
  serialized: readonly SerializedCollection[],
  fileBytes?: number,
): string[] =>
  serialized.flatMap(({ name, keys, indicesByAlias, omitted }) => {
    const collection = findCollection(grid, { collection: name });
    const { keyFileNames = {}, items } = collection;
    if (grid.hostKind === 'code') return fileBytes ? largeNote(collection, fileBytes) : [];
    const isFound = (key: string) =>
      grid.hostKind === 'plain'
        ? !isHashName(keyFileName(collection, key))
        : isPlainName(key) || Object.hasOwn(keyFileNames, key);
    const names = items === false ? [] : [...keys, ...indicesByAlias.keys()];
    const unreachable = names.filter((key) => !isFound(key));
    const lost = grid.hostKind === 'plain' ? 'No path leads to' : 'Hosts with rules do not answer';
    return [
      ...Object.entries(omitted).flatMap(([filter, values]) =>
        noteOf(`Not prerendered: values of the filter ${filter} of ${name}`, values, LONG_VALUE),
      ),
      ...noteOf(`${lost} some records of ${name}`, unreachable, LONG_KEY),
    ];
  });

/** A sentence if files of a collection are too large for the host. */
function largeNote({ name, isWhole, downloads, featuresLimit }: CollectionGrid, fileBytes: number) {
  const large = [
    isWhole || downloads === false ? [] : `large downloads of ${name}`,
    featuresLimit === undefined ? [] : `${name} as GeoJSON`,
  ].flat();
  return large.length > 0 ? [omittedText(inWords(large, 'and'), fileBytes)] : [];
}

const noteOf = (what: string, [first, ...others]: readonly string[], reason: string): string[] =>
  first === undefined
    ? []
    : [
        `${what} (${formatNumber(1 + others.length)}), such as ${JSON.stringify(first.slice(0, 40))}. ${reason}`,
      ];

const LONG_VALUE = 'Such a value is too long, or has white space at an end.';
const LONG_KEY =
  'Such a key is too long, or one of too many that need an encoding, or it contains a slash, a backslash or a control character.';
