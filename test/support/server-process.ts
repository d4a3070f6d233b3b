import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Engine } from '../contract/contract.ts';
import { temporaryFolder } from './folder.ts';
import { sendRequest } from './http.ts';

/** The longest life of a server that no test stops, in ms. */
const LIFETIME = 300_000;

/** A server that a test starts on this machine. */
export interface ServerProgram {
  readonly program: string | undefined;
  /** Variables of its environment, besides those of the port and the address. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Writes the configuration.
   * @param folder the server's own folder, removed at its end; `log` in it is shown if it fails
   * @param port the port to listen on
   * @returns the arguments of the program
   */
  readonly configure: (folder: string, port: number) => readonly string[];
}

/** Starts a server and waits until it accepts connections. */
export async function startServer({
  program = '',
  environment,
  configure,
}: ServerProgram): Promise<Engine & { readonly port: number; log(): string }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const args = configure(folder, port);
  const logFile = path.join(folder, 'log');
  const log = openSync(logFile, 'a');
  const child = spawn(program, args, {
    cwd: folder,
    // Caddy keeps its state at home, and would take every core.
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: '',
      XDG_CONFIG_HOME: '',
      GOMAXPROCS: '1',
      PORT: `${port}`,
      HOST: '127.0.0.1',
      ...environment,
    },
    stdio: ['ignore', log, log],
    timeout: LIFETIME,
  });
  closeSync(log);
  const closed = once(child, 'close');
  const close = async () => {
    child.kill();
    await closed;
  };
  const logged = () => readFileSync(logFile, 'utf8');
  const send: Engine['send'] = (...request) => sendRequest(port, ...request);
  while (child.exitCode === null && child.signalCode === null) {
    if (await accepts(port)) return { port, send, close, log: logged };
    await setTimeout(20);
  }
  const text = logged();
  await close();
  throw new Error(`${program} does not listen: ${text}`);
}

/** Tells whether a server accepts connections on a port. */
async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
