import type { IncomingMessage } from 'node:http';
import type { Headers } from '../core/header.ts';

/** The value of a header. Those of one that is sent more than once match nothing; Node would drop some of them. */
const headerOf = ({ headersDistinct }: IncomingMessage, name: string): string | undefined =>
  headersDistinct[name]?.join(', ');

/**
 * Checks that the user meant a POST to a server that listens on a loopback address. Any web page can send one to this
 * machine, directly or by DNS rebinding. So `Host` must name this machine, also where answers can be read by pages of any
 * site, `Origin` must be absent or that of a page of this machine, and `Sec-Fetch-Site`, which browsers send, must say
 * that it is a page of this server.
 * @returns the status and the reason of a refusal where it may come from elsewhere, or its body is not JSON
 */
export function refusalOf(request: IncomingMessage): [status: number, detail: string] | null {
  const header = (name: string) => headerOf(request, name);
  const [host = '', origin] = [header('host'), header('origin')];
  if (!isLoopbackOrigin(`http://${host}`)) {
    const given = JSON.stringify(host);
    return [403, `The Host header is ${given}, but POST requests must be sent to localhost.`];
  }
  const isSameOrigin = ['same-origin', 'none'].includes(header('sec-fetch-site') ?? 'none');
  if (!isSameOrigin || (origin !== undefined && !isLoopbackOrigin(origin)))
    return [403, FOREIGN_ORIGIN];
  return isJson(header('content-type')) && !header('content-encoding') ? null : [415, NOT_JSON];
}

const FOREIGN_ORIGIN = 'A web page can POST only from this machine and to its own origin.';
const NOT_JSON = 'The body must be JSON, with the header Content-Type: application/json.';

/**
 * Does a request over the loopback interface name another machine, on any port, since ports are forwarded?
 * By DNS rebinding, a page of another site can send such requests, and read the answers as its own.
 */
export const isRebound = (request: IncomingMessage): boolean =>
  isLoopback(request.socket.localAddress ?? '') &&
  !isLoopbackOrigin(`http://${headerOf(request, 'host')}`);

/** The headers of an answer that only pages of this machine can read. https://fetch.spec.whatwg.org/#http-cors-protocol */
export function forLoopbackOrigins(headers: Headers, request: IncomingMessage): Headers {
  const { 'Access-Control-Allow-Origin': _, Vary, ...others } = headers;
  const origin = headerOf(request, 'origin') ?? '';
  const allowed = isLoopbackOrigin(origin) && { 'Access-Control-Allow-Origin': origin };
  return { ...others, ...allowed, Vary: Vary ? `${Vary}, Origin` : 'Origin' };
}

/** Does an address or a name always lead to the machine that uses it? */
export const isLoopback = (name: string): boolean =>
  // An IPv4 address has a prefix on an IPv6 socket.
  /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/.test(name);

const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:/i.test(origin) && isLoopback(hostnameIn(origin));

/** The host of an address without brackets, `localhost` for a name below it; empty if it is not valid. */
const hostnameIn = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$|^.+\.(?=localhost$)/g, '') : '';

const isJson = (type = ''): boolean =>
  /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim());
