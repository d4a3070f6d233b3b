import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { engineOf } from './engine.setup.ts';
import { startServer } from './server-process.ts';

/** Caddy, which Debian has: https://packages.debian.org/caddy */
export const CADDY = engineOf('caddy');

type Site = Pick<Deployed, 'root' | 'configuration'>;

/** Starts Caddy with the configuration that a user has: with another address and another root. */
export const startCaddy = (site: Site): Promise<Engine> =>
  startServer({
    program: CADDY,
    configure: (folder, port) => ['run', ...configured(site, folder, port)],
  });

/** What Caddy says of a configuration that it rejects; null: it accepts it. */
export function configurationError(site: Site, folder: string): string | null {
  const args = ['validate', ...configured(site, folder, 9)];
  const { status, stderr } = spawnSync(CADDY ?? '', args, {
    encoding: 'utf8',
    env: { HOME: folder },
    timeout: 20_000,
  });
  return status === 0 ? null : stderr;
}

/** Copies a configuration to a folder, and makes the arguments that have Caddy read it. */
function configured({ root, configuration }: Site, folder: string, port: number): string[] {
  cpSync(configuration, folder, { recursive: true });
  const file = path.join(folder, 'Caddyfile');
  const text = readFileSync(file, 'utf8')
    .replace(/^https?:\S+ \{$/m, `http://127.0.0.1:${port} {`)
    .replace(/^\troot \* .*$/m, `\troot * ${root}`);
  writeFileSync(file, GLOBAL_OPTIONS + text);
  return ['--adapter', 'caddyfile', '--config', file];
}

/** No certificates, no way to change the configuration, and this machine only. */
const GLOBAL_OPTIONS = `{
	admin off
	auto_https off
	default_bind 127.0.0.1
	log {
		level WARN
	}
}
`;
