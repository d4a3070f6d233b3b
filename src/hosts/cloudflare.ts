import type { Host } from './host.ts';

export const cloudflare: Host = {
  title: 'Cloudflare Workers',
  kind: 'code',
  place: 'root',
  files: () => [],
  guide: () => '',
  deviations: [],
  limits: { sources: [] },
};
