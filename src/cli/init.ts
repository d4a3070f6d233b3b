import fs from 'node:fs';
import path from 'node:path';
import type { HostName } from '../hosts/names.ts';
import { assertNoProject, createFiles } from '../import/create-files.ts';
import { type Data, readData } from '../import/data.ts';
import { definitionOf } from '../import/definition.ts';
import { collectionNameFrom, type Guess, guess } from '../import/guess.ts';
import { hostFor, packageJson, projectFiles } from '../import/project.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { printable } from '../util/problem.ts';
import { pauseWith, yieldToEventLoop } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import { runTask } from './terminal.ts';

/** The data without `--from`. */
const EXAMPLE = compiledFile('../examples/eight-thousanders/content/peaks/peaks.json');

const ONE_LIST = 'A collection reads one list of a file. The longest list of records was chosen.';

const NO_ORDERING = 'These fields are text and have no ordering: text is not sorted by its value.';

type InitArguments = { readonly folder: string; readonly from?: string | undefined };

/** `staticrest init` */
export async function initCommand({ folder, from = EXAMPLE }: InitArguments): Promise<void> {
  const { name, file } = collectionFile(from);
  assertNoProject(folder);
  const { result } = await runTask(async (task) => {
    await yieldToEventLoop(task, 'Reading');
    const data = { ...readData(from), file };
    return { data, guessed: await guess(data, pauseWith(task)) };
  });
  const { data, guessed } = result;
  const title = name.charAt(0).toUpperCase() + name.slice(1).replace(/[-_]/g, ' ');
  const definition = definitionOf(name, title, data, guessed);
  const host = hostFor(data.records.length);
  const manifest = packageJson(path.join(folder, 'package.json'), host);
  const files = {
    ...(manifest.isNew && { 'package.json': manifest.text }),
    [`content/${name}/${file}`]: fs.readFileSync(from),
    ...projectFiles(name, title, host, manifest.source.packed),
    // The last one: with it, the folder is a project.
    'api.mjs': definition.source,
  };
  const written = createFiles(folder, files, manifest.isEdited ? manifest.text : null);
  const lines = [
    ...guessLines(data, guessed, definition.guessed),
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    manifest.isNew ? '' : `${manifest.isEdited ? 'Scripts added' : 'Kept'}: package.json\n`,
    ...nextSteps(folder, host, manifest.source.install),
  ];
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/** The name of the collection for a data file, and of its file in the content. */
function collectionFile(from: string) {
  const { name: given, ext } = path.parse(from);
  const name = collectionNameFrom(given);
  return { name, file: name + ext };
}

/** What was guessed, and what the data has that the project does not use. */
function guessLines(
  { records, file, leftOut }: Data,
  { fields, unfitKey }: Guess,
  guessed: readonly string[],
): string[] {
  const notations = fields.flatMap(({ name, notation }) =>
    notation ? `  ${name}: ${notation}` : [],
  );
  return [
    `${formatCount(records.length, 'record')} of ${file}. Guessed from the data:`,
    ...guessed,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}. ${ONE_LIST}`] : []),
    ...(notations.length > 0 ? [NO_ORDERING, ...notations] : []),
    ...(unfitKey ? [unfitKey] : []),
    'The comments in api.mjs explain how to change this.\n',
  ];
}

const nextSteps = (folder: string, host: HostName, install: string): string[] => [
  `Next:${folder === '.' ? '' : `\n  cd "${folder}"`}`,
  `  ${install}`,
  '  npx staticrest dev',
  `  npx staticrest build --host ${host}`,
];
