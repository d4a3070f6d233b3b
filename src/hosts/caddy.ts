import type { Host } from './host.ts';

export const caddy: Host = {
  title: 'Caddy',
  kind: 'rules',
  place: 'configuration',
  files: () => [],
  guide: () => '',
  deviations: [],
  limits: { sources: [] },
};
