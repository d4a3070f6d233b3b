import type { Grid } from '../grid.ts';
import { AuthorLoop } from '../loop.ts';
import { ContentError } from '../problem.ts';
import { isLoopback } from '../serve/guard.ts';
import { listen } from '../serve/listen.ts';
import { loadApi } from './api.ts';
import { type BuildArguments, builtLine } from './build.ts';
import { interruptible } from './interrupt.ts';
import { parsePort } from './options.ts';
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
  // A taken port is told before the build and not after it.
  const probe = await listen(() => {}, parsePort(options.port), address);
  await probe.close();
  const base = shownBase(address, probe.port);
  const { signal, heard } = interruptible();
  const progress = progressLine();
  let isUp = false;
  const onProgress: typeof progress.update = (...step) => !isUp && progress.update(...step);
  const loop = new AuthorLoop(
    { api, content, out, base, onProgress },
    {
      onBuilt(built, milliseconds) {
        progress.clear();
        console.log(builtLine(built, out, milliseconds));
      },
      onFailed(error) {
        progress.clear();
        if (isUp || isMendable(error)) report(error, 'the last good site, if any, stays up');
      },
      onUnwatched: ({ message }) => console.error(message),
    },
  );
  signal.addEventListener('abort', () => loop.close());
  try {
    await loop.watch();
    const grid = await firstGrid(loop);
    const creator = isLoopback(address) || options.allowPost ? loop.creator : undefined;
    const server = await serve(out, { creator }, { port: `${probe.port}`, address });
    isUp = true;
    if (grid) introduce(out, grid, base);
    else console.log(`\nServing ${out} at ${base}/api/ once the content is mended.`);
    console.log(`Watching ${content}${takes(creator?.collections ?? [])} (Ctrl-C ends it).\n`);
    await heard;
    await server.close();
  } finally {
    progress.clear();
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

const isMendable = (error: unknown): boolean => error instanceof ContentError;

const takes = (collections: readonly string[]): string =>
  collections.length > 0 ? `; ${collections.join(', ')} can be posted to` : '';
