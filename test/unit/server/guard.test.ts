import { describe, expect, it } from 'vitest';
import { requireAllowedPost } from '../../../src/server/post-guard.ts';
import type { PostRejection } from '../../../src/server/post-rejection.ts';

/** Where a connection came in, and what a request on it says. */
interface Case {
  readonly at?: readonly [address: string, port: number] | undefined;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly type?: string | undefined;
  readonly encoding?: string;
}

/** Why a request is rejected that is valid but for what is given; null: it is allowed. */
function refusal(given: Case) {
  const right = {
    at: ['127.0.0.1', 8080],
    host: 'localhost:8080',
    type: 'application/json',
  } as const;
  const { at, host, origin, type, encoding }: Case = { ...right, ...given };
  const [localAddress, localPort] = at ?? right.at;
  const all = { host, origin, 'content-type': type, 'content-encoding': encoding };
  const headers = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  );
  try {
    requireAllowedPost({ headers, socket: { localAddress, localPort } } as never);
    return null;
  } catch (error) {
    const { status, body } = error as PostRejection;
    return { status, detail: body.detail };
  }
}

/** Hosts by where the connection came in: those that are ours, and those that are not. */
const HOSTS: readonly [string, readonly [string, number], readonly string[], readonly string[]][] =
  [
    [
      'a loopback address',
      ['127.0.0.1', 8080],
      ['localhost:8080', 'LOCALHOST:8080', 'LocalHost:8080', '127.0.0.1:8080', '[::1]:8080'],
      [
        '',
        'localhost',
        'localhost:',
        'localhost:80',
        'localhost:80800',
        'localhost:8080 ',
        'localhost.:8080',
        'localhost:08080',
        '127.0.0.1',
        '127.0.0.1:8081',
        '127.0.0.2:8080',
        '127.1:8080',
        '2130706433:8080',
        '0x7f000001:8080',
        '0.0.0.0:8080',
        '[::1]',
        '::1:8080',
        '[::ffff:127.0.0.1]:8080',
        '[0:0:0:0:0:0:0:1]:8080',
        'evil.com',
        'evil.com:8080',
        '127.0.0.1.evil.com:8080',
        'localhost.evil.com:8080',
        'evil.com#localhost:8080',
        'user@localhost:8080',
        'localhost:8080@evil.com',
        'localhost:8080, evil.com',
        'localhost:8080/',
        'evil.com\\localhost:8080',
      ],
    ],
    [
      'the port that HTTP means by itself',
      ['127.0.0.1', 80],
      ['localhost', 'localhost:80', '127.0.0.1', '[::1]', '[::1]:80'],
      ['localhost:8080', 'localhost:443', 'evil.com', 'evil.com:80', '127.0.0.1.evil.com'],
    ],
    [
      'another loopback address',
      ['127.0.0.2', 8080],
      ['127.0.0.2:8080', 'localhost:8080', '127.0.0.1:8080'],
      ['127.0.0.3:8080', 'evil.com:8080'],
    ],
    [
      'the loopback address of IPv6',
      ['::1', 8080],
      ['[::1]:8080', 'localhost:8080', '127.0.0.1:8080'],
      ['::1:8080', '[::2]:8080', '[::1]:80', 'evil.com:8080'],
    ],
    [
      'IPv4 through a socket of IPv6',
      ['::ffff:127.0.0.1', 8080],
      ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080'],
      ['[::ffff:127.0.0.1]:8080', 'evil.com:8080'],
    ],
    [
      'an address of a network',
      ['192.168.7.7', 8080],
      ['192.168.7.7:8080'],
      ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', '192.168.7.8:8080', 'evil.com:8080'],
    ],
    [
      'an address of a network, through a socket of IPv6',
      ['::ffff:192.168.7.7', 8080],
      ['192.168.7.7:8080'],
      ['localhost:8080', '[::ffff:192.168.7.7]:8080'],
    ],
    [
      'an address of a network of IPv6',
      ['fd00::7', 8080],
      ['[fd00::7]:8080', '[FD00::7]:8080'],
      ['fd00::7:8080', 'localhost:8080', '[fd00::8]:8080'],
    ],
  ];

const ORIGINS: Readonly<Record<'ours' | 'others', readonly (string | undefined)[]>> = {
  ours: [
    undefined,
    'http://localhost:8080',
    'http://localhost',
    'https://localhost:3000',
    'http://LOCALHOST:3000',
    'http://127.0.0.1:5173',
    'http://127.0.0.2:5173',
    'http://[::1]:5173',
  ],
  others: [
    '',
    'null',
    'http://evil.com',
    'https://evil.com:8080',
    'http://127.0.0.1.evil.com',
    'http://localhost.evil.com:8080',
    'http://evil.com#localhost',
    'http://localhost@evil.com',
    'http://localhost:8080@evil.com',
    'http://192.168.7.7:8080',
    'http://0.0.0.0:8080',
    'http://[::ffff:192.168.7.7]',
    'http://[::2]',
    'localhost:8080',
    'localhost',
    '//localhost',
    'file://localhost',
    'ftp://localhost',
    'chrome-extension://localhost',
    'http://localhost:8080, http://evil.com',
    'http://evil.com, http://localhost:8080',
    'http://localhost:8080 http://evil.com',
  ],
};

const each = (values: readonly (string | undefined)[]) => values.map((value) => ({ value }));

describe.each(HOSTS)('a connection to %s', (_, at, ours, others) => {
  it.each(each(ours))('a request for $value -> taken', ({ value }) => {
    expect(refusal({ at, host: value })).toBeNull();
  });
  it.each(each([undefined, ...others]))('a request for $value -> 403', ({ value }) => {
    const refused = refusal({ at, host: value });
    expect(refused?.status).toBe(403);
    expect(refused?.detail).toContain(JSON.stringify(value ?? ''));
  });
});

it('a connection that is gone -> 403', () => {
  expect(refusal({ at: ['', 0] })?.status).toBe(403);
});

describe('a page that sends a request for our own address', () => {
  it.each(each(ORIGINS.ours))('of $value -> taken', ({ value }) => {
    expect(refusal({ origin: value })).toBeNull();
  });
  it.each(each(ORIGINS.others))('of $value -> 403', ({ value }) => {
    expect(refusal({ origin: value })).toEqual({
      status: 403,
      detail: 'The request comes from a page of another site; a POST must come from this machine.',
    });
  });
});

it('one of Host and Origin that is wrong -> 403, however right the other is', () => {
  const [, at, hosts, otherHosts] = HOSTS[0] ?? [];
  const refused = (host: string, origin: string | undefined) =>
    refusal({ at, host, origin })?.status === 403;
  for (const origin of [...ORIGINS.ours, ...ORIGINS.others]) {
    const isOurs = ORIGINS.ours.includes(origin);
    for (const host of hosts ?? [])
      expect(refused(host, origin), `${host} ${origin}`).toBe(!isOurs);
    for (const host of otherHosts ?? [])
      expect(refused(host, origin), `${host} ${origin}`).toBe(true);
  }
});

describe('what a body is', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    ' application/json ',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; charset = utf-8',
  ])('%s -> taken', (type) => {
    expect(refusal({ type })).toBeNull();
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/x-json',
    'application/problem+json',
    'application/json, text/plain',
    'text/plain, application/json',
    'text/plain; application/json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8x',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])('%s -> 415', (type) => {
    expect(refusal({ type })).toEqual({
      status: 415,
      detail: 'The body must be JSON, with the header Content-Type: application/json.',
    });
  });

  it.each(['gzip', 'br', 'deflate, gzip', 'x'])('packed as %s -> 415', (encoding) => {
    expect(refusal({ encoding })?.status).toBe(415);
  });

  it('is only looked at of a request that may be ours', () => {
    expect(refusal({ host: 'evil.com', type: 'text/plain' })?.status).toBe(403);
    expect(refusal({ origin: 'null', type: 'text/plain' })?.status).toBe(403);
  });
});
