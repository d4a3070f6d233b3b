import fs from 'node:fs';
import path from 'node:path';
import { unusualNumbers } from '../content/yaml-scalar.ts';
import { assertValid } from '../import/check.ts';
import { type Data, formatLines, readData } from '../import/data.ts';
import { definitionSource, guessedProperties, type NewCollection } from '../import/definition.ts';
import { collectionNameFrom, guess, titleFrom } from '../import/guess.ts';
import { fetchListing, parseAddress, parseHeaders } from '../import/listing.ts';
import { assertNoProject, createFiles, packageJson, projectFiles } from '../import/project.ts';
import { repositoryOf } from '../import/repository.ts';
import { compiledFile } from '../util/package.ts';
import { formatCommand } from '../util/package-manager.ts';
import { printable, UsageError } from '../util/problem.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import type { Arguments } from './options.ts';
import { runTask } from './terminal.ts';

/** The data without `--from`. */
const EXAMPLE = compiledFile('../examples/eight-thousanders/content/peaks/peaks.json');

const ONE_LIST = 'A collection reads one list of a file. The longest list of records was chosen.';

const CODES =
  'These fields are text, so that their numbers are published as they are written. For numbers, change z.string() to z.number() in api.mjs.';

const NO_ORDERING =
  'These fields have no ordering, because they are text, which is sorted by its characters. To sort by value, write numbers as 1234.5 (in JSON and YAML without quotes), dates as 2024-12-31, and nothing where there is no value.';

const NUMBERS = 'These numbers are published as they are read. To keep the text, put it in quotes.';

const HAS_QUERY = 'api.mjs contains the address with its query. A secret belongs in --header.';

/** `staticrest init` */
export async function initCommand(options: Arguments): Promise<void> {
  const { folder, from = EXAMPLE } = options;
  const isAddress = /^[a-z][a-z+.-]*:\/\//i.test(from);
  assertNoProject(folder);
  const { result: lines } = await runTask(async (task) => {
    const collection = await (isAddress
      ? importListing(from, options, task)
      : importFile(from, task));
    await assertValid(collection, from, task);
    return createProject(folder, collection);
  });
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/**
 * Writes the files of a project.
 * @returns what to print
 */
function createProject(folder: string, collection: NewCollection): string[] {
  const { name, title, data, text, source } = collection;
  const repository = repositoryOf(folder);
  const { branch, workflow, manager } = repository;
  const manifest = packageJson(path.join(folder, 'package.json'), repository);
  const files = {
    // The first ones, because the workflow may be outside of the folder, and a folder with content is not used again.
    ...projectFiles({ title, collection: name, source, packed: manifest.packed, ...repository }),
    ...(manifest.isNew && { 'package.json': manifest.text }),
    [`content/${name}/${data.file}`]: text,
    // The last one: with it, the folder is a project.
    'api.mjs': definitionSource(collection),
  };
  const written = createFiles(folder, files, manifest.isEdited ? manifest.text : null);
  return [
    ...guessLines(collection),
    'The comments in api.mjs explain how to change this.\n',
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    ...(manifest.isNew ? [] : [`${manifest.isEdited ? 'Scripts added' : 'Kept'}: package.json`]),
    written.includes(workflow)
      ? `The workflow publishes each push to ${branch}.`
      : 'The workflow existed before. If it does not publish this project, add the one in dist/_hosts/github-pages/README.md after a build.',
    `\nNext:${folder === '.' ? '' : `\n  cd "${folder}"`}`,
    `  ${manifest.install}`,
    `  ${formatCommand('dev', manager)}`,
    `  ${formatCommand('build --host github-pages', manager)}`,
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
  const { data, guess, source, text } = collection;
  const { records, file, leftOut } = data;
  const codes = guess.fields.flatMap(({ name, code }) => (code ? `${name}: ${code}` : []));
  const unsorted = guess.fields.flatMap(({ name, code, unsorted }) =>
    unsorted && !code && name !== guess.key.name ? `${name}: ${unsorted}` : [],
  );
  const numbers = /\.ya?ml$/i.test(file) ? unusualNumbers(Buffer.from(text).toString()) : [];
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [];
  return [
    `${formatCount(records.length, 'record')} of ${source ?? file}. Guessed from the data:`,
    ...guessedProperties(collection).map(([, code]) => code),
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}. ${ONE_LIST}`] : []),
    ...list(CODES, codes),
    ...list(NO_ORDERING, unsorted),
    ...list(NUMBERS, numbers),
    ...(source?.includes('?') ? [HAS_QUERY] : []),
  ];
}
