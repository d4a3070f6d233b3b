import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { deployed } from '../contract/deployed.ts';
import { temporaryFolder } from './folder.ts';
import { NGINX, startNginx } from './nginx.ts';
import { serveSite } from './served.ts';
import { buildShippedSite, shippedManifest, shippedSite } from './shipped-site.ts';
import { staticHost } from './static-host.ts';

interface PageHost {
  /** The address of the page. */
  readonly root: string;
  close(): Promise<void>;
}

type PageHostName = 'preview' | 'nginx' | 'files';

/** Each starts a host of the shipped site, with its files in an empty folder. */
const START: Readonly<Record<PageHostName, (folder: string) => Promise<PageHost>>> = {
  async preview() {
    const { port, close } = await serveSite(shippedSite());
    return { root: `http://127.0.0.1:${port}/`, close };
  },
  async nginx(folder) {
    const built = { folder: shippedSite(), grid: shippedManifest().grid };
    const { port, close } = await startNginx(deployed('nginx', built, folder));
    return { root: `http://127.0.0.1:${port}/`, close };
  },
  async files(folder) {
    const out = path.join(folder, 'dist');
    await buildShippedSite(out, 'files');
    const { origin, close } = await staticHost(out, { notFound: '404.html' });
    return { root: `${origin}/`, close };
  },
};

export const PAGE_HOSTS: readonly PageHostName[] = NGINX
  ? ['preview', 'nginx', 'files']
  : ['preview', 'files'];

/** Serves the shipped site during the tests of a suite. */
export function startPageHost(name: PageHostName): { readonly root: string } {
  let host: PageHost | undefined;
  beforeAll(async () => {
    host = await START[name](temporaryFolder());
  });
  afterAll(() => host?.close());
  return {
    get root() {
      return host?.root ?? '';
    },
  };
}
