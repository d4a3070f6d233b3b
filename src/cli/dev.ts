import { AuthoringLoop } from '../server/dev.ts';
import { isLoopback } from '../server/guard.ts';
import { listen } from '../server/listen.ts';
import { POLLING } from '../server/watch.ts';
import { ContentError } from '../util/problem.ts';
import { type OnProgress, unlessAborted } from '../util/progress.ts';
import { formatCount } from '../util/text.ts';
import { findApi } from './api.ts';
import { moduleLoader } from './module-loader.ts';
import type { Arguments } from './options.ts';
import { openInBrowser, requestsToTry, serve, shownBase } from './preview.ts';
import { report, warnOfEmptyCollections } from './report.ts';
import { formatSeconds, interruptible, progressLine, withAddresses } from './terminal.ts';

/** `staticrest dev`: builds and serves the content in memory, again after every change. */
export async function devCommand(options: Arguments): Promise<void> {
  const { content, address, open, cors, allowRemoval } = options;
  const importFile = moduleLoader((file) => loop.watchModule(file));
  const { source, load } = findApi(options, importFile);
  // The links need the port. A port that is taken is reported before anything is built.
  const probe = await listen(() => {}, options.port, address);
  await probe.close();
  const base = shownBase(address, probe.port);
  const { signal, interrupted } = interruptible();
  const progress = progressLine();
  let isServing = false;
  let watching = `Watching ${content} and ${source.definition}. Every change is served immediately.\n${NO_EVENTS}`;
  const onProgress: OnProgress = (...step) => !isServing && progress.update(...step);
  const loop = new AuthoringLoop(
    { definition: { file: source.definition, load }, content, base, allowRemoval, onProgress },
    {
      onBuilt({ records, grid }, milliseconds) {
        progress.clear();
        const time = formatSeconds(milliseconds);
        console.log(`Built ${formatCount(records, 'record')} of ${content} in ${time}`);
        warnOfEmptyCollections(content, grid.collections);
      },
      onAdded: (file) => console.log(`Added ${file}`),
      onFailed(error) {
        progress.clear();
        // Any other error of the first build ends the command, which reports it.
        if (!isServing && !(error instanceof ContentError)) return;
        report(error, false, 'the site did not change');
      },
      onUnwatched({ message }) {
        watching = `Watching only ${source.definition}. Start dev again after you change ${content}.`;
        console.error(message);
      },
    },
  );
  signal.addEventListener('abort', () => loop.close());
  try {
    // Watching that ends before it is ready never settles.
    await unlessAborted(loop.watch(), signal);
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
    console.log(withAddresses(`\nServing ${content} at ${base}/${started}\n`));
    console.log(watching);
    const [collection] = loop.collections;
    if (collection) console.log(canPost ? `POST adds records to ${collection}.` : POST_IS_OFF);
    console.log('Press Ctrl-C to stop.\n');
    if (open) openInBrowser(`${base}/`);
    await interrupted;
    await server.close();
  } finally {
    progress.clear();
    await loop.close();
  }
}

const NO_EVENTS = `If changes are not seen (Docker, WSL, network disks), set ${POLLING}.`;

const POST_IS_OFF = 'POST is off, as the address is open to the network.';
