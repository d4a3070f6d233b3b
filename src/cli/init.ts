import fs from 'node:fs';
import path from 'node:path';
import { type Data, formatLines, readData } from '../import/data.ts';
import { definitionSource, guessedProperties, type NewCollection } from '../import/definition.ts';
import { collectionNameFrom, guess, titleFrom } from '../import/guess.ts';
import { fetchListing, parseAddress, parseHeaders } from '../import/listing.ts';
import { assertNoProject, createFiles, packageJson, projectFiles } from '../import/project.ts';
import { compiledFile } from '../util/package.ts';
import { printable, UsageError } from '../util/problem.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import type { Arguments } from './options.ts';
import { runTask } from './terminal.ts';

/** The data without `--from`. */
const EXAMPLE = compiledFile('../examples/eight-thousanders/content/peaks/peaks.json');

const ONE_LIST = 'A collection reads one list of a file. The longest list of records was chosen.';

const NO_ORDERING = 'These fields are text and have no ordering: text is not sorted by its value.';

const HAS_QUERY = 'api.mjs contains the address with its query. A secret belongs in --header.';

/** `staticrest init` */
export async function initCommand(options: Arguments): Promise<void> {
  const { folder, from = EXAMPLE } = options;
  const isAddress = /^[a-z][a-z+.-]*:\/\//i.test(from);
  assertNoProject(folder);
  const { result: lines } = await runTask(async (task) => {
    const read = isAddress ? importListing(from, options, task) : importFile(from, task);
    return createProject(folder, await read);
  });
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/**
 * Writes the files of a project.
 * @returns what to print
 */
function createProject(folder: string, collection: NewCollection): string[] {
  const { name, title, data, text, source } = collection;
  const manifest = packageJson(path.join(folder, 'package.json'));
  const files = {
    ...(manifest.isNew && { 'package.json': manifest.text }),
    [`content/${name}/${data.file}`]: text,
    ...projectFiles({ title, collection: name, source, packed: manifest.source.packed }),
    // The last one: with it, the folder is a project.
    'api.mjs': definitionSource(collection),
  };
  const written = createFiles(folder, files, manifest.isEdited ? manifest.text : null);
  return [
    ...guessLines(collection),
    'The comments in api.mjs explain how to change this.\n',
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    manifest.isNew ? '' : `${manifest.isEdited ? 'Scripts added' : 'Kept'}: package.json\n`,
    ...nextSteps(folder, manifest.source.install),
  ];
}

/** Reads a data file. */
async function importFile(from: string, task: TaskOptions): Promise<NewCollection> {
  await yieldToEventLoop(task, 'Reading');
  const { name, ext } = path.parse(from);
  const data = { ...readData(from), file: collectionNameFrom(name) + ext };
  return guessCollection(name, data, fs.readFileSync(from), task);
}

/** Fetches a listing of a live API. */
async function importListing(from: string, { header, count }: Arguments, task: TaskOptions) {
  const address = parseAddress(from);
  const { results, isList } = await fetchListing(address, parseHeaders(header), task);
  const found = `${from} has ${formatCount(results.length, 'record')}`;
  if (count === undefined ? isList : count !== String(results.length))
    throw new UsageError(
      `${found}${isList ? ' and does not say whether these are all' : ''}. If they are all, use --count ${results.length}.`,
    );
  const name = address.pathname.split('/').filter(Boolean).at(-1) ?? address.hostname;
  const file = `${collectionNameFrom(name)}.jsonl`;
  const data: Data = { file, records: results, content: {}, leftOut: [] };
  const collection = await guessCollection(name, data, formatLines(results), task);
  return { ...collection, source: address.href };
}

async function guessCollection(
  given: string,
  data: Data,
  text: NewCollection['text'],
  task: TaskOptions,
): Promise<NewCollection> {
  const name = collectionNameFrom(given);
  const about = { name, title: titleFrom(name), description: `The records of ${data.file}.` };
  return { ...about, data, text, guess: await guess(data, pauseWith(task)) };
}

/** What was guessed, and what the data has that the project does not use. */
function guessLines(collection: NewCollection): string[] {
  const { data, guess, source } = collection;
  const { records, file, leftOut } = data;
  const notations = guess.fields.flatMap(({ name, notation }) =>
    notation ? `  ${name}: ${notation}` : [],
  );
  return [
    `${formatCount(records.length, 'record')} of ${source ?? file}. Guessed from the data:`,
    ...guessedProperties(collection).map(([, code]) => code),
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}. ${ONE_LIST}`] : []),
    ...(notations.length > 0 ? [NO_ORDERING, ...notations] : []),
    ...(source?.includes('?') ? [HAS_QUERY] : []),
  ];
}

const nextSteps = (folder: string, install: string): string[] => [
  `Next:${folder === '.' ? '' : `\n  cd "${folder}"`}`,
  `  ${install}`,
  '  npx staticrest dev',
  '  npx staticrest build --host github-pages',
];
