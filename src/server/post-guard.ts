import type { IncomingMessage } from 'node:http';

/** Why a POST is not even looked at. */
export interface Bar {
  readonly status: 403 | 415;
  readonly detail: string;
}

/**
 * Is a POST refused? A page of any site may send one to this machine, directly or after giving its
 * own name this machine's address; what a person means to send names our address, and comes from no
 * page or from one of this machine.
 */
export function barTo({ headers, socket }: IncomingMessage): Bar | null {
  const { host = '', origin } = headers;
  const own = ownHosts(socket.localAddress ?? '', socket.localPort ?? 0);
  if (!own.includes(host.toLowerCase())) {
    const detail = `The request is for ${JSON.stringify(host)}; a POST must be sent to ${own.join(' or ')}.`;
    return { status: 403, detail };
  }
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    const detail =
      'The request comes from a page of another site; a POST must come from this machine.';
    return { status: 403, detail };
  }
  if (isJson(headers['content-type']) && !headers['content-encoding']) return null;
  return {
    status: 415,
    detail: 'The body must be JSON, with the header Content-Type: application/json.',
  };
}

/** The values of `Host` that lead to where a connection came in. */
function ownHosts(address: string, port: number): string[] {
  const bare = withoutPrefix(address);
  const names = isLoopback(bare) ? [bare, 'localhost', '127.0.0.1', '::1'] : [bare];
  const hosts = [...new Set(names)].map((name) => (name.includes(':') ? `[${name}]` : name));
  return hosts.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Does an address or a name always lead to the machine that uses it? */
export const isLoopback = (name: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(withoutPrefix(name));

/** An IPv4 address as itself, where it is written as one of IPv6. */
const withoutPrefix = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/, '');

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const isJson = (type = ''): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim());
