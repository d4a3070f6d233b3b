import { onTestFinished } from 'vitest';
import { type LogEntry, type ServeOptions, siteHandler } from '../../src/server/handler.ts';
import { listen } from '../../src/server/listen.ts';
import { serveOpenFile } from '../../src/server/serve-open-file.ts';
import { SiteFolder, type SiteSource } from '../../src/server/site-folder.ts';
import { type Answer, type RequestOptions, sendRequest } from './http.ts';

/** A server of a site's folder on this machine. */
export interface Served {
  readonly port: number;
  send(target: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Serves a site, or that of a folder, until it is closed.
 * @param options with `asBuilt`, requests name no host, so that links stay as they were built
 */
export async function serveSite(
  site: string | SiteSource,
  { asBuilt, ...options }: ServeOptions & { readonly asBuilt?: boolean } = {},
  onAnswered: (entry: LogEntry) => void = () => {},
): Promise<Served> {
  const source = typeof site === 'string' ? new SiteFolder(site) : site;
  const handler = siteHandler(source, options, onAnswered, serveOpenFile);
  const { port, close } = await listen(
    (request, response) => {
      if (asBuilt) request.headers.host = '';
      handler(request, response);
    },
    0,
    '127.0.0.1',
  );
  return { port, close, send: (target, options) => sendRequest(port, target, options) };
}

/** Serves a site until the test has finished. */
export async function servedSite(...site: Parameters<typeof serveSite>): Promise<Served> {
  const served = await serveSite(...site);
  onTestFinished(() => served.close());
  return served;
}

/** Serves the same page at each address until it is closed. */
export const servePage = (html: string) =>
  listen(
    (_, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
    0,
    '127.0.0.1',
  );
