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

/** The folder of a site that has a subfolder with the files of each host. */
export const HOSTS_FOLDER = '_hosts';
