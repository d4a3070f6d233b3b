import { UsageError } from '../problem.ts';
import { listen } from '../serve/listen.ts';
import { openSite } from '../serve/site.ts';
import { type BuildArguments, buildSite } from './build.ts';
import { parsePort } from './options.ts';
import { introduce, type ListenArguments, serve, shownBase, untilInterrupted } from './preview.ts';

/** `staticrest start`: a build whose links lead to the preview that follows it. */
export async function startCommand(
  options: Omit<BuildArguments, 'baseUrl'> & ListenArguments,
): Promise<void> {
  const port = parsePort(options.port);
  if (port === 0)
    throw new UsageError('start needs a fixed --port, since links are built with it.');
  // A taken port is told before the build and not after it.
  await (await listen(() => {}, port, options.address)).close();
  const base = shownBase(options.address, port);
  await buildSite(options, base);
  const site = openSite(options.out);
  const server = await serve(site, options);
  const interrupted = untilInterrupted(server);
  introduce(options.out, site.grid, base);
  await interrupted;
}
