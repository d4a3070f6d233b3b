/** The hosts for which a build generates files. The first is the default. */
export const HOST_NAMES = [
  'netlify',
  'cloudflare',
  'nginx',
  'apache',
  'caddy',
  'service-worker',
] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** Other names that `--host` accepts. */
export const HOST_ALIASES: Readonly<Record<string, HostName>> = {
  'github-pages': 'service-worker',
  github: 'service-worker',
  'gitlab-pages': 'service-worker',
  gitlab: 'service-worker',
  s3: 'service-worker',
  'cloudflare-workers': 'cloudflare',
  'cloudflare-pages': 'cloudflare',
};

/** The folder of a site that has a subfolder with the files of each host. */
export const HOSTS_FOLDER = '_hosts';
