import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { basePath } from '../../src/core/grid.ts';
import type { Engine, Start } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { withLinksTo } from './http.ts';
import { startNginx } from './nginx.ts';
import { staticHost } from './static-host.ts';

const PROGRAM = path.resolve('test/support/client.mjs');

/** The absolute address of a target on the host that a site was built for. */
export const builtTarget = ({ grid }: Deployed, target: string): string =>
  grid.base.slice(0, grid.base.length - basePath(grid).length) + target;

/**
 * Starts a Node process that answers requests with the client.js in a site's folder.
 * @param folder of the client.js
 * @param address of the site that it connects to
 */
export async function startClient(
  site: Deployed,
  folder: string,
  address: string,
): Promise<Engine> {
  const child = fork(PROGRAM, [pathToFileURL(path.join(folder, 'client.js')).href, address]);
  const closed = once(child, 'close');
  /** The next message; an error if the process ends before. */
  const received = async () => {
    const failed = closed.then(([code]) => Promise.reject(new Error(`The client ended: ${code}`)));
    const [message] = await Promise.race([once(child, 'message'), failed]);
    return message;
  };
  await received();
  return {
    async send(target, options) {
      const answered = received();
      child.send([builtTarget(site, target), options ?? {}]);
      const { body, ...answer } = await answered;
      return { ...answer, body: Buffer.from(body, 'latin1') };
    },
    async close() {
      child.kill();
      await closed;
    },
  };
}

/** Starts an engine that a host serves, and what is closed with it. */
export const startAt =
  (
    serve: (site: Deployed) => Promise<{ readonly origin: string; close(): Promise<void> }>,
    open: (site: Deployed, address: string) => Promise<Engine>,
  ): Start =>
  async (site) => {
    const host = await serve(site);
    const address = `${host.origin}${basePath(site.grid)}/`;
    const engine = await open(site, address);
    const close = async () => {
      await engine.close();
      await host.close();
    };
    return {
      async send(target, options) {
        return withLinksTo(await engine.send(target, options), address, `${site.grid.base}/`);
      },
      close,
    };
  };

/** Serves a site as GitHub Pages does. */
export const servePlainFiles = ({ root, grid }: Deployed) =>
  staticHost(root, { notFound: `${basePath(grid)}/404.html` });

/** Serves a site with nginx as its guide describes. */
export async function serveByRules(site: Deployed) {
  const { port, close } = await startNginx(site);
  return { origin: `http://127.0.0.1:${port}`, close };
}
