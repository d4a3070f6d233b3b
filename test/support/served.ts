import { onTestFinished } from 'vitest';
import { type ServeOptions, siteHandler } from '../../src/server/handler.ts';
import { listen } from '../../src/server/listen.ts';
import { SiteFolder } from '../../src/server/site-folder.ts';
import { type Answer, type RequestOptions, sendRequest } from './http.ts';

/** A server of a site's folder on this machine. */
export interface Served {
  readonly port: number;
  send(target: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Serves a site's folder until it is closed. */
export async function serveSite(folder: string, options: ServeOptions = {}): Promise<Served> {
  const handler = siteHandler(new SiteFolder(folder), options, () => {});
  const { port, close } = await listen(handler, 0, '127.0.0.1');
  return {
    port,
    close,
    send: (target, options) => sendRequest(port, target, options),
  };
}

/** Serves a site's folder until the test has finished. */
export async function servedSite(folder: string, options?: ServeOptions): Promise<Served> {
  const served = await serveSite(folder, options);
  onTestFinished(() => served.close());
  return served;
}
