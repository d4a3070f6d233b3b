import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiFolder, basePath, type Grid } from '../../src/core/grid.ts';
import { apache } from '../../src/hosts/apache/apache.ts';
import type { Deployed } from '../contract/deployed.ts';
import { engineOf } from './engines.mjs';
import { startServer } from './server-process.ts';

export const APACHE = engineOf('apache');

/**
 * Starts Apache as the guide describes.
 * @param change edits the configuration
 */
export const startApache = (
  { root, grid }: Deployed,
  change: (configuration: string) => string = (configuration) => configuration,
) =>
  startServer({
    program: APACHE,
    configure(folder, port) {
      // A server that root starts reads the files as another user.
      for (const readable of [path.dirname(root), root]) chmodSync(readable, 0o755);
      const file = path.join(folder, 'apache2.conf');
      writeFileSync(file, change(configurationFor(root, grid, folder, port)));
      return ['-f', file, '-DFOREGROUND'];
    },
  });

/** The modules that Debian enables, as far as they matter here. */
const MODULES = [
  ...['mpm_event', 'authz_core', 'alias', 'autoindex', 'deflate', 'dir', 'env', 'filter', 'mime'],
  ...['negotiation', 'reqtimeout', 'setenvif'],
];
const CONFIGURED = ['deflate', 'dir', 'mime', 'negotiation'];

/** The modules that the guide has the user enable, and the configuration to write. */
function guided(root: string, grid: Grid) {
  const guide = apache.guide(grid).replaceAll(/\/var\/www\/[\w.-]+/g, root);
  const [, modules = ''] = /^a2enmod (.*)$/m.exec(guide) ?? [];
  const [, configuration = ''] = /^ *(<Directory .*<\/Directory>)$/ms.exec(guide) ?? [];
  return { modules: modules.split(' '), configuration };
}

/**
 * Debian's configuration with what the guide says, and settings that the rules must override. A site below a path is
 * at an alias, with all that a server may do with a folder.
 */
function configurationFor(root: string, grid: Grid, folder: string, port: number): string {
  const { modules, configuration } = guided(root, grid);
  const base = basePath(grid);
  return `
ServerName localhost
Listen 127.0.0.1:${port}
ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile "${folder}/pid"
ErrorLog "${folder}/log"
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
# There is nothing but files, and a folder with a page, beside the API.
<If "%{REQUEST_URI} !~ m#^${base}/(?:${apiFolder(grid).slice(0, -1)}(?:/|$)|docs/$|$)# && ! -f %{REQUEST_FILENAME} && -z reqenv('REDIRECT_STATUS')">
  Redirect 404 /
</If>
${base ? `DocumentRoot "${root}${base}/data"\nAlias ${base} "${root}${base}"` : `DocumentRoot "${root}"`}
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
${base ? configuration.replace('FollowSymLinks', '$& MultiViews Indexes') : configuration}
`;
}
