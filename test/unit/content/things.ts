import { type Collection, defineApi, defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { checked, contentFolder, type Files, problemLines } from './valid-content.ts';

/** A collection of little things, with these properties. */
export const things = (properties: Partial<Collection> = {}): Collection => ({
  ...defineCollection({
    name: 'things',
    title: 'Things',
    description: 'Little things.',
    schema: z.object({ id: z.int() }),
    key: 'id',
  }),
  ...properties,
});

const apiOf = (properties: Partial<Collection>) =>
  defineApi({ name: 'Things', description: 'Things.', collections: [things(properties)] });

/** The records of content files in `things/`. */
export async function thingsIn(files: Files, properties: Partial<Collection>): Promise<unknown[]> {
  const { collections } = await checked(inFolder(files), apiOf(properties));
  return collections.flatMap(({ records }) => records.map(({ value }) => value));
}

/** The problems of a content file in `things/`, without its path. */
export async function thingProblems(
  file: string,
  text: string | Uint8Array,
  properties: Partial<Collection>,
): Promise<string[]> {
  const name = `things/${file}`;
  const lines = await problemLines({ [name]: text }, apiOf(properties));
  return lines.map((line) => line.replace(`${name}:`, ''));
}

const inFolder = (files: Files): string =>
  contentFolder(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`things/${name}`, text])),
  );
