import path from 'node:path';
import { checkNewRecords, defineNewApi, readAsPulled } from '../import/check.ts';
import { importCollection, type NewCollection } from '../import/collection.ts';
import { isAddress, STANDARD_INPUT } from '../import/encoding.ts';
import { AuthoringLoop, type DefinitionSource } from '../server/dev.ts';
import { isLoopback } from '../server/guard.ts';
import { listen } from '../server/listen.ts';
import { POLLING } from '../server/watch.ts';
import { ContentError, printable, UsageError } from '../util/problem.ts';
import { type OnProgress, unlessAborted } from '../util/progress.ts';
import { findApi } from './api.ts';
import { noteLines } from './init.ts';
import { moduleLoader } from './module-loader.ts';
import type { Arguments } from './options.ts';
import { requestsToTry, serve } from './preview.ts';
import { recordsText, report, warnOfEmptyCollections } from './report.ts';
import { formatSeconds, interruptible, progressLine } from './terminal.ts';

/** `staticrest dev`: builds and serves the content in memory, again after every change. */
export async function devCommand(options: Arguments): Promise<void> {
  const { file, address, cors } = options;
  const importFile = moduleLoader((module) => loop.watchModule(module));
  const { update, clear } = progressLine();
  const definition = file ? dataSource(file, options, clear) : findApi(options, importFile);
  const content = file || options.content;
  const isRemote = isAddress(content);
  const watched = file || `${content}, ${definition.file} and its imports`;
  // The links need the port. A port that is taken is reported before anything is built.
  const probe = await listen(() => {}, options.port, address);
  await probe.close();
  const { base } = probe;
  const { signal, interrupted } = interruptible();
  let isServing = false;
  let watching = isRemote ? READ_ONCE : `Watching ${watched}. ${NO_EVENTS}`;
  const onProgress: OnProgress = (...step) => !isServing && update(...step);
  const loop = new AuthoringLoop(
    { definition, content, base, onProgress },
    {
      onBuilt({ records, made, grid }, milliseconds) {
        clear();
        const time = formatSeconds(milliseconds);
        console.log(`Built ${recordsText(records, made)} of ${content} in ${time}`);
        warnOfEmptyCollections(grid.collections);
      },
      onAdded: (file) => console.log(`Added ${file}`),
      onFailed(error) {
        clear();
        // Any other error of the first build ends the command, which reports it.
        if (!isServing && !(error instanceof ContentError)) return;
        report(error);
      },
      onUnwatched({ message }) {
        watching = `${file ? '' : `Watching only ${definition.file}. `}Start dev again after you change ${content}.`;
        console.error(message);
      },
    },
  );
  signal.addEventListener('abort', () => loop.close());
  try {
    // Watching that ends before it is ready never settles.
    if (!isRemote) await unlessAborted(loop.watch(), signal);
    const site = await loop.build().catch((error) => {
      if (error instanceof ContentError) return null;
      throw error;
    });
    const canPost = isLoopback(probe.address);
    const { changes } = loop;
    const serveOptions = { changes, loopbackOnly: !cors, ...(canPost && { creator: loop }) };
    const server = await serve(loop, serveOptions, probe.port, address);
    isServing = true;
    const started = site ? `\n${requestsToTry(site.grid, base)}` : ' after you fix the problems.';
    console.log(`\nServing ${content} at ${base}/${started}\n`);
    console.log(watching);
    const [collection] = loop.collections;
    if (collection) console.log(canPost ? `POST adds records to ${collection}.` : POST_IS_OFF);
    console.log(`Press Ctrl-C to stop.\n${file ? keepLine(file, options) : ''}`);
    await interrupted;
    await server.close();
  } finally {
    clear();
    await loop.close();
  }
}

/** The API of data without a project. @param clear ends the line that shows progress */
function dataSource(file: string, options: Arguments, clear: () => void): DefinitionSource {
  if (file === STANDARD_INPUT) throw new UsageError(NO_INPUT);
  if (options.api !== undefined || options.content !== 'content')
    throw new UsageError(`${file} is served without a project. Leave out --api and --content.`);
  let collection: NewCollection;
  /** The key that was guessed first: a mistake in the data must not give the records other addresses. */
  let key: readonly string[] | undefined;
  return {
    file,
    async load(task) {
      collection = readAsPulled(await importCollection(file, { ...options, key }, task));
      key ??= collection.guess.keys.map(({ name }) => name);
      return defineNewApi(collection);
    },
    async read(api, task) {
      const records = await checkNewRecords(api, collection, task);
      clear();
      for (const line of noteLines(collection)) console.log(printable(line));
      return { records, content: NO_CONTENT };
    },
  };
}

const NO_INPUT = 'dev watches a file. Save standard input to a file, or use init --from -.';

/** A path below a file: it has no content, and no public/ beside it. */
const NO_CONTENT = path.join(import.meta.filename, 'content');

/** How to make a project of data. */
function keepLine(file: string, { encoding, count }: Arguments): string {
  const given = [encoding && ` --encoding ${encoding}`, count && ` --count ${count}`];
  return `To keep it: npx staticrest init --from "${file}"${given.filter(Boolean).join('')}`;
}

const READ_ONCE = 'The data is read once: start dev again to read it again.';

const NO_EVENTS = `Every change is served immediately.\nIf changes are not seen (Docker, WSL, network disks), set ${POLLING}.`;

const POST_IS_OFF = 'POST is off, as the address is open to the network.';
