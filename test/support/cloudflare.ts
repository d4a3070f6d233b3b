import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'jsonc-parser';
import { Log, LogLevel, Miniflare } from 'miniflare';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { type Answer, ask } from './ask.ts';

/** How long the engine may live, in ms, should nobody end it. */
const LIFETIME = 300_000;

/** What of `wrangler.jsonc` a site's files have. */
interface Configuration {
  readonly name: string;
  readonly main: string;
  readonly compatibility_date: string;
  readonly assets: {
    readonly directory: string;
    readonly binding: string;
    readonly run_worker_first: string[];
  };
}

/**
 * Starts Cloudflare's runtime with the Workers that Cloudflare itself runs before ours: the one that
 * routes, and the one that serves the files. It takes what `wrangler dev` would.
 */
export async function startCloudflare({ root }: Pick<Deployed, 'root'>): Promise<Engine> {
  const text = readFileSync(path.join(root, 'wrangler.jsonc'), 'utf8');
  const { name, main, compatibility_date: date, assets }: Configuration = parse(text);
  const engine = new Miniflare({
    name,
    host: '127.0.0.1',
    port: 0,
    // It would ask the network for an example of what Cloudflare knows of a request.
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.ERROR),
    modules: true,
    modulesRoot: root,
    scriptPath: path.join(root, main),
    compatibilityDate: date,
    assets: {
      directory: path.join(root, assets.directory),
      binding: assets.binding,
      routerConfig: {
        has_user_worker: true,
        static_routing: { user_worker: assets.run_worker_first },
      },
    },
  });
  const end = setTimeout(() => engine.dispose(), LIFETIME).unref();
  const { port } = await engine.ready;
  return {
    ask: async (target, asking) => plain(await ask(Number(port), target, asking)),
    async close() {
      clearTimeout(end);
      await engine.dispose();
    },
  };
}

/** An answer without the compression that Cloudflare adds for a client that takes it. */
function plain(answer: Answer): Answer {
  const { 'content-encoding': encoding, ...headers } = answer.headers;
  if (!encoding?.includes('gzip')) return answer;
  return { ...answer, headers, body: gunzipSync(answer.body) };
}
