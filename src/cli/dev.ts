import type { Grid } from '../grid.ts';
import { AuthorLoop } from '../loop.ts';
import { ContentError } from '../problem.ts';
import { isLoopback } from '../serve/guard.ts';
import type { Creator } from '../serve/post.ts';
import { openSite } from '../serve/site.ts';
import { loadApi } from './api.ts';
import { type BuildArguments, builtLine } from './build.ts';
import { interruptible } from './interrupt.ts';
import { introduce, type ListenArguments, serve, shownBase } from './preview.ts';
import { report } from './report.ts';
import { progressLine } from './terminal.ts';

export interface DevArguments extends Omit<BuildArguments, 'baseUrl'>, ListenArguments {
  readonly allowPost: boolean;
}

/** `staticrest dev`: build, serve, and build again after every change. */
export async function devCommand(options: DevArguments): Promise<void> {
  const { content, out, address } = options;
  const api = await loadApi(options);
  const serving: { creator?: Creator } = {};
  // Before the build, since links are built with the port; and one that is taken is told at once.
  const server = await serve(out, serving, options);
  const base = shownBase(address, server.port);
  const { signal, heard } = interruptible();
  const progress = progressLine();
  let isUp = false;
  const loop = new AuthorLoop(
    { api, content, out, base, onProgress: (...step) => !isUp && progress.update(...step) },
    {
      onBuilt(built, milliseconds) {
        progress.clear();
        console.log(builtLine(built, out, milliseconds));
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
  try {
    const isWatching = await loop.watch();
    const grid = (await firstGrid(loop)) ?? formerGrid(out);
    const isOpen = !isLoopback(server.address);
    if (!isOpen || options.allowPost) serving.creator = loop.creator;
    isUp = true;
    if (grid) introduce(out, grid, base);
    else console.log(`\nServing ${out} at ${base}/api/ once the content is mended.`);
    if (isWatching) console.log(`Watching ${content}: what changes there is served.`);
    const [first] = loop.creator.collections;
    if (serving.creator && first) console.log(`New ${first} can be posted.`);
    else if (first)
      console.log('The address is open to the network: --allow-post takes POST there.');
    console.log('Ctrl-C ends it.\n');
    await heard;
  } finally {
    progress.clear();
    await server.close();
    await loop.close();
  }
}

/** The first build's grid, or null where the content has to be mended first. */
async function firstGrid(loop: AuthorLoop): Promise<Grid | null> {
  try {
    return (await loop.build()).grid;
  } catch (error) {
    if (isMendable(error)) return null;
    throw error;
  }
}

/** The grid of the site that an earlier build made, if there is one: it is served meanwhile. */
function formerGrid(out: string): Grid | null {
  try {
    return openSite(out).grid;
  } catch {
    return null;
  }
}

const isMendable = (error: unknown): boolean => error instanceof ContentError;
