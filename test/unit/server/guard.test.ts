import { describe, expect, it } from 'vitest';
import { forLoopbackOrigins, isRebound, refusalOf } from '../../../src/server/guard.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

/** Headers; a list has the values of one that is sent more than once. */
type Sent = Readonly<Record<string, string | readonly string[] | undefined>>;

function requestWith(localAddress: string, headers: Sent): never {
  const present = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat()]],
  );
  return { headersDistinct: Object.fromEntries(present), socket: { localAddress } } as never;
}

/** Checks a valid request with these headers: 201, or the status and detail of its refusal. */
function check(changes: Sent): string {
  const headers = { host: 'localhost:8080', 'content-type': 'application/json', ...changes };
  return refusalOf(requestWith('127.0.0.1', headers))?.join(' ') ?? '201';
}

const OWN_HOSTS = valuesOf(`
  localhost | LocalHost:8080 | app.localhost:3000 | 127.0.0.1:8080 | 127.0.0.2 | [::1]:8080
`);
const OTHER_HOSTS = [
  ...['', undefined, 'localhost:8080, evil.com'],
  ...valuesOf(`
    evil.com | evil.com:8080 | localhost.evil.com | 127.0.0.1.evil.com:8080 | evillocalhost
    192.168.7.7:8080 | 0.0.0.0:8080 | [::2]:8080 | [::ffff:127.0.0.1] | evil.com/.localhost
    evil.com:.localhost | evil.com#localhost | localhost:80:80 | localhost. | .localhost
    localhost@evil.com | localhost:8080@evil.com | evil.com\\localhost
  `),
];

describe('Host on a connection to this machine', () => {
  it.each(OWN_HOSTS)('%s -> it is allowed', (host) => {
    expect(check({ host })).toBe('201');
    expect(isRebound(requestWith('127.0.0.1', { host }))).toBe(false);
  });

  it.each(OTHER_HOSTS)('%j -> it is not', (host) => {
    const detail = `The Host header is ${JSON.stringify(host ?? '')}, but POST requests must be sent to localhost.`;
    expect(check({ host })).toBe(`403 ${detail}`);
    expect(isRebound(requestWith('::ffff:127.0.0.1', { host }))).toBe(true);
  });
});

it.each(
  rowsOf(`
    127.0.0.2 -> true
    ::1 -> true
    192.168.7.7 -> false`),
)('a request over a connection to %s must name this machine: %s', (address = '', expected) => {
  expect(isRebound(requestWith(address, { host: 'evil.com' }))).toBe(expected === 'true');
  expect(isRebound(requestWith(address, { host: '[::1]' }))).toBe(false);
});

const FOREIGN = '403 A web page can POST only from this machine and to its own origin.';
const OWN_ORIGINS = [
  undefined,
  ...valuesOf('http://localhost:8080 | https://LOCALHOST | http://127.0.0.2:5173 | http://[::1]'),
];
const OTHER_ORIGINS = [
  '',
  ...valuesOf(`
    null | http://evil.com | http://127.0.0.1.evil.com | http://evil.com#localhost
    http://localhost@evil.com | http://192.168.7.7:8080 | http://[::2] | localhost:8080
    ftp://localhost | chrome-extension://localhost | http://localhost, http://evil.com
  `),
];

describe('Origin', () => {
  const answer = { 'Content-Type': 'x', 'Access-Control-Allow-Origin': '*', Vary: 'Accept' };
  const headersFor = (origin?: string) => forLoopbackOrigins(answer, requestWith('', { origin }));

  it.each(OWN_ORIGINS)('%s -> 201, and it may read the answer', (origin) => {
    expect(check({ origin })).toBe('201');
    expect(check({ origin, host: 'evil.com' })).toContain('403');
    const allowed = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin };
    expect(headersFor(origin)).toEqual({ 'Content-Type': 'x', ...allowed, Vary: 'Accept, Origin' });
  });

  it.each(OTHER_ORIGINS)('%s -> 403, and it may not', (origin) => {
    expect(check({ origin })).toBe(FOREIGN);
    expect(headersFor(origin)).toEqual({ 'Content-Type': 'x', Vary: 'Accept, Origin' });
  });
});

it.each(
  rowsOf(`
    same-origin -> 201
    none -> 201
    cross-site -> ${FOREIGN}
    same-site -> ${FOREIGN}
    x -> ${FOREIGN}`),
)('Sec-Fetch-Site: %s -> %s, from any origin of this machine', (site, expected) => {
  for (const origin of OWN_ORIGINS) {
    expect(check({ origin, 'sec-fetch-site': site })).toBe(expected);
  }
});

it.each(
  rowsOf(`
    host -> localhost:8080 -> 403
    origin -> http://localhost -> 403
    sec-fetch-site -> none -> 403
    content-type -> application/json -> 415`),
)('the header %s is sent twice: %s -> %s', (name = '', value = '', status) => {
  expect(check({ [name]: value })).toBe('201');
  expect(check({ [name]: [value, value] })).toContain(status);
});

describe('Content-Type', () => {
  it.each(
    valuesOf(`
      application/json | APPLICATION/JSON | application/json; charset=UTF-8
      application/json ; charset = "utf-8"
    `),
  )('%s -> 201', (type) => expect(check({ 'content-type': type })).toBe('201'));

  const others = valuesOf(`
    text/plain | application/jsonx | application/problem+json | application/json, text/plain
    text/plain; application/json | application/json; charset=latin1
  `);
  it.each([undefined, '', ...others])('%s -> 415', (type) => {
    const detail = 'The body must be JSON, with the header Content-Type: application/json.';
    expect(check({ 'content-type': type })).toBe(`415 ${detail}`);
  });

  it('with a Content-Encoding -> 415', () => {
    expect(check({ 'content-encoding': 'gzip' })).toContain('415');
  });
});
