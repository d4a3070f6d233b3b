import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { Log, LogLevel, Miniflare } from 'miniflare';

/**
 * Starts Cloudflare's runtime over a folder with a site and the files for Cloudflare.
 * @returns `spend` sends a request and tells the milliseconds of processor that the runtime needs for it
 */
export async function startWorkerd(folder) {
  const others = childrenOf(process.pid);
  const { main, compatibility_date, assets } = parse(
    readFileSync(path.join(folder, 'wrangler.jsonc'), 'utf8'),
  );
  const engine = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    // By default it downloads an example of what Cloudflare adds to a request.
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.ERROR),
    modules: true,
    modulesRoot: folder,
    scriptPath: path.join(folder, main),
    compatibilityDate: compatibility_date,
    assets: {
      directory: folder,
      binding: assets.binding,
      routerConfig: {
        has_user_worker: true,
        static_routing: { user_worker: assets.run_worker_first },
      },
    },
  });
  const { origin } = await engine.ready;
  const [pid] = childrenOf(process.pid).filter((child) => !others.includes(child));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async spend(target) {
      const before = processorOf(pid);
      await request(origin + target, agent);
      return processorOf(pid) - before;
    },
    async stop() {
      agent.destroy();
      await engine.dispose();
    },
  };
}

const request = (url, agent) =>
  new Promise((done, fail) => {
    http
      .get(url, { agent }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`${url} got ${response.statusCode}.`));
        response.resume().on('end', done);
      })
      .on('error', fail);
  });

/** The processes that a process has started. Linux only. */
const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );

/** The milliseconds that a process has computed, with all of its threads: `stat` has only hundredths of a second. */
function processorOf(pid) {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [own] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
    nanoseconds += Number(own);
  }
  return nanoseconds / 1e6;
}
