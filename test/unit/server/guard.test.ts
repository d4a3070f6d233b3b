import { describe, expect, it } from 'vitest';
import { assertAllowedPost, forLoopbackOrigins, isRebound } from '../../../src/server/guard.ts';
import type { PostRejection } from '../../../src/server/post-rejection.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

/** Headers, and the local address and port of the connection. */
interface Changes {
  readonly address?: string;
  readonly port?: number;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly fetchSite?: string | undefined;
  readonly type?: string | undefined;
  readonly encoding?: string;
  /** Further values of a header, by its name. */
  readonly repeated?: Readonly<Record<string, string>>;
}

/** Checks a valid request with these changes: 201, or the status and detail of its rejection. */
function check(changes: Changes): string {
  const { address, port, host, origin, fetchSite, type, encoding, repeated }: Changes = {
    ...{ address: '127.0.0.1', port: 8080, host: 'localhost:8080', type: 'application/json' },
    ...changes,
  };
  const fetched = { origin, 'sec-fetch-site': fetchSite };
  const all = { host, ...fetched, 'content-type': type, 'content-encoding': encoding };
  const present = Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, [value, repeated?.[name] ?? []].flat()]);
  const socket = { localAddress: address, localPort: port };
  try {
    assertAllowedPost({ headersDistinct: Object.fromEntries(present), socket } as never);
    return '201';
  } catch (error) {
    const { status, body } = error as PostRejection;
    return `${status} ${body.detail}`;
  }
}

const OWN_HOSTS = valuesOf(
  'localhost:8080 | LOCALHOST:8080 | LocalHost:8080 | 127.0.0.1:8080 | [::1]:8080',
);
const OTHER_HOSTS = [
  ...['', undefined, 'localhost:8080 ', 'localhost:8080, evil.com'],
  ...valuesOf(`
    localhost | localhost: | localhost:80 | localhost:80800 | localhost.:8080 | localhost:08080
    127.0.0.1 | 127.0.0.1:8081 | 127.0.0.2:8080 | 127.1:8080 | 2130706433:8080 | 0x7f000001:8080
    0.0.0.0:8080 | [::1] | ::1:8080 | [::ffff:127.0.0.1]:8080 | [0:0:0:0:0:0:0:1]:8080 | evil.com
    evil.com:8080 | 127.0.0.1.evil.com:8080 | localhost.evil.com:8080 | evil.com#localhost:8080
    user@localhost:8080 | localhost:8080@evil.com | localhost:8080/ | evil.com\\localhost:8080
  `),
];

describe('Host on a connection to 127.0.0.1:8080', () => {
  it.each(OWN_HOSTS)('%j -> 201', (host) => expect(check({ host })).toBe('201'));
  it.each(OTHER_HOSTS)('%j -> 403', (host) => {
    expect(check({ host })).toContain(`403 The Host header is ${JSON.stringify(host ?? '')}, but `);
  });
});

// The port that HTTP has by default, other addresses, and addresses of IPv4 on a socket of IPv6.
describe.each(
  rowsOf(`
    127.0.0.1 80 -> localhost localhost:80 127.0.0.1 [::1] [::1]:80 -> localhost:8080 localhost:443 evil.com evil.com:80 127.0.0.1.evil.com
    127.0.0.2 8080 -> 127.0.0.2:8080 localhost:8080 127.0.0.1:8080 -> 127.0.0.3:8080 evil.com:8080
    ::1 8080 -> [::1]:8080 localhost:8080 127.0.0.1:8080 -> ::1:8080 [::2]:8080 [::1]:80 evil.com:8080
    ::ffff:127.0.0.1 8080 -> 127.0.0.1:8080 localhost:8080 [::1]:8080 -> [::ffff:127.0.0.1]:8080 evil.com:8080
    192.168.7.7 8080 -> 192.168.7.7:8080 -> localhost:8080 127.0.0.1:8080 [::1]:8080 192.168.7.8:8080 evil.com:8080
    ::ffff:192.168.7.7 8080 -> 192.168.7.7:8080 -> localhost:8080 [::ffff:192.168.7.7]:8080
    fd00::7 8080 -> [fd00::7]:8080 [FD00::7]:8080 -> fd00::7:8080 localhost:8080 [fd00::8]:8080
  `),
)('Host on a connection to %s', (local = '', own = '', others = '') => {
  const [address = '', port] = local.split(' ');
  const connection = { address, port: Number(port) };
  it.each(own.split(' '))('%s -> 201', (host) => {
    expect(check({ ...connection, host })).toBe('201');
  });
  it.each(['', undefined, ...others.split(' ')])('%s -> 403', (host) => {
    expect(check({ ...connection, host })).toContain('403');
  });
});

it('a closed connection -> 403', () => {
  expect(check({ address: '', port: 0 })).toContain('403');
});

const FOREIGN = '403 A web page can POST only from this machine and to its own origin.';
const OWN_ORIGINS = [
  undefined,
  ...valuesOf(`
    http://localhost:8080 | http://localhost | https://localhost:3000 | http://LOCALHOST:3000
    http://127.0.0.1:5173 | http://127.0.0.2:5173 | http://[::1]:5173
  `),
];
const OTHER_ORIGINS = [
  '',
  ...valuesOf(`
    null | http://evil.com | https://evil.com:8080 | http://127.0.0.1.evil.com
    http://localhost.evil.com:8080 | http://evil.com#localhost | http://localhost@evil.com
    http://localhost:8080@evil.com | http://192.168.7.7:8080 | http://0.0.0.0:8080
    http://[::ffff:192.168.7.7] | http://[::2] | localhost:8080 | localhost | //localhost
    file://localhost | ftp://localhost | chrome-extension://localhost
    http://localhost:8080, http://evil.com | http://evil.com, http://localhost:8080
    http://localhost:8080 http://evil.com
  `),
];

describe('Origin', () => {
  it.each(OWN_ORIGINS)('%s -> 201', (origin) => expect(check({ origin })).toBe('201'));
  it.each(OTHER_ORIGINS)('%s -> 403', (origin) => expect(check({ origin })).toBe(FOREIGN));

  it('of this machine, with another Host -> 403', () => {
    for (const origin of OWN_ORIGINS) {
      for (const host of OTHER_HOSTS) expect(check({ host, origin })).toContain('403');
    }
  });

  it('of another site, with any Host of this server -> 403', () => {
    for (const origin of OTHER_ORIGINS) {
      for (const host of OWN_HOSTS) expect(check({ host, origin })).toBe(FOREIGN);
    }
  });
});

describe('Sec-Fetch-Site', () => {
  it.each([undefined, 'same-origin', 'none'])('%s -> 201', (fetchSite) => {
    for (const origin of OWN_ORIGINS) expect(check({ origin, fetchSite })).toBe('201');
  });

  it.each(['cross-site', 'same-site', '', 'same-origin, same-origin', 'x'])(
    '%s -> 403, from any origin',
    (fetchSite) => {
      for (const origin of OWN_ORIGINS) expect(check({ origin, fetchSite })).toBe(FOREIGN);
    },
  );

  it('same-origin, with an Origin of another site -> 403', () => {
    expect(check({ origin: 'http://evil.com', fetchSite: 'same-origin' })).toBe(FOREIGN);
  });
});

describe('a header that is sent twice', () => {
  it.each(
    rowsOf(`
      host -> localhost:8080 -> 403
      origin -> http://localhost -> 403
      sec-fetch-site -> none -> 403
      content-type -> application/json -> 415
    `),
  )('%s: %s -> %s', (name, value, status) => {
    const once = { origin: 'http://localhost', fetchSite: 'none' };
    expect(check(once)).toBe('201');
    expect(check({ ...once, repeated: { [name]: value } })).toContain(status);
  });
});

describe('Content-Type', () => {
  it.each([
    ' application/json ',
    ...valuesOf(`
      application/json | APPLICATION/JSON | application/json;charset=utf-8
      application/json; charset=UTF-8 | application/json ; charset="utf-8"
      application/json; charset = utf-8
    `),
  ])('%s -> 201', (type) => expect(check({ type })).toBe('201'));

  const others = valuesOf(`
    text/plain | text/json | application/jsonx | application/x-json | application/problem+json
    application/json, text/plain | text/plain, application/json | text/plain; application/json
    application/json; charset=latin1 | application/json; charset=utf-16
    application/json; charset=utf-8x | multipart/form-data; boundary=x
    application/x-www-form-urlencoded
  `);
  it.each([undefined, '', ...others])('%s -> 415', (type) => {
    const detail = 'The body must be JSON, with the header Content-Type: application/json.';
    expect(check({ type })).toBe(`415 ${detail}`);
  });

  it.each(['gzip', 'br', 'x'])('with Content-Encoding: %s -> 415', (encoding) => {
    expect(check({ encoding })).toContain('415');
  });

  it('is checked after Host and Origin', () => {
    expect(check({ host: 'evil.com', type: 'text/plain' })).toContain('403');
    expect(check({ origin: 'null', type: 'text/plain' })).toBe(FOREIGN);
  });
});

describe('isRebound: Host', () => {
  const isFrom = (localAddress: string, ...host: string[]) =>
    isRebound({ headersDistinct: { host }, socket: { localAddress } } as never);
  it.each(
    valuesOf(`
      localhost | localhost:8080 | LOCALHOST:80 | app.localhost | a.b.localhost:3000 | 127.0.0.1
      127.0.0.2:8080 | [::1] | [::1]:8080
    `),
  )('%s -> false', (host) => expect(isFrom('127.0.0.1', host)).toBe(false));

  it.each([
    '',
    ...valuesOf(`
      evil.com | evil.com:8080 | localhost.evil.com | 127.0.0.1.evil.com:8080 | evillocalhost
      192.168.7.7:8080 | 0.0.0.0:8080 | [::2]:8080 | evil.com/.localhost
      evil.com:.localhost | localhost:80:80 | localhost. | .localhost
    `),
  ])('%j -> true', (host) => expect(isFrom('::ffff:127.0.0.1', host)).toBe(true));

  it('absent, or sent twice -> true', () => {
    const socket = { localAddress: '::1' };
    expect(isRebound({ headersDistinct: {}, socket } as never)).toBe(true);
    expect(isFrom('::1', 'localhost', 'localhost')).toBe(true);
  });

  it('over another interface -> false', () => {
    expect(isFrom('192.168.7.7', 'my-pc:8080')).toBe(false);
  });
});

describe('forLoopbackOrigins: Origin', () => {
  const answer = { 'Content-Type': 'x', 'Access-Control-Allow-Origin': '*', Vary: 'Accept' };
  const headersFor = (origin?: string) =>
    forLoopbackOrigins(answer, {
      headersDistinct: origin === undefined ? {} : { origin: [origin] },
    } as never);

  it.each(OWN_ORIGINS)('%s -> it may read the answer', (origin) => {
    const allowed = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin };
    expect(headersFor(origin)).toEqual({ 'Content-Type': 'x', ...allowed, Vary: 'Accept, Origin' });
  });

  it.each(OTHER_ORIGINS)('%s -> it may not', (origin) => {
    expect(headersFor(origin)).toEqual({ 'Content-Type': 'x', Vary: 'Accept, Origin' });
  });
});
