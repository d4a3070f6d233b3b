import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { nginx } from '../../src/hosts/nginx/nginx.ts';
import type { Deployed } from '../contract/deployed.ts';
import { engineOf } from './engines.mjs';
import { startServer } from './server-process.ts';

export const NGINX = engineOf('nginx');

/** True if this machine has IPv6. */
export const IPV6 = JSON.stringify(networkInterfaces()).includes('"::1"');

/** The file that the guide has the user write, with another port and for the folders to which it copies the site. */
function siteConfiguration({ grid, site }: Deployed, folder: string, port: number): string {
  const guide = nginx.guide(grid);
  for (const [, source = '', target = ''] of guide.matchAll(
    /^(?:rsync|cp) .*?\bdist(\S*?)\/(?:\*\.conf)? (\S+)\/$/gm,
  )) {
    const link = path.join(folder, target);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(site + source, link);
  }
  const [, text = ''] = /<<'END'\n(.*?)^END$/ms.exec(guide) ?? [];
  return text
    .replaceAll(/(?<=^ *(?:include|root) )/gm, folder)
    .replace(/listen \d+;/, `listen 127.0.0.1:${port};`)
    .replace(/listen \[::\]:\d+;/, IPV6 ? `listen [::1]:${port};` : '');
}

/**
 * Starts nginx as the guide describes.
 * @param change edits what is in `http { }`
 */
export const startNginx = (site: Deployed, change: (http: string) => string = (http) => http) =>
  startServer({
    program: NGINX,
    configure: (folder, port) => configured(folder, change(siteConfiguration(site, folder, port))),
  });

/** Starts nginx with no configuration but the lines of a server block. */
export const startPlainNginx = (lines: string) =>
  startServer({
    program: NGINX,
    configure: (folder, port) =>
      configured(folder, `server { listen 127.0.0.1:${port}; ${lines} }`),
  });

/** The warnings and errors of nginx about what is in `http { }`. */
export function configurationErrors(http: string, folder: string): string {
  const args = ['-t', '-q', ...configured(folder, http)];
  return spawnSync(NGINX ?? '', args, { encoding: 'utf8', timeout: 20_000 }).stderr;
}

/** Writes a configuration that has everything else in the same folder. */
function configured(folder: string, http: string): string[] {
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
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return ['-p', folder, '-e', 'stderr', '-c', file];
}
