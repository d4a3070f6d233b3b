import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'jsonc-parser';
import { Log, LogLevel, Miniflare } from 'miniflare';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { type Answer, sendRequest, withLinksTo } from './http.ts';

/** The properties of `wrangler.jsonc` that a site has. */
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
 * Starts Cloudflare's runtime, as `wrangler dev` does, with the Workers that Cloudflare runs before
 * ours: the one that routes, and the one that serves the files.
 */
export async function startCloudflare({
  root,
  grid,
}: Pick<Deployed, 'root' | 'grid'>): Promise<Engine> {
  const text = readFileSync(path.join(root, 'wrangler.jsonc'), 'utf8');
  const { name, main, compatibility_date: date, assets }: Configuration = parse(text);
  const engine = new Miniflare({
    name,
    host: '127.0.0.1',
    port: 0,
    // By default it downloads an example of what Cloudflare adds to a request.
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
  const { port } = await engine.ready;
  return {
    async send(target, request) {
      const answer = uncompressed(await sendRequest(Number(port), target, request));
      return withLinksTo(answer, `http://127.0.0.1:${port}`, new URL(grid.base).origin);
    },
    close: () => engine.dispose(),
  };
}

/** An answer without the compression that Cloudflare adds for a client that accepts it. */
function uncompressed(answer: Answer): Answer {
  const { 'content-encoding': encoding, ...headers } = answer.headers;
  if (!encoding?.includes('gzip')) return answer;
  // The answer to HEAD has no body.
  const body = answer.body.length > 0 ? gunzipSync(answer.body) : answer.body;
  return { ...answer, headers, body };
}
