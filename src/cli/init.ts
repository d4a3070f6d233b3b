import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Api } from '../api/definition.ts';
import { unusualNumbers } from '../content/yaml-scalar.ts';
import { guessReferences, insertCollection } from '../import/addition.ts';
import { checkNewRecords, defineNewApi, readAsPulled } from '../import/check.ts';
import { importCollection, type NewCollection } from '../import/collection.ts';
import { filesOf } from '../import/data.ts';
import { dataFormatOf } from '../import/decode.ts';
import { definitionSource, guessedProperties, moduleSource } from '../import/definition.ts';
import { isAddress, STANDARD_INPUT } from '../import/encoding.ts';
import { findFreeName } from '../import/name.ts';
import { assertNoProject, createFiles, packageSource, projectFiles } from '../import/project.ts';
import { replaceFile } from '../import/replacement.ts';
import { repositoryOf } from '../import/repository.ts';
import { checkContent } from '../publish/build.ts';
import { compiledFile } from '../util/package.ts';
import { printable, UsageError } from '../util/problem.ts';
import type { TaskOptions } from '../util/progress.ts';
import { exists } from '../util/system-error.ts';
import { formatCount } from '../util/text.ts';
import { type FoundApi, findApi, isFile } from './api.ts';
import { moduleLoader } from './module-loader.ts';
import type { Arguments } from './options.ts';
import { runTask } from './terminal.ts';

/** The data without `--from`. */
const EXAMPLE = compiledFile('../examples/eight-thousanders/content/peaks/peaks.json');

const CODES =
  'These fields are text, so that their numbers are published as they are written. For prices such as 2.50, change z.string() to decimal(), which staticrest exports, in the definition; for other numbers, to z.number().';

const NO_ORDERING =
  'These fields have no ordering, because they have text, which is sorted by its characters. To sort by value, write numbers as 1234.5 (in JSON and YAML without quotes), dates as 2024-12-31, all times in one form and zone, and nothing where there is no value.';

const NUMBERS = 'These numbers are published as they are read. To keep the text, put it in quotes.';

const HAS_QUERY = 'The definition has the query of the address. A secret belongs in --header.';

/** `staticrest init` */
export async function initCommand(options: Arguments): Promise<void> {
  const isInput = (text: string) => text === STANDARD_INPUT;
  const isData = [isAddress, isFile, dataFormatOf, isInput].some((test) => test(options.folder));
  const given = options.add ?? options.from;
  if (isData && given !== undefined)
    throw new UsageError(`${options.folder} is data too: leave out ${given}, or name a folder.`);
  const [folder, from] = isData ? ['.', options.folder] : [options.folder, given];
  const content = path.join(folder, 'content');
  const importFile = moduleLoader(() => {});
  const project = options.add && findApi({ ...options, content }, importFile);
  if (!project) assertNoProject(folder);
  const { result: lines } = await runTask(async (task) => {
    const collection = readAsPulled(await importCollection(from ?? EXAMPLE, options, task));
    await checkNewRecords(defineNewApi(collection), collection, task);
    if (!project) return [...readLines(collection), ...createProject(folder, collection)];
    return addCollection(project, collection, task);
  });
  for (const line of lines.join('\n').split('\n')) console.log(printable(line));
}

/** What was read and guessed. @param file the definition */
function readLines(collection: NewCollection, file = 'api.mjs'): string[] {
  const { name, source, data } = collection;
  const origin = data.from === EXAMPLE ? 'an example (for other data, use --from)' : data.from;
  return [
    `Read ${formatCount(data.records.length, 'record')} of ${printable(source?.url ?? origin)}. The definition, guessed from the data:`,
    ...guessedProperties(collection).map(([, code]) => code),
    ...noteLines(collection),
    ...(source?.url.includes('?') ? [HAS_QUERY] : []),
    ...(data.isConverted && !source ? [`Converted: edit content/${name}/, not ${data.from}.`] : []),
    `To change the definition, edit ${file}, whose comments explain it.\n`,
  ];
}

const changeFolder = (folder: string) => (folder === '.' ? '' : `\n  cd "${folder}"`);

/**
 * Writes the content and the module of a new collection of a project, and adds it to the definition of the API if that
 * has a plain list, which shows when it is loaded. After an error, what it created stays.
 * @returns what to print
 */
async function addCollection(found: FoundApi, given: NewCollection, task: TaskOptions) {
  const { file, source, load } = found;
  const namesOf = (api: Api) => api.collections.map((one) => one.name);
  const before = await load();
  const has = (one: string) => namesOf(before).includes(one);
  // Addresses often end alike, and can't be renamed as files can.
  const name = given.source ? findFreeName(given.name, { has }) : given.name;
  const own = { ...given, name, files: filesOf(given.data, name) };
  const module = path.join(file, `../${name}.mjs`);
  const folder = path.join(source.content, name);
  const existing = has(name) ? `The collection ${name}` : [module, folder].find(exists);
  if (existing) throw new UsageError(`${existing} already exists; nothing was written. ${RENAME}`);
  const records = await checkContent({ api: before, content: source.content, ...task });
  const added = { ...own, ...guessReferences(own, records) };
  const text = readFileSync(file, 'utf8');
  const { lines, changed = text } = insertCollection(text, name);
  const isAdded = (api: Api) => `${namesOf(api)}` === `${[...namesOf(before), name]}`;
  createFiles('', { ...contentFiles(folder, own), [module]: moduleSource(added) });
  replaceFile(file, changed);
  const after = await load().catch(() => before);
  if (!isAdded(after)) replaceFile(file, text);
  return [
    ...readLines(added, module),
    ...added.notes,
    ...(name === given.name ? [] : [`${given.name} exists, so this collection is ${name}.`]),
    `Written: ${module}, ${path.join(folder, path.sep)}`,
    ...(isAdded(after) ? [`Changed: ${file}`] : [`To add it, write into ${file}:`, ...lines]),
    `\nNext:${changeFolder(path.dirname(file))}\n  npx staticrest dev`,
  ];
}

const RENAME = 'It is the name of the data: save this to a file of another name.';

/** The files of a collection by their paths; of a source, with one for `pull` that has what came last. */
function contentFiles(folder: string, { files, source }: NewCollection) {
  const prefixes = source ? ['', '.'] : [''];
  const all = prefixes.flatMap((prefix) =>
    files.map(({ file, bytes }) => [path.join(folder, prefix + file), bytes] as const),
  );
  return Object.fromEntries(all);
}

/**
 * Writes the files of a project.
 * @returns what to print
 */
function createProject(folder: string, collection: NewCollection): string[] {
  const { name } = collection;
  const repository = repositoryOf(folder);
  const { branch, workflow } = repository;
  const { install, ...packed } = packageSource(folder, repository);
  const files = {
    // The first ones, because the workflow may be outside of the folder, and a folder with content is not used again.
    ...projectFiles({ ...collection, ...repository, ...packed }),
    ...contentFiles(`content/${name}`, collection),
    // The last one: with it, the folder is a project.
    'api.mjs': definitionSource(collection),
  };
  const written = createFiles(folder, files);
  // A folder can have thousands of files.
  const shown = new Set(written.map((one) => one.replace(/^content.*/s, `content/${name}/`)));
  const kept = Object.keys(files).filter((one) => !written.includes(one));
  const installed = path.join(folder, 'node_modules/staticrest');
  return [
    `Written: ${[...shown].reverse().join(', ')}`,
    ...(kept.length > 0 ? [`Kept: ${kept.join(', ')}`] : []),
    written.includes(workflow)
      ? `After each push to ${branch}, the workflow publishes the API on GitHub Pages.`
      : 'The workflow existed before. If it does not publish this project, add the one in dist/_hosts/github-pages/README.md after a build.',
    `\nNext:${changeFolder(folder)}`,
    ...(install === 'npm install' && exists(installed) ? [] : [`  ${install}`]),
    '  npx staticrest dev',
    '  npx staticrest build --host github-pages',
    '  npx staticrest preview --plain',
  ];
}

/** What was decided, and what the data has that the API does not use. */
export function noteLines({ data, guess }: NewCollection): string[] {
  const key = guess.keys.map(({ name }) => name).join();
  const codes = guess.fields.flatMap(({ name, code }) => (code ? `${name}: ${code}` : []));
  const unsorted = guess.fields.flatMap(({ name, code, unsorted }) =>
    unsorted && !code && name !== key ? `${name}: ${unsorted}` : [],
  );
  const numbers = data.originals
    .filter(({ file }) => /\.ya?ml$/i.test(file))
    .flatMap(({ bytes }) => unusualNumbers(bytes.toString()));
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`)] : [];
  return [
    ...data.notes,
    ...list(CODES, codes),
    ...list(NO_ORDERING, unsorted),
    ...list(NUMBERS, numbers),
    // Names of columns and cells can have line breaks.
  ].map((line) => line.replace(/\s*[\r\n]\s*/g, ' '));
}
