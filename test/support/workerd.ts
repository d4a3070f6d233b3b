import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Grid } from '../../src/core/grid.ts';
import { writeFiles } from './folder.ts';

/** What the package of the runtime exports; it has no types. */
interface Package {
  /** The path of the program. */
  readonly default: string;
  /** The newest day, `YYYY-MM-DD`, whose behaviour the program knows. */
  readonly compatibilityDate: string;
}

const require = createRequire(import.meta.url);

/** @throws on a platform that there is no program for */
const load = (): Package => require('workerd');

/** Is this a platform that Cloudflare builds its runtime for? */
export function hasWorkerd(): boolean {
  try {
    load();
    return true;
  } catch (error) {
    if (/^Unsupported platform/.test((error as Error).message)) return false;
    throw error;
  }
}

/** How long the runtime may live, in ms, should nobody end it. */
const LIFETIME = 60_000;

/** Cloudflare's runtime with a Worker that answers from a site's folder. */
export class Workerd {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-workerd-'));
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #stderr = '';

  /** @param bundle the file of the module that has `answer` */
  constructor(bundle: string, { folder, grid }: { folder: string; grid: Grid }) {
    const { default: program, compatibilityDate } = load();
    writeFiles(this.#folder, {
      'config.capnp': configFor(compatibilityDate),
      'worker.js': WORKER,
      'grid.json': JSON.stringify(grid),
    });
    copyFileSync(bundle, path.join(this.#folder, 'answer.bundle.js'));
    const config = path.join(this.#folder, 'config.capnp');
    // The system chooses the port; the program tells it through the descriptor 3.
    const args = ['serve', config, `--directory-path=site=${folder}`, '--control-fd=3'];
    this.#child = spawn(program, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: LIFETIME,
      killSignal: 'SIGKILL',
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.#closed = once(this.#child, 'close');
  }

  /** The port it listens on, as soon as it does; throws where it ends before. */
  async port(): Promise<number> {
    const control = this.#child.stdio[3] as Readable;
    const told = once(control, 'data').then(([line]) => JSON.parse(String(line)).port);
    const port = await Promise.race([told, this.#closed]);
    if (typeof port === 'number') return port;
    throw new Error(`workerd ended before it listened: ${this.#stderr}`);
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    rmSync(this.#folder, { recursive: true });
  }
}

/** What a Worker's author writes, and no more. */
const WORKER = `import { answer } from './answer.bundle.js';

export default {
  fetch(request, { grid, site }) {
    const read = async (file) => {
      const response = await site.fetch('http://site/' + file);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
    };
    return answer(request, { grid, read });
  },
};
`;

/**
 * Without Node's modules and globals, which Workers have by default since 2026-08-04.
 * https://developers.cloudflare.com/changelog/post/2026-08-04-nodejs-compat-default/
 * https://github.com/cloudflare/workerd/blob/main/src/workerd/server/workerd.capnp
 */
const configFor = (compatibilityDate: string) => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .edge),
    (name = "site", disk = ()),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "edge")],
);

const edge :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "answer.bundle.js", esModule = embed "answer.bundle.js"),
  ],
  bindings = [
    (name = "grid", json = embed "grid.json"),
    (name = "site", service = "site"),
  ],
  compatibilityDate = "${compatibilityDate}",
  compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"],
);
`;
