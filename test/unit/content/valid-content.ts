import path from 'node:path';
import { expect, it } from 'vitest';
import { type Api, type Collection, defineCollection } from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import type { Records } from '../../../src/content/check/record.ts';
import { z } from '../../../src/index.ts';
import { checkContent } from '../../../src/publish/build.ts';
import { ContentError, type Problem } from '../../../src/util/problem.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

export const COUNTRIES = `- alpha_2: CA
  alpha_3: CAN
  name: Canada
  subdivisions_required: true
  subdivisions:
    - name: Ontario
      code: 'ON'
      type: Province
- alpha_2: ES
  alpha_3: ESP
  name: Spain
- alpha_2: US
  alpha_3: USA
  name: United States
  subdivisions_required: true
  subdivisions:
    - name: Colorado
      code: CO
      type: State
      fips: '08'
    - name: Alabama
      code: AL
      type: State
      fips: '01'
`;

export const CANON_CITY = `uuid: 11111111-1111-4111-8111-111111111111
label: Cañon City
country: US
state_abbrev: CO
city_fips: '0811810'
created_at: '2023-04-01T14:23:00.000000Z'
modified_at: '2025-03-15T13:52:41.614269Z'
`;

const TORONTO = CANON_CITY.replaceAll('1111', '2222')
  .replace('Cañon City', 'Toronto')
  .replace('US', 'CA')
  .replace('CO', 'ON')
  .replace("'0811810'", "'9900001'");

/** A neighborhood for which the base has no file, of the same state as CANON_CITY. */
export const PUEBLO = CANON_CITY.replaceAll('1111', '3333')
  .replace('Cañon City', 'Pueblo')
  .replace('0811810', '0862000');

const PEOPLE = "name: people\nlabel: People\ncategory: ''\ndescription: How many.\n";

/** The file that most cases change. */
export const CANON_CITY_FILE = 'neighborhoods/US/CO/canon-city.yaml';

/** The files of a content folder: texts or bytes by path; null removes one of the base. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

const BASE: Files = {
  'countries/countries.yaml': COUNTRIES,
  'score_metadata/people.yaml': PEOPLE,
  [CANON_CITY_FILE]: CANON_CITY,
  'neighborhoods/CA/ON/toronto.yaml': TORONTO,
  'results/.gitkeep': '',
};

/** The files of a small BNA site without a problem, with these changes. */
export const changed = (changes: Files = {}): Files => ({ ...BASE, ...changes });

/** A neighborhood as the only record of a list. */
export const listed = (record: string): string => `- ${record.trim().replaceAll('\n', '\n  ')}\n`;

/** Replaces one part of a text, which must contain it. */
export function edited(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`There is no ${from} to replace.`);
  return text.replace(from, () => to);
}

/** A text with the line breaks and tabs that are written as escapes. */
export const unescaped = (text: string): string =>
  text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\r', '\r');

/** Applies edits such as `label: => name: && country: US\n =>`, with `\n` for a line break. */
export function withEdits(text: string, edits: string): string {
  return unescaped(edits)
    .split(' && ')
    .reduce((result, edit) => {
      const [from = '', to = ''] = edit.split(/ =>(?: |$)/);
      return edited(result, from, to);
    }, text);
}

/** Writes a content folder and returns its path. */
export function contentFolder(files: Files): string {
  const content = path.join(temporaryFolder(), 'content');
  const present = Object.entries(files).filter(([, text]) => text !== null);
  writeFiles(content, Object.fromEntries(present) as Record<string, string | Uint8Array>);
  return content;
}

export const checked = (content: string, api: Api = bnaApi): Promise<Records> =>
  checkContent({ api, content });

/** The problems of a content folder; other errors are thrown. */
export async function problemsOf(content: string, api?: Api): Promise<readonly Problem[]> {
  try {
    await checked(content, api);
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  }
}

/**
 * Each problem in one line: `file:line:column code [marked text] message → help`, with paths relative
 * to the content folder. Backticks become `'`, so that expectations need no escapes.
 */
export async function problemLinesOf(content: string, api?: Api): Promise<string[]> {
  const problems = await problemsOf(content, api);
  return problems.map(({ code, location, message, help }) => {
    const { file, line, column, length, text } = location;
    const marked = text.slice(column - 1, column - 1 + length);
    const all = `${file}:${line}:${column} ${code} [${marked}] ${message} → ${help}`;
    return all.replaceAll(`${content}${path.sep}`, '').replaceAll('`', "'");
  });
}

export const problemLines = (files: Files, api?: Api): Promise<string[]> =>
  problemLinesOf(contentFolder(files), api);

/** The problems of a file that replaces one of the base or is added to it, without its path. */
export async function problemLinesIn(
  file: string,
  text: string | Uint8Array,
  base = BASE,
  api?: Api,
): Promise<string[]> {
  const lines = await problemLines({ ...base, [file]: text }, api);
  return lines.map((line) => line.replace(`${file}:`, ''));
}

/** Requires these problems; an expectation may leave out the end of a line. */
export function expectLines(actual: readonly string[], expected: readonly string[]): void {
  expect(actual.map((line, at) => line.slice(0, expected[at]?.length))).toEqual(expected);
}

/**
 * Tests each case of a table: a line `name | input`, and below it, indented, the problems that the
 * input has.
 */
export function itReports(table: string, linesOf: (input: string) => Promise<string[]>): void {
  const cases = table.trim().split(/\n(?! )/);
  it.each(cases.map((one) => one.split(/\n +/)))('%s', async (head, ...expected) => {
    expectLines(await linesOf(head.slice(head.indexOf(' | ') + 3)), expected);
  });
}

/** The published values of a content folder, by collection. */
export async function published(files: Files): Promise<Record<string, unknown[]>> {
  const { collections } = await checked(contentFolder(files));
  return Object.fromEntries(
    collections.map(({ definition, records }) => [
      definition.name,
      records.map(({ value }) => value),
    ]),
  );
}

/** A collection of little things, with these properties. */
export const things = (properties: Partial<Collection> = {}): Collection => ({
  ...defineCollection({
    ...titled('things'),
    schema: z.object({ id: z.int() }),
    key: 'id',
  }),
  ...properties,
});

/** The records of content files in `things/`. */
export async function thingsIn(files: Files, properties: Partial<Collection>): Promise<unknown[]> {
  const named = Object.entries(files).map(([name, text]) => [`things/${name}`, text]);
  const content = contentFolder(Object.fromEntries(named));
  const { collections } = await checked(content, apiOf(things(properties)));
  return collections.flatMap(({ records }) => records.map(({ value }) => value));
}

/** The problems of a content file in `things/`, without its path. */
export const thingProblems = (
  file: string,
  text: string | Uint8Array,
  properties: Partial<Collection>,
): Promise<string[]> => problemLinesIn(`things/${file}`, text, {}, apiOf(things(properties)));
