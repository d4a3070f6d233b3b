import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../src/server/post.ts';
import { UNKNOWN_UUID } from '../contract/cases.ts';
import { writeFiles } from '../support/folder.ts';
import { type Served, serveSite } from '../support/served.ts';
import { shippedJson, shippedSite } from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';
import { valuesOf } from '../support/table.ts';

const LIST = '/api/neighborhoods/';
const [{ uuid }] = shippedJson('api/neighborhoods/limit/10.json').results;

/** The content of files next to the site, which must never be sent. */
const SECRET = 'a secret of somebody else';

/** Paths in the site that are links to a secret. */
const TRAPS = valuesOf(`
  api/countries/ZZ.json | api/score_metadata/secret.json
  api/neighborhoods/${UNKNOWN_UUID}.json | api/neighborhoods/limit/20/offset/7.json
  api/neighborhoods/limit/37.json | api/neighborhoods/ordering/city_fips/limit/20.json
  api/neighborhoods/format/xml/limit/20.json | api/countries/ordering/secret.json | secret.json
`);

/** A copy of the shipped site, with secrets next to it and links to them in it. */
function siteWithTraps(folder: string): string {
  const site = path.join(folder, 'site');
  const folders = new Set<string>();
  for (const file of filesOf(shippedSite())) {
    const target = path.join(site, file);
    if (!folders.has(path.dirname(target))) mkdirSync(path.dirname(target), { recursive: true });
    folders.add(path.dirname(target));
    linkSync(path.join(shippedSite(), file), target);
  }
  const secret = JSON.stringify({ results: [SECRET] });
  writeFiles(folder, { 'secret.json': secret, 'secrets/0.json': secret, 'secrets/x.json': secret });
  for (const trap of TRAPS) {
    mkdirSync(path.dirname(path.join(site, trap)), { recursive: true });
    symlinkSync(path.join(folder, 'secret.json'), path.join(site, trap));
  }
  symlinkSync(path.join(folder, 'secrets'), path.join(site, 'api/neighborhoods/limit/7'));
  symlinkSync(path.join(folder, 'secrets'), path.join(site, 'data/secrets'));
  return site;
}

/** Accepts every record. */
const creator: Creator = {
  collections: ['neighborhoods'],
  create: () => Promise.resolve(uuid),
};

interface Request {
  readonly method: string;
  readonly target: string;
  /** Header lines after those that every request has. */
  readonly lines: readonly string[];
}

/** One of the words of a text, or of these other values. */
const oneOf = (text: string, ...others: readonly string[]) =>
  fc.constantFrom(...text.trim().split(/\s+/), ...others);

const stringsOf = (min: number, max: number) =>
  fc.string({
    unit: fc.integer({ min, max }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  });

/** Mostly printable ASCII; rarely any byte but those that end a line. */
const bytes = fc.oneof(
  { weight: 12, arbitrary: stringsOf(0x21, 0x7e) },
  { weight: 1, arbitrary: stringsOf(0, 0xff).map((text) => text.replace(/[\r\n]/g, '')) },
);

const names = oneOf('limit offset ordering format country q LIMIT limit[] %6Cimit __proto__', '');

const values = fc.oneof(
  fc.integer({ min: -3, max: 2700 }).map(String),
  oneOf(`all 0 -0 007 +1 1e3 ٣ NaN %32%30 4294967296 9007199254740993 json api xml api%00 ../ ../limit/all
    label -label city_fips name,-name constructor toString label%00 US us`),
  oneOf('9'.repeat(400), ''),
  bytes,
);

const queries = fc
  .tuple(
    fc.array(fc.tuple(names, values), { maxLength: 5 }),
    oneOf('& & & & && ; ? %26'),
    oneOf('= = = = = %3D =='),
  )
  .map(([pairs, separator, equals]) => pairs.map((pair) => pair.join(equals)).join(separator));

const pieces = fc.oneof(
  oneOf('/ // . .. /../ /./ %2e%2e %2F %5c \\ %00 % %zz %C3 %C3%A9 %252e %u002e # ? & ; = : @'),
  oneOf(`api countries score_metadata neighborhoods data store limit manifest.json secret.json
    ../secret.json ordering index.json .json`),
  oneOf(`NO ZZ retail secret ${uuid} ${UNKNOWN_UUID} __proto__ _redirects`),
  oneOf('/etc/passwd C: con ~ .git', 'x'.repeat(300)),
  bytes,
);

const paths = fc.oneof(
  { weight: 6, arbitrary: fc.constant(LIST) },
  {
    weight: 3,
    arbitrary: oneOf(
      `/api/ /api/countries/ /api/score_metadata/ /api /api/neighborhoods ${LIST}${uuid}/
      ${LIST}${UNKNOWN_UUID}/ /api/countries/NO/ /api/countries/ZZ/ /api/score_metadata/retail/
      /api/score_metadata/secret/ /api/countries/NO /secret.json /../secret.json
      /data/secrets/0.json /%2e%2e/secret.json ${LIST}..%2f..%2f..%2f..%2f..%2fsecret/
      /api/countries/..%2f..%2f..%2fsecret/ * api/ http://x/api/ HTTPS://evil.com${LIST}
      //evil.com/api/`,
      '',
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        oneOf(`/ /api/ ${LIST} /api/countries/ /data/ /api/score_metadata/`),
        fc.array(pieces, { maxLength: 6 }),
        fc.constantFrom('', '/'),
      )
      .map(([start, rest, end]) => start + rest.join('') + end),
  },
);

const targets = fc
  .tuple(paths, fc.option(queries, { freq: 4 }))
  .map(([route, query]) => (query === null ? route : `${route}?${query}`));

const methods = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constant('HEAD') },
  {
    weight: 3,
    arbitrary: oneOf(
      'OPTIONS POST POST PUT PATCH DELETE TRACE LOCK QUERY M-SEARCH BREW get G\x00T PRI',
      'GET GET',
      '',
    ),
  },
);

/** Headers with the length of a body: the server may have to wait for it. */
const FRAMING = valuesOf(`
  Transfer-Encoding: chunked | Transfer-Encoding: gzip, chunked
  Transfer-Encoding: chunked, identity | Transfer-Encoding: x | Content-Length: 5
  Content-Length: -1 | Content-Length: 9007199254740993 | Content-Length: 0, 5
`);

const OTHER_HEADERS = valuesOf(`
  If-None-Match: * | If-None-Match: "x" | If-None-Match: W/" | If-None-Match: ,,,
  Range: bytes=0-9 | Range: bytes=9-0 | Range: bytes=99999999999- | If-Range: "x" | If-Match: "x"
  If-Modified-Since: x | Accept: text/html | Accept-Encoding: gzip | Expect: 100-continue
  Expect: x | Upgrade: h2c | Connection: keep-alive, Upgrade | Origin: null
  Origin: http://evil.com | X-HTTP-Method-Override: DELETE | X-Forwarded-Host: evil.com
  X-Original-URL: /secret.json | Cookie: __proto__=1 | Content-Type: application/json
  Content-Encoding: gzip | TE: trailers | __proto__: x | constructor: x | toString: x
`);

const headers = fc.oneof(
  fc.constantFrom(...OTHER_HEADERS, `X-Long: ${'x'.repeat(4000)}`),
  fc.constantFrom(...FRAMING),
  bytes.map((text) => `If-None-Match: ${text}`),
  bytes.map((text) => `Range: ${text}`),
  bytes.map((text) => `X: ${text}`),
  stringsOf(0x80, 0xff).map((text) => `X: ${text}`),
);

/** The first line, so that some requests are valid POSTs. */
const hosts = (port: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(`Host: 127.0.0.1:${port}`) },
    {
      weight: 2,
      arbitrary: oneOf(
        'evil.com localhost:99999 a"b x/y user@host [::1]:1 $& "',
        '',
        'x'.repeat(2000),
      ).map((host) => `Host: ${host}`),
    },
    { weight: 1, arbitrary: bytes.map((host) => `Host: ${host}`) },
    { weight: 1, arbitrary: fc.constant('X: no host') },
  );

interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends a request and reads until the server closes, or is silent for some milliseconds. */
function send(port: number, { method, target, lines }: Request, timeout: number) {
  const head = [`${method} ${target} HTTP/1.1`, 'Connection: close', ...lines, '', ''];
  return new Promise<Reply | null>((done) => {
    const received: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write(Buffer.from(head.join('\r\n'), 'latin1')));
    socket.setTimeout(timeout, () => socket.destroy());
    socket.on('data', (piece) => received.push(piece));
    socket.on('error', () => {}); // The server may close while we write.
    socket.on('close', () => done(replyIn(Buffer.concat(received).toString())));
  });
}

function replyIn(text: string): Reply | null {
  const whole = text.replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(whole) ?? [];
  const end = whole.indexOf('\r\n\r\n');
  if (status === undefined || end === -1) return null;
  return { status: Number(status), head: whole.slice(0, end), body: whole.slice(end + 4) };
}

/** Every allowed status; any other one is a fault of the server. */
const ALLOWED = [200, 201, 301, 304, 400, 403, 404, 405, 413, 415, 417, 431];

/** Contents of files that must not be sent: the secrets, /etc/passwd, the manifest, a host's rules. */
const FOREIGN = new RegExp(`${SECRET}|root:x:0|"generator":"|^/api/.* 200`, 'm');

describe('hostile requests', () => {
  let server: Served;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-hostile-'));
    server = await serveSite(siteWithTraps(folder), { creator });
  });
  afterAll(async () => {
    await server.close();
    for (const trap of TRAPS) unlinkSync(path.join(folder, 'site', trap));
    rmSync(folder, { recursive: true });
  });

  it('never crash the server, and never get status 500, a file outside of the site or a link to one', async () => {
    const request = fc.record({
      method: methods,
      target: targets,
      lines: fc
        .tuple(
          hosts(server.port),
          fc.constantFrom([], ['Content-Type: application/json']),
          fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(headers, { maxLength: 4 })),
        )
        .map(([host, type, rest]) => [host, ...type, ...rest]),
    });
    const check = async (one: Request) => {
      const mayWait = one.lines.some((line) => /content-length|transfer-encoding/i.test(line));
      const reply = await send(server.port, one, mayWait ? 100 : 10_000);
      if (!reply) return expect(mayWait).toBe(true);
      expect(ALLOWED).toContain(reply.status);
      for (const text of [reply.head, reply.body]) expect(text).not.toMatch(FOREIGN);
    };
    // Some at a time: a server that waits for a body is idle until the client leaves.
    const requests = fc.array(request, { minLength: 20, maxLength: 20 });
    const property = fc.asyncProperty(
      requests,
      async (all) => void (await Promise.all(all.map(check))),
    );
    await fc.assert(property, { numRuns: 100 });
    expect((await server.send(`${LIST}?limit=37&offset=7`)).status).toBe(200);
  });
});
