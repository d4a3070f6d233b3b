import { requireTarget } from '../build/target.ts';
import type { Grid } from '../core/grid.ts';
import { AuthorLoop } from '../server/dev.ts';
import { isLoopback } from '../server/post-guard.ts';
import { listen } from '../server/listen.ts';
import { ContentError } from '../util/problem.ts';
import { formatCount } from '../util/text.ts';
import { loadApi } from './api.ts';
import { type BuildArguments, builtLines } from './build.ts';
import { interruptible } from './interrupt.ts';
import { parsePort } from './options.ts';
import { introduce, type ListenArguments, serve, shownBase } from './preview.ts';
import { report } from './report.ts';
import { formatSeconds, progressLine } from './terminal.ts';

export interface DevArguments extends Omit<BuildArguments, 'baseUrl'>, ListenArguments {
  readonly allowPost: boolean;
}

/** `staticrest dev`: build, serve, and build again after every change. */
export async function devCommand(options: DevArguments): Promise<void> {
  const { content, out, address } = options;
  const api = await loadApi(options);
  requireTarget(out, content);
  // Links are built with the port, and one that is taken is told before anything is built.
  const probe = await listen(() => {}, parsePort(options.port), address);
  await probe.close();
  const base = shownBase(address, probe.port);
  const { signal, heard } = interruptible();
  const progress = progressLine();
  let isUp = false;
  const loop = new AuthorLoop(
    {
      ...{ api, content, out, base, onWait: progress.tell },
      onProgress: (...step) => !isUp && progress.update(...step),
    },
    {
      onServed: ({ records }, milliseconds) =>
        isUp &&
        console.log(`${formatCount(records, 'record')} served, in ${formatSeconds(milliseconds)}`),
      onWritten(built, milliseconds) {
        progress.clear();
        console.log(builtLines(built, out, milliseconds));
      },
      onAdded: (file) => console.log(`Added ${file}`),
      onFailed(error) {
        progress.clear();
        // What ends the command is told when it does.
        if (isUp || isMendable(error)) report(error, 'the site stays as it was');
      },
      onUnwatched: ({ message }) => console.error(message),
    },
  );
  signal.addEventListener('abort', () => loop.close());
  const creator = isLoopback(probe.address) || options.allowPost ? loop.creator : undefined;
  try {
    const isWatching = await loop.watch();
    const grid = await firstGrid(loop);
    const server = await serve(loop.place, { creator }, { port: `${probe.port}`, address });
    try {
      if (grid) await loop.written();
      isUp = true;
      if (grid) introduce(out, grid, base);
      else console.log(`\nServing ${out} at ${base}/ once the content is mended.`);
      if (isWatching) console.log(`Watching ${content}: what changes there is served.`);
      const [first] = loop.creator.collections;
      if (first) console.log(creator ? `New ${first} can be posted.` : POST_IS_OFF);
      console.log('Ctrl-C ends it.\n');
      await heard;
    } finally {
      await server.close();
    }
  } finally {
    progress.clear();
    await loop.close();
  }
}

const POST_IS_OFF = 'The address is open to the network: --allow-post takes POST there.';

/** The grid of the first site, or null where the content is to be mended first. */
async function firstGrid(loop: AuthorLoop): Promise<Grid | null> {
  try {
    await loop.build();
    return (await loop.place.current()).grid;
  } catch (error) {
    if (isMendable(error)) return null;
    throw error;
  }
}

const isMendable = (error: unknown): boolean => error instanceof ContentError;
