import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { ask } from './ask.ts';
import { engineOf } from './engine.setup.ts';

/** Caddy, which Debian has: https://packages.debian.org/caddy */
export const CADDY = engineOf('caddy');

/** How long Caddy may live, in ms, should nobody end it, and take to start. */
const LIFETIME = 300_000;
const START = 20_000;

/**
 * Starts Caddy with the whole configuration that a user has, edited as the README says: the address
 * and the root. What is before it keeps Caddy to this machine.
 */
export async function startCaddy({ root, configuration }: Deployed): Promise<Engine> {
  const port = await freePort();
  const folder = configured(configuration, { address: `http://127.0.0.1:${port}`, root });
  const caddy = new Caddy(folder);
  try {
    await caddy.listens(port);
  } catch (error) {
    await caddy.end();
    throw error;
  }
  return { ask: (target, asking) => ask(port, target, asking), close: () => caddy.end() };
}

/** Does Caddy take a configuration? Where it does not: what it says. */
export function refusalOf(configuration: string, root: string): string | null {
  const folder = configured(configuration, { address: 'http://127.0.0.1:9', root });
  const args = ['validate', '--adapter', 'caddyfile', '--config', path.join(folder, MAIN)];
  const { status, stderr } = spawnSync(CADDY ?? '', args, {
    env: envIn(folder),
    timeout: START,
  });
  rmSync(folder, { recursive: true });
  return status === 0 ? null : String(stderr);
}

const MAIN = 'test.caddy';

/** A folder of its own with a host's files, and the file that has Caddy read them. */
function configured(from: string, { address, root }: { address: string; root: string }): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-caddy-'));
  cpSync(from, folder, { recursive: true });
  const file = path.join(folder, 'Caddyfile');
  const edited = readFileSync(file, 'utf8')
    .replace(/^https?:\S+ \{$/m, `${address} {`)
    .replace(/^\troot \* .*$/m, `\troot * ${root}`);
  writeFileSync(file, edited);
  writeFileSync(path.join(folder, MAIN), `${ALONE}\nimport Caddyfile\n`);
  return folder;
}

/** No certificates, no way to change the configuration, and nobody else's requests. */
const ALONE = `{
	admin off
	auto_https off
	default_bind 127.0.0.1
	log {
		level WARN
	}
}
`;

/** Where Caddy keeps what it writes; and how many cores it takes. */
const envIn = (folder: string) => ({
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
  GOMAXPROCS: '1',
});

/** A Caddy that runs with a folder's configuration, and removes the folder at its end. */
class Caddy {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #stderr = '';

  constructor(private readonly folder: string) {
    const args = ['run', '--adapter', 'caddyfile', '--config', path.join(folder, MAIN)];
    this.#child = spawn(CADDY ?? '', args, {
      cwd: folder,
      env: envIn(folder),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LIFETIME,
      killSignal: 'SIGKILL',
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.#closed = once(this.#child, 'close');
  }

  /** Waits until it listens on a port. Throws where it ends before, or never does. */
  async listens(port: number): Promise<void> {
    const end = performance.now() + START;
    while (!(await isOpen(port))) {
      if (this.#child.exitCode !== null || performance.now() > end) {
        throw new Error(`Caddy does not listen: ${this.#stderr}`);
      }
      await sleep(50);
    }
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    rmSync(this.folder, { recursive: true });
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => done(true)).on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
