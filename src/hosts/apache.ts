import type { Host } from './host.ts';

export const apache: Host = {
  title: 'Apache',
  kind: 'rules',
  place: 'site',
  files: () => [],
  guide: () => '',
  deviations: [],
  limits: { sources: [] },
};
