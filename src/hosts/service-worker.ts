import type { Host } from './host.ts';

export const serviceWorker: Host = {
  title: 'GitHub Pages, S3 and others, by a Service Worker',
  kind: 'code',
  place: 'site',
  files: () => [],
  guide: () => '',
  deviations: [],
  limits: { sources: [] },
};
