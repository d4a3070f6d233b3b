/** The hosts that a site is made ready for; the first is the one that most people have. */
export const HOST_NAMES = [
  'netlify',
  'cloudflare',
  'nginx',
  'apache',
  'caddy',
  'service-worker',
] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** The folder of a site that has a folder for each host, with all that it needs. */
export const HOSTS_FOLDER = '_hosts';
