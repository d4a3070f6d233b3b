import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { engineOf } from './engines.mjs';
import { startServer } from './server-process.ts';

/** Caddy, which Debian has: https://packages.debian.org/caddy */
export const CADDY = engineOf('caddy');

/** Starts Caddy with the configuration that a user has: with another address and another root. */
export const startCaddy = ({ root, configuration }: Deployed): Promise<Engine> =>
  startServer({
    program: CADDY,
    configure(folder, port) {
      cpSync(configuration, folder, { recursive: true });
      const file = path.join(folder, 'Caddyfile');
      const edited =
        GLOBAL_OPTIONS +
        readFileSync(file, 'utf8')
          .replace(/^https?:\S+ \{$/m, `http://127.0.0.1:${port} {`)
          .replace(/^\troot \* .*$/m, `\troot * ${root}`);
      writeFileSync(file, edited);
      return ['run', '--adapter', 'caddyfile', '--config', file];
    },
  });

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
