import fs from 'node:fs';
import path from 'node:path';
import type { HostName } from '../hosts/names.ts';
import { assertNoProject, createFiles } from '../import/create-files.ts';
import { readData } from '../import/data.ts';
import { definitionSource, guessedProperties, type NewCollection } from '../import/definition.ts';
import { collectionNameFrom, guess, titleFrom } from '../import/guess.ts';
import { parseAddress } from '../import/live/client.ts';
import { discoverAll } from '../import/live/discover.ts';
import { toJsonLines } from '../import/live/records.ts';
import { hostFor, packageJson, projectFiles } from '../import/project.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { pauseWith, type TaskOptions, yieldToEventLoop } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import { KEPT, type LiveArguments, liveClient, parseMaxPages } from './live.ts';
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

/** The collections of a new project, the bodies of their files, and what could not be made as it was. */
interface Import {
  readonly name: string;
  readonly collections: readonly NewCollection[];
  readonly bodies: readonly (string | Uint8Array)[];
  readonly notes: readonly string[];
  /** Called when the project is written. */
  readonly onWritten?: () => void;
}

/** `staticrest init` */
export async function initCommand(options: InitArguments): Promise<void> {
  const { folder, from = EXAMPLE } = options;
  const isLive = /^[a-z][a-z+.-]*:\/\//i.test(from);
  const other = (['header', 'filters', 'max-pages'] as const).find(
    (name) => options[name === 'max-pages' ? 'maxPages' : name] !== undefined,
  );
  if (other && !isLive) throw new UsageError(`--${other} is for --from with an address.`);
  assertNoProject(folder);
  const read = isLive ? importLive : importFile;
  const { result } = await runTask((task) => read(from, options, task));
  const { name, collections, bodies, notes } = result;
  const host = hostFor(collections.reduce((sum, { data }) => sum + data.records.length, 0));
  const manifest = packageJson(path.join(folder, 'package.json'), host);
  const contents = collections.map((one, index) => [
    `content/${one.name}/${one.data.file}`,
    bodies[index] ?? '',
  ]);
  const files = {
    ...(manifest.isNew && { 'package.json': manifest.text }),
    ...Object.fromEntries(contents),
    ...projectFiles({ name, collections, host, packed: manifest.source.packed, isLive }),
    // The last one: with it, the folder is a project.
    'api.mjs': definitionSource(name, collections),
  };
  const written = createFiles(folder, files, manifest.isEdited ? manifest.text : null);
  result.onWritten?.();
  const lines = [
    ...collections.flatMap(guessLines),
    ...notes,
    'The comments in api.mjs explain how to change this.\n',
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    manifest.isNew ? '' : `${manifest.isEdited ? 'Scripts added' : 'Kept'}: package.json\n`,
    ...nextSteps(folder, host, manifest.source.install),
  ];
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/** Reads a data file. */
async function importFile(from: string, _: InitArguments, task: TaskOptions): Promise<Import> {
  await yieldToEventLoop(task, 'Reading');
  const { name: given, ext } = path.parse(from);
  const name = collectionNameFrom(given);
  const data = { ...readData(from), file: name + ext };
  const title = titleFrom(name);
  const description = `The records of ${data.file}.`;
  const guessed = await guess(data, pauseWith(task));
  const collection = { name, title, description, data, guess: guessed };
  return { name: title, collections: [collection], bodies: [fs.readFileSync(from)], notes: [] };
}

/** Fetches what an address leads to: one listing, or those of an API's root. */
async function importLive(
  from: string,
  options: InitArguments,
  task: TaskOptions,
): Promise<Import> {
  const address = parseAddress(from);
  const client = liveClient(address, path.join(options.folder, KEPT), options, task);
  const filters = options.filters?.split(',').filter((one) => one !== 'none');
  const { collections, notes } = await discoverAll(
    client,
    address,
    { maxPages: parseMaxPages(options), filters },
    pauseWith(task),
  );
  const [first] = collections;
  return {
    name: collections.length === 1 && first ? first.title : address.hostname,
    collections,
    bodies: collections.map(({ data }) => toJsonLines(data.records)),
    notes,
    onWritten: client.forget,
  };
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

const nextSteps = (folder: string, host: HostName, install: string): string[] => [
  `Next:${folder === '.' ? '' : `\n  cd "${folder}"`}`,
  `  ${install}`,
  '  npx staticrest dev',
  `  npx staticrest build --host ${host}`,
];
