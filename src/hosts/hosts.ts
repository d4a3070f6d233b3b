import { basePath, type Grid, type HostKind } from '../core/grid.ts';
import { clientTypes } from '../describe/client-types.ts';
import type { Described } from '../describe/described.ts';
import { CLIENT, CLIENT_TYPES } from '../describe/files.ts';
import { type SiteFile, textFiles } from '../site/site-file.ts';
import { compiledText } from '../util/package.ts';
import { apache } from './apache/apache.ts';
import { caddy } from './caddy/caddy.ts';
import { cloudflare } from './cloudflare/cloudflare.ts';
import { files } from './files/files.ts';
import { githubPages } from './github-pages/github-pages.ts';
import { HOST_NAMES, HOSTS_FOLDER, type Host, type HostName } from './host.ts';
import { netlify } from './netlify/netlify.ts';
import { nginx } from './nginx/nginx.ts';
import { node } from './node/node.ts';
import { apiHref } from './rules/rules.ts';

/** Every host for which a build generates files. */
export const HOSTS = {
  netlify,
  cloudflare,
  node,
  nginx,
  apache,
  caddy,
  'github-pages': githubPages,
  files,
} satisfies Record<HostName, Host>;

/** @param only the only host of a site; absent: every host that answers query strings, so also those with rules */
export const hostKindOf = (only?: HostName): HostKind => (only ? HOSTS[only].kind : 'rules');

/**
 * The hosts that a site is for.
 * @param only absent: every host that answers query strings
 */
export const hostsFor = (only?: string): HostName[] =>
  HOST_NAMES.filter((name) => (only ? name === only : HOSTS[name].kind !== 'plain'));

/**
 * The files of the hosts that a site is for, each host's in a folder of its own. Those of the first one are
 * also put in place, if they belong in the site's folder.
 */
export const hostFiles = (grid: Grid, only?: HostName, project?: string): SiteFile[] =>
  hostsFor(only).flatMap((name, index) => {
    const host: Host = HOSTS[name];
    const files = host.files(grid, project);
    const placed = index === 0 && isPlaced(host, grid) ? textFiles(files) : [];
    const all = { 'README.md': hostReadme(host, grid, project), ...files };
    return [...textFiles(all, `${HOSTS_FOLDER}/${name}/`), ...placed];
  });

/** The module with which a JavaScript program gets any answer of the API from the site, and its types. */
export const clientFiles = (described: Described): SiteFile[] =>
  textFiles({
    [CLIENT]: compiledText('client.bundle.js'),
    [CLIENT_TYPES]: clientTypes(described, compiledText('client.d.ts')),
  });

/** Tells whether a host's files belong in the site's own folder. */
const isPlaced = ({ destination }: Pick<Host, 'destination'>, grid: Grid): boolean =>
  destination === 'site' || (destination === 'root' && basePath(grid) === '');

/** The README in the folder of a host's files: how to deploy, and where the host differs from the contract. */
function hostReadme(host: Host, grid: Grid, project?: string): string {
  const rows = Object.values(host.deviations).map((texts) => `| ${texts.join(' | ')} |`);
  return [
    `# ${apiHref(grid)} on ${host.title}`,
    'The commands find the site in `dist`. If it was built with another `--out`, use that folder.',
    host.guide(grid, project).trim(),
    '## Differences',
    ...(host.kind === 'rules' ? [ONLY_PRERENDERED] : []),
    ['| a request with | gets |', '| --- | --- |', ...rows].join('\n'),
    ...(host.limits.notes ? [`Limits: ${host.limits.notes.join('; ')}.`] : []),
    '',
  ].join('\n\n');
}

const ONLY_PRERENDERED =
  'This host answers prerendered pages only. Any other `limit`, `offset`, `ordering` or filter gets an ' +
  'error that lists the supported values.';
