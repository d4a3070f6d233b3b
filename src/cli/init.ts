import fs from 'node:fs';
import path from 'node:path';
import { assertNoProject, createFiles } from '../import/create-files.ts';
import { readData } from '../import/data.ts';
import { definitionSource, guessedProperties, type NewCollection } from '../import/definition.ts';
import { collectionNameFrom, guess, titleFrom } from '../import/guess.ts';
import { createLiveClient, parseAddress } from '../import/live/client.ts';
import { discoverAll } from '../import/live/discover.ts';
import { packageJson, projectFiles } from '../import/project.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import { CACHE, type LiveArguments, parseFilters, parseMaxPages } from './live.ts';
import { runTask } from './terminal.ts';

/** The data without `--from`. */
const EXAMPLE = compiledFile('../examples/eight-thousanders/content/peaks/peaks.json');

const ONE_LIST = 'A collection reads one list of a file. The longest list of records was chosen.';

const NO_ORDERING = 'These fields are text and have no ordering: text is not sorted by its value.';

interface InitArguments extends LiveArguments {
  readonly folder: string;
  readonly from?: string | undefined;
  readonly filters?: string | undefined;
}

/** `staticrest init` */
export async function initCommand(options: InitArguments): Promise<void> {
  const { folder, from = EXAMPLE } = options;
  const isLive = /^[a-z][a-z+.-]*:\/\//i.test(from);
  const { header, filters, maxPages } = options;
  if (!isLive && (header ?? filters ?? maxPages) !== undefined)
    throw new UsageError('--header, --filters and --max-pages are for --from with an address.');
  assertNoProject(folder);
  const read = isLive ? importLive : importFile;
  const { result } = await runTask((task) => read(from, options, task));
  const { name, collections, notes } = result;
  const manifest = packageJson(path.join(folder, 'package.json'));
  const files = {
    ...(manifest.isNew && { 'package.json': manifest.text }),
    ...Object.fromEntries(
      collections.map((one) => [`content/${one.name}/${one.data.file}`, one.text]),
    ),
    ...projectFiles({ name, collections, packed: manifest.source.packed, isLive }),
    // The last one: with it, the folder is a project.
    'api.mjs': definitionSource(name, collections),
  };
  const written = createFiles(folder, files, manifest.isEdited ? manifest.text : null);
  if (isLive) fs.rmSync(path.join(folder, CACHE), { recursive: true, force: true });
  const lines = [
    ...collections.flatMap(guessLines),
    ...notes,
    'The comments in api.mjs explain how to change this.\n',
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    manifest.isNew ? '' : `${manifest.isEdited ? 'Scripts added' : 'Kept'}: package.json\n`,
    ...nextSteps(folder, manifest.source.install),
  ];
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/** Reads a data file. */
async function importFile(from: string, _: InitArguments, task: TaskOptions) {
  await yieldToEventLoop(task, 'Reading');
  const { name: given, ext } = path.parse(from);
  const name = collectionNameFrom(given);
  const data = { ...readData(from), file: name + ext };
  const about = { name, title: titleFrom(name), description: `The records of ${data.file}.` };
  const guessed = await guess(data, pauseWith(task));
  const collection = { ...about, data, text: fs.readFileSync(from), guess: guessed };
  return { name: about.title, collections: [collection], notes: [] };
}

/** Fetches what an address leads to: one listing, or those of an API's root. */
async function importLive(from: string, options: InitArguments, task: TaskOptions) {
  const address = parseAddress(from);
  const client = createLiveClient(address, {
    ...options,
    folder: path.join(options.folder, CACHE),
    task,
  });
  const limits = { maxPages: parseMaxPages(options), filters: parseFilters(options.filters) };
  const found = await discoverAll(client, address, limits, pauseWith(task));
  const [first, ...others] = found.collections;
  return { ...found, name: first && others.length === 0 ? first.title : address.hostname };
}

/** What was guessed, and what the data has that the project does not use. */
function guessLines(collection: NewCollection): string[] {
  const { data, guess, source } = collection;
  const { records, file, leftOut } = data;
  const notations = guess.fields.flatMap(({ name, notation }) =>
    notation ? `  ${name}: ${notation}` : [],
  );
  const basis = source === undefined ? 'the data' : `the data and the answers of ${source}`;
  return [
    `${formatCount(records.length, 'record')} of ${file}. Guessed from ${basis}:`,
    ...guessedProperties(collection).map(([, code]) => code),
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}. ${ONE_LIST}`] : []),
    ...(notations.length > 0 ? [NO_ORDERING, ...notations] : []),
    ...(guess.unfitKey ? [guess.unfitKey] : []),
  ];
}

const nextSteps = (folder: string, install: string): string[] => [
  `Next:${folder === '.' ? '' : `\n  cd "${folder}"`}`,
  `  ${install}`,
  '  npx staticrest dev',
  '  npx staticrest build --host github-pages',
];
