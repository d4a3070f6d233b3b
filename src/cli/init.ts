import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { outputFileSync } from 'fs-extra/esm';
import { compiledFile } from '../util/compiled-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { pauseWith, yieldToEventLoop } from '../util/progress.ts';
import { entriesIn } from '../util/system-error.ts';
import { formatCount } from '../util/text.ts';
import { VERSION } from '../util/version.ts';
import { DEFINITIONS } from './api.ts';
import { readData } from './init/data.ts';
import { definitionOf } from './init/definition.ts';
import { guess, nameFrom } from './init/guess.ts';
import { packageJson, projectFiles } from './init/project.ts';
import { runTask, shellQuoted } from './terminal.ts';

/** The data without `--from`. */
const EXAMPLE = compiledFile('../examples/eight-thousanders/content/peaks/peaks.json');

const IS_UNFIT =
  'can’t be the key: a value is missing, occurs twice, or can’t be part of an address.';

type InitArguments = { readonly folder: string; readonly from?: string | undefined };

/** `staticrest init` */
export async function initCommand({ folder, from = EXAMPLE }: InitArguments): Promise<void> {
  // The content would ignore or refuse other names.
  const file = path.basename(from).replace(/^\.+|[\n\r\u2028\u2029\u{fffd}]/gu, '');
  const name = nameFrom(path.parse(file).name, 'data');
  const at = (one: string) => path.join(folder, one);
  requireNoProject(folder, `content/${name}`);
  const { result } = await runTask(async (task) => {
    await yieldToEventLoop(task, 'Reading');
    const data = { ...readData(from), file };
    return { data, guessed: await guess(data, pauseWith(task)) };
  });
  const { data, guessed } = result;
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const definition = definitionOf(name, title, data, guessed);
  const manifest = packageJson(at('package.json'));
  if (!manifest.isNew && !manifest.isComplete) {
    // A full disk must not damage it.
    outputFileSync(at('package.json.new'), manifest.text);
    renameSync(at('package.json.new'), at('package.json'));
  }
  const files = {
    ...(manifest.isNew && { 'package.json': manifest.text }),
    [`content/${name}/${file}`]: readFileSync(from),
    ...projectFiles(name, title),
    // The last one: with it, the folder is a project.
    'api.mjs': definition.source,
  };
  const written = writeNew(folder, files);
  const isDependency = manifest.text.includes('"staticrest":');
  const lines = [
    `${formatCount(data.records.length, 'record')} of ${file}. Guessed from the data:`,
    ...definition.guessed,
    ...(guessed.unfitKey ? [`${guessed.unfitKey.name} ${IS_UNFIT}`] : []),
    'The comments in api.mjs explain how to change this.\n',
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    manifest.isNew ? '' : `${manifest.isComplete ? 'Kept' : 'Scripts added'}: package.json\n`,
    `Next:${folder === '.' ? '' : `\n  cd ${shellQuoted(folder)}`}`,
    `  npm install${isDependency ? '' : ` staticrest@${VERSION}`}`,
    '  npx staticrest dev',
    '  npx staticrest build',
  ];
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/** @throws UsageError if a folder has a definition, or files of the collection */
function requireNoProject(folder: string, collection: string): void {
  const contents = entriesIn(path.join(folder, collection)).map(
    ({ name }) => `${collection}/${name}`,
  );
  const paths = [...DEFINITIONS, ...contents].map((one) => path.join(folder, one));
  const existing = paths.find((one) => existsSync(one));
  if (existing === undefined) return;
  const help = 'nothing was written. Remove it, or choose another folder.';
  throw new UsageError(`${existing} already exists; ${help}`);
}

/**
 * Writes files that do not exist yet. After an error, it removes them, so that the command can run again.
 * @param files their texts by their paths below the folder
 * @returns the paths of those that were written
 */
function writeNew(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string[] {
  const at = (file: string) => path.join(folder, file);
  const absent = Object.keys(files).filter((file) => !existsSync(at(file)));
  try {
    for (const file of absent) outputFileSync(at(file), files[file] ?? '', { flag: 'wx' });
    return absent;
  } catch (error) {
    for (const file of absent) rmSync(at(file), { force: true });
    throw error;
  }
}
