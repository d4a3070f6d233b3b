import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Collection } from '../api/definition.ts';
import { exists } from '../build/staging.ts';
import { listFiles } from '../content/list.ts';
import { compiledFile } from '../util/compiled-file.ts';
import { printable, UsageError } from '../util/problem.ts';
import { pauseWith, yieldToEventLoop } from '../util/progress.ts';
import { entriesIn, unlessAbsent } from '../util/system-error.ts';
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

const ONE_LIST = 'A collection reads one list of a file. The longest list of records was chosen.';

const NO_ORDERING = 'These fields are text and have no ordering: text is not sorted by its value.';

type InitArguments = { readonly folder: string; readonly from?: string | undefined };

/** `staticrest init` */
export async function initCommand({ folder, from = EXAMPLE }: InitArguments): Promise<void> {
  const { name: given, ext } = path.parse(from);
  // The content would ignore or refuse other names.
  const stem = given.replace(/^[.\n\r\u2028\u2029\u{fffd}]+|[\n\r\u2028\u2029\u{fffd}]/gu, '');
  const name = nameFrom(stem, 'data');
  const file = (stem || name) + ext;
  const at = (one: string) => path.join(folder, one);
  requireNoProject(folder, name);
  const { result } = await runTask(async (task) => {
    await yieldToEventLoop(task, 'Reading');
    const data = { ...readData(from), file };
    return { data, guessed: await guess(data, pauseWith(task)) };
  });
  const { data, guessed } = result;
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const definition = definitionOf(name, title, data, guessed);
  const manifest = packageJson(at('package.json'));
  const files = {
    ...(manifest.isNew && { 'package.json': manifest.text }),
    [`content/${name}/${file}`]: fs.readFileSync(from),
    ...projectFiles(name, title),
    // The last one: with it, the folder is a project.
    'api.mjs': definition.source,
  };
  const written = createFiles(folder, files, manifest.isEdited ? manifest.text : null);
  const isDependency = manifest.text.includes('"staticrest":');
  const leftOut = data.leftOut.length > 0 && `Left out: ${data.leftOut.join(', ')}. ${ONE_LIST}`;
  const notations = guessed.fields.flatMap(({ name: field, notation }) =>
    notation ? `  ${field}: ${notation}` : [],
  );
  const lines = [
    `${formatCount(data.records.length, 'record')} of ${file}. Guessed from the data:`,
    ...definition.guessed,
    ...(leftOut ? [leftOut] : []),
    ...(notations.length > 0 ? [NO_ORDERING, ...notations] : []),
    ...(guessed.unfitKey ? [`${guessed.unfitKey.name} ${IS_UNFIT}`] : []),
    'The comments in api.mjs explain how to change this.\n',
    ...Object.keys(files).map((one) => `${written.includes(one) ? 'Written' : 'Kept'}: ${one}`),
    manifest.isNew ? '' : `${manifest.isEdited ? 'Scripts added' : 'Kept'}: package.json\n`,
    `Next:${folder === '.' ? '' : `\n  cd ${shellQuoted(folder)}`}`,
    `  npm install${isDependency ? '' : ` staticrest@${VERSION}`}`,
    '  npx staticrest dev',
    '  npx staticrest build',
  ];
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/** @throws UsageError if a folder has a definition, or content that is not ignored */
function requireNoProject(folder: string, name: string): void {
  const content = path.join(folder, 'content');
  const unread: string[] = [];
  const list = () => listFiles(content, [{ name } as Collection], (file) => unread.push(file));
  const contents = [...(unlessAbsent(list) ?? []), ...unread];
  const definitions = DEFINITIONS.map((one) => path.join(folder, one)).filter(exists);
  const [existing] = [...definitions, ...contents.map((file) => path.join(content, file))];
  if (existing === undefined) return;
  const help = 'Remove it, move it elsewhere, or choose a folder without a definition and content.';
  throw new UsageError(`${existing} already exists; nothing was written. ${help}`);
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * Creates the files that do not exist yet, then replaces `package.json`. After an error, it removes what it
 * created, so that the command can run again.
 * @param files their texts by their paths below the folder
 * @param manifest the new `package.json`; null to keep it
 * @returns the paths of those that were created
 */
function createFiles(folder: string, files: Files, manifest: string | null): string[] {
  const at = (file: string) => path.join(folder, file);
  const absent = Object.keys(files).filter((file) => !exists(at(file)));
  const undo: (() => void)[] = [];
  try {
    for (const file of absent) create(at(file), files[file] ?? '');
    if (manifest) {
      // A full disk must not damage it.
      const temporary = at(`package.json.${randomUUID()}`);
      create(temporary, manifest);
      fs.chmodSync(temporary, fs.statSync(at('package.json')).mode);
      fs.renameSync(temporary, at('package.json'));
    }
    return absent;
  } catch (error) {
    for (const remove of undo) {
      try {
        remove();
      } catch {
        // The first error says more.
      }
    }
    throw error;
  }

  function create(file: string, body: string | Uint8Array): void {
    createFolder(path.dirname(file));
    fs.writeFileSync(file, '', { flag: 'wx' });
    // Remove it after an error, also if the disk is full.
    undo.unshift(() => fs.rmSync(file));
    fs.writeFileSync(file, body);
  }

  function createFolder(one: string): void {
    if (fs.existsSync(one)) return;
    createFolder(path.dirname(one));
    fs.mkdirSync(one);
    undo.unshift(() => entriesIn(one).length > 0 || fs.rmdirSync(one));
  }
}
