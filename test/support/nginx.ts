import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { nginx } from '../../src/hosts/nginx/nginx.ts';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { ask } from './ask.ts';
import { engineOf } from './engine.setup.ts';
import { writeFiles } from './folder.ts';

export const NGINX = engineOf('nginx');

/** How long a server may live, in ms, should nobody end it. */
const LIFETIME = 300_000;

/** The file that a site's README has its reader write, on another port and for another folder. */
export function guidedServer(
  { grid, root, configuration }: Omit<Deployed, 'site'>,
  port: number,
): string {
  const [, written = ''] = /<<'END'\n(.*?)^END$/ms.exec(nginx.guide(grid)) ?? [];
  const [, folder = ''] = /^ {4}root (.*);$/m.exec(written) ?? [];
  return written
    .replaceAll(/^( *include ).*\/(?=\w+\.conf;$)/gm, `$1${configuration}/`)
    .replace(`root ${folder};`, `root ${root};`)
    .replace(/listen \d+;/, `listen 127.0.0.1:${port};`);
}

/** Starts nginx as a site's README says to. */
export const startNginx = (site: Deployed): Promise<Engine & { port: number }> =>
  serveWith((port) => guidedServer(site, port));

/** Starts nginx with what stands in `http { }`. */
export async function serveWith(
  http: (port: number) => string,
): Promise<Engine & { port: number }> {
  const port = await freePort();
  const folder = configure(http(port));
  const child = spawn(NGINX ?? '', argumentsFor(folder), {
    stdio: 'ignore',
    timeout: LIFETIME,
    killSignal: 'SIGKILL',
  });
  const closed = once(child, 'close');
  const close = async () => {
    child.kill('SIGKILL');
    await closed;
    rmSync(folder, { recursive: true });
  };
  if (await listens(child, port)) {
    return { port, ask: (target, asking) => ask(port, target, asking), close };
  }
  const log = readFileSync(path.join(folder, 'error.log'), 'utf8');
  await close();
  throw new Error(`nginx does not listen: ${log}`);
}

/** What `nginx -t` says of what stands in `http { }`, if it refuses it or warns. */
export function complaints(http: string): string {
  const folder = configure(http);
  const { stderr } = spawnSync(NGINX ?? '', ['-t', '-q', ...argumentsFor(folder)], {
    encoding: 'utf8',
    timeout: LIFETIME,
  });
  rmSync(folder, { recursive: true });
  return stderr;
}

const argumentsFor = (folder: string) => [
  ...['-p', folder, '-e', path.join(folder, 'error.log')],
  ...['-c', path.join(folder, 'nginx.conf')],
];

/** A folder with a configuration that has everything else in that folder. */
function configure(http: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const lines = [
    'daemon off;',
    'master_process off;',
    `pid ${folder}/nginx.pid;`,
    'events { }',
    'http {',
    'access_log off;',
    // Debian's, which its own configuration includes.
    'include /etc/nginx/mime.types;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    http,
    '}',
  ];
  writeFiles(folder, { 'nginx.conf': `${lines.join('\n')}\n` });
  return folder;
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Waits until a server takes connections; false where it ends before. */
async function listens(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = net.connect(port, '127.0.0.1');
    const heard = await once(socket, 'connect').catch(() => null);
    socket.destroy();
    if (heard) return true;
    await setTimeout(20);
  }
  return false;
}
