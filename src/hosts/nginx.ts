import type { Host } from './host.ts';

export const nginx: Host = {
  title: 'nginx',
  kind: 'rules',
  place: 'configuration',
  files: () => [],
  guide: () => '',
  deviations: [],
  limits: { sources: [] },
};
