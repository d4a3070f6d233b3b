/** The hosts for which a build generates files. The first is the default. */
export const HOST_NAMES = [
  'netlify',
  'cloudflare',
  'nginx',
  'apache',
  'caddy',
  'github-pages',
  'files',
] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** Other names that `--host` accepts. */
export const HOST_ALIASES: Readonly<Partial<Record<HostName, readonly string[]>>> = {
  cloudflare: ['cloudflare-workers', 'cloudflare-pages'],
  'github-pages': ['github'],
  files: ['s3', 'gitlab-pages', 'gitlab'],
};

/** The folder of a site that has a subfolder with the files of each host. */
export const HOSTS_FOLDER = '_hosts';
