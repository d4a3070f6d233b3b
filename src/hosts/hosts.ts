import type { Host } from './host.ts';
import { netlify } from './netlify.ts';

export const HOST_NAMES = ['netlify'] as const;
export type HostName = (typeof HOST_NAMES)[number];

/** Every host we print rules for. */
export const HOSTS = { netlify } satisfies Record<HostName, Host>;
