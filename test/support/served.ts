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

/** Serves a site, or that of a folder, until it is closed. */
export async function serveSite(
  site: string | SiteSource,
  options: ServeOptions = {},
  onAnswered: (entry: LogEntry) => void = () => {},
): Promise<Served> {
  const source = typeof site === 'string' ? new SiteFolder(site) : site;
  const { port, close } = await listen(
    siteHandler(source, options, onAnswered, serveOpenFile),
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
