import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { basePath, type Grid } from '../../src/core/grid.ts';
import { apache } from '../../src/hosts/apache/apache.ts';
import type { Engine } from '../contract/contract.ts';
import { type Asking, ask } from './ask.ts';
import { engineOf } from './engine.setup.ts';

export const apacheProgram = engineOf('apache');

/** How long the server may live, in ms, should nobody end it. */
const LIFETIME = 300_000;

/** What Apache serves. */
interface Served {
  /**
   * The folder that it serves at `/`. It becomes readable by everybody, for a server that root
   * starts reads it as another user.
   */
  readonly root: string;
  readonly grid: Grid;
  /** Is whatever stands beside the API served? Else only its files, and no listing of a folder. */
  readonly open?: boolean;
}

/** Starts Apache on this machine. */
export async function startApache({ root, grid, open = false }: Served): Promise<Engine> {
  chmodSync(root, 0o755);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-apache-'));
  const port = await freePort();
  const file = path.join(folder, 'apache2.conf');
  writeFileSync(file, configurationFor({ root, grid, open, folder, port }));
  const options = { stdio: 'ignore', timeout: LIFETIME } as const;
  const child = spawn(apacheProgram ?? '', ['-f', file, '-DFOREGROUND'], options);
  const closed = once(child, 'close');
  const asked = (target: string, asking?: Asking) => ask(port, target, asking);
  const close = async () => {
    child.kill('SIGTERM');
    await closed;
    rmSync(folder, { recursive: true });
  };
  for (let waits = 0; child.exitCode === null && waits < 200; waits++) {
    if (await asked('/').catch(() => null)) return { ask: asked, close };
    await delay(50);
  }
  const told = readFileSync(path.join(folder, 'error.log'), 'utf8');
  await close();
  throw new Error(`Apache never listened: ${told}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Those that Debian enables which matter here. */
const MODULES = [
  ...['mpm_event', 'authz_core', 'alias', 'autoindex', 'deflate', 'dir', 'env', 'filter', 'mime'],
  ...['negotiation', 'reqtimeout', 'setenvif'],
];
const CONFIGURED = ['deflate', 'dir', 'mime', 'negotiation'];

interface Setup extends Required<Served> {
  /** The folder of the server itself. */
  readonly folder: string;
  readonly port: number;
}

/** What the guide has one write and enable. */
function guided({ root, grid }: Served) {
  const guide = apache.guide(grid).replaceAll('/var/www/html', root);
  const [, modules = ''] = /^a2enmod (.*)$/m.exec(guide) ?? [];
  const [, configuration = ''] = /<<'END'\n(.*?)^END$/ms.exec(guide) ?? [];
  return { modules: modules.split(' '), configuration };
}

/** Debian's configuration with what the guide says, and settings of the server that are in the way. */
function configurationFor(setup: Setup): string {
  const { root, folder, port } = setup;
  const { modules, configuration } = guided(setup);
  return `
ServerName localhost
Listen 127.0.0.1:${port}
ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile "${folder}/pid"
ErrorLog "${folder}/error.log"
${[...MODULES, ...modules].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${CONFIGURED.map((name) => `Include /etc/apache2/mods-available/${name}.conf`).join('\n')}
User www-data
Group www-data
StartServers 1
ServerLimit 1
ThreadsPerChild 8
MaxRequestWorkers 8
TraceEnable Off

AddDefaultCharset UTF-8
Header set X-Content-Type-Options nosniff
Header append Vary Origin
${setup.open ? '' : closed(setup)}
DocumentRoot "${root}"
<Directory />
  Options FollowSymLinks
  AllowOverride None
  Require all denied
</Directory>
<Directory "${root}">
  Options Indexes FollowSymLinks
  AllowOverride None
  Require all granted
</Directory>
${configuration}
`;
}

/** A server that has nothing beside the API but files. */
const closed = ({ grid }: Served): string => `
<If "%{REQUEST_URI} !~ m#^${basePath(grid)}/(?:api(?:/|$)|$)# && ! -f %{REQUEST_FILENAME} && -z reqenv('REDIRECT_STATUS')">
  Redirect 404 /
</If>
`;
