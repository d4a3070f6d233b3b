import { expect, it } from 'vitest';
import type { HostKind } from '../../../src/core/grid.ts';
import { notesOf } from '../../../src/publish/notes.ts';
import { prepared } from '../../support/rendered-site.ts';
import { smallApi } from '../../support/small-site.ts';

const api = {
  ...smallApi,
  collections: smallApi.collections.filter((one) => one.name === 'words'),
};
const words = ['a', 'é', 'a/b', 'x'.repeat(201)].map((word) => ({ word, kind: ' a' }));

const VALUE = 'Not prerendered: values of the filter kind of words (1), such as " a".';
const QUERY = 'Hosts with rules do not answer some records of words (2), such as "a/b".';
const PATH = `No path leads to some records of words (1), such as "${'x'.repeat(40)}".`;
const DOWNLOADS =
  'Left out: large downloads of words, because the host accepts files of up to 1 KB.';
const BOTH = DOWNLOADS.replace(',', ' and words as GeoJSON,');
const GEOJSON = 'Left out: words as GeoJSON, because the host accepts files of up to 1 KB.';
const code = 'code';

it.each<[string, HostKind, object, notes: string[]]>([
  ['rules', 'rules', {}, [VALUE, QUERY]],
  ['plain hosts', 'plain', {}, [VALUE, PATH]],
  ['no items', 'plain', { items: false }, [VALUE]],
  ['code', code, {}, []],
  ['code, and many records', code, { isWhole: false }, [DOWNLOADS]],
  ['no downloads', code, { isWhole: false, downloads: false }, []],
  ['large GeoJSON', code, { featuresLimit: 1000 }, [GEOJSON]],
  ['both', code, { isWhole: false, featuresLimit: 1000 }, [BOTH]],
])('what a site cannot have: %s', (_, hostKind, changes, expected) => {
  const { grid, serialized } = prepared(api, { words }, hostKind);
  const collections = grid.collections.map((one) => ({ ...one, ...changes }));
  const notes = notesOf({ ...grid, collections }, serialized, 1000);
  expect(notes).toEqual(expected.map((text) => expect.stringContaining(text)));
});
