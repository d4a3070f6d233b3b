import { onTestFinished } from 'vitest';
import { type ServeOptions, siteHandler } from '../../src/server/handler.ts';
import { listen } from '../../src/server/listen.ts';
import { SiteFolder } from '../../src/server/site-folder.ts';
import { type Answer, type Asking, ask, askRaw } from './ask.ts';

/** A site's folder with a server on this machine. */
export interface Served {
  readonly port: number;
  ask(target: string, asking?: Asking): Promise<Answer>;
  /** Asks with exactly these header lines, so that a `Host` may be anything, or absent. */
  askLines(target: string, ...lines: readonly string[]): Promise<Answer>;
  close(): Promise<void>;
}

/** Serves a site's folder until it is closed. */
export async function serveSite(folder: string, options: ServeOptions = {}): Promise<Served> {
  const handler = siteHandler(new SiteFolder(folder), options, () => {});
  const { port, close } = await listen(handler, 0, '127.0.0.1');
  return {
    port,
    close,
    ask: (target, asking) => ask(port, target, asking),
    async askLines(target, ...lines) {
      const head = [`GET ${target} HTTP/1.1`, 'Connection: close', ...lines, '', ''];
      const answer = await askRaw(port, Buffer.from(head.join('\r\n'), 'latin1'));
      if (!answer) throw new Error('There is no answer.');
      return answer;
    },
  };
}

/** Serves a site's folder until the test has finished. */
export async function servedSite(folder: string, options?: ServeOptions): Promise<Served> {
  const served = await serveSite(folder, options);
  onTestFinished(() => served.close());
  return served;
}
