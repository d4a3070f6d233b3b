import { mkdirSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { Creator } from '../../src/server/post.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { anyPath, anyQuery } from '../support/random-requests.ts';
import { serveSite } from '../support/served.ts';
import { smallSite } from '../support/small-site.ts';
import { valuesOf } from '../support/table.ts';

/** The content of files next to the site, which must never be sent. */
const SECRET = 'a secret of somebody else';

/** Paths in the site that are links to a file and to a folder with secrets. */
const TRAPS = valuesOf(`
  api/countries/zz.json | api/words/secret.json | api/cities/limit/2/offset/7.json | secret.json
  api/cities/limit/37.json | api/cities/ordering/area/limit/2.json | api/lakes/ordering/secret.json
`);
const FOLDER_TRAPS = ['api/cities/limit/7', 'data/secrets'];

/** A small site with secrets next to it and links to them in it. */
async function siteWithTraps(): Promise<string> {
  const folder = temporaryFolder();
  const { folder: site } = await smallSite({ out: path.join(folder, 'dist') });
  const secret = JSON.stringify({ results: [SECRET] });
  writeFiles(folder, { 'secret.json': secret, 'secrets/0.json': secret, 'secrets/x.json': secret });
  const link = (trap: string, target: string) => {
    mkdirSync(path.dirname(path.join(site, trap)), { recursive: true });
    symlinkSync(path.join(folder, target), path.join(site, trap));
  };
  for (const trap of TRAPS) link(trap, 'secret.json');
  for (const trap of FOLDER_TRAPS) link(trap, 'secrets');
  return site;
}

/** Accepts every record. */
const creator: Creator = { collections: ['cities'], create: async () => 'a' };

interface Request {
  readonly method: string;
  readonly target: string;
  /** Header lines after those that every request has. */
  readonly lines: readonly string[];
}

/** One of the words of a text, or of these other values. */
const oneOf = (text: string, ...others: readonly string[]) =>
  fc.constantFrom(...text.trim().split(/\s+/), ...others);

/** One of some arbitraries, each as often as its weight says. */
const mix = <T>(...parts: readonly (readonly [weight: number, fc.Arbitrary<T>])[]) =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const stringsOf = (min: number, max: number) =>
  fc.string({
    unit: fc.integer({ min, max }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  });

/** Mostly printable ASCII; rarely any byte but those that end a line. */
const bytes = mix(
  [12, stringsOf(0x21, 0x7e)],
  [1, stringsOf(0, 0xff).map((text) => text.replace(/[\r\n]/g, ''))],
);

const pieces = fc.oneof(
  oneOf('/ // . .. /../ /./ %2e%2e %2F %5c \\ %00 % %zz %C3 %C3%A9 %252e %u002e # ? & ; = : @'),
  oneOf(`small api countries cities data store limit ordering index.json .json secret secrets/0.json
    manifest.json secret.json ../secret.json no zz a __proto__ _redirects /etc/passwd con ~ .git
    ${'x'.repeat(300)}`),
  bytes,
);

const CITIES = '/small/api/cities/';
const unusualTargets = oneOf(`
  /small/api/countries/zz/ /small/api/words/secret/ /small/secret.json /small/../secret.json
  /small/data/secrets/0.json /small/%2e%2e/secret.json ${CITIES}?limit=37 * api/
  ${CITIES}..%2f..%2f..%2f..%2fsecret/ /small/api/countries/..%2f..%2f..%2fsecret/
  http://x/small/api/ HTTPS://evil.com${CITIES} //evil.com/small/api/
`);
const starts = oneOf(`/ /small/ /small/api/ ${CITIES} /small/data/`);
const joined = fc
  .tuple(starts, fc.array(pieces, { maxLength: 6 }), fc.constantFrom('', '/'))
  .map(([start, rest, end]) => start + rest.join('') + end);
const targets = mix(
  [3, anyQuery.map((query) => `${CITIES}?${query}`)],
  [3, anyPath],
  [2, unusualTargets],
  [3, joined],
);

const OTHER_METHODS =
  'OPTIONS POST POST PUT PATCH DELETE TRACE LOCK QUERY M-SEARCH BREW get G\x00T PRI';
const methods = mix(
  [8, fc.constant('GET')],
  [2, fc.constant('HEAD')],
  [3, oneOf(OTHER_METHODS, 'GET GET', '')],
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
const otherHosts = oneOf(
  'evil.com localhost:99999 a"b x/y user@host [::1]:1 $& "',
  ...['', 'x'.repeat(2000)],
);
const hosts = (port: number) =>
  mix(
    [4, fc.constant(`Host: 127.0.0.1:${port}`)],
    [3, fc.oneof(otherHosts, bytes).map((host) => `Host: ${host}`)],
    [1, fc.constant('X: no host')],
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

/** Contents of files that must not be sent: the secrets, /etc/passwd, a host's rules. */
const FOREIGN = new RegExp(`${SECRET}|root:x:0|^/api/.* 200`, 'm');

/** The manifest is a file of the site, which has one address. */
const MANIFEST = '"generator":"';
const MANIFEST_TARGET = /^\/small\/manifest\.json(?:[?#]|$)/;

it('hostile requests never crash the server, and never get status 500, a file outside of the site or a link to one', async () => {
  const server = await serveSite(await siteWithTraps(), { creator });
  onTestFinished(() => server.close());
  const request = fc.record({
    method: methods,
    target: targets,
    lines: fc
      .tuple(
        hosts(server.port),
        fc.constantFrom([], ['Content-Type: application/json']),
        fc.oneof(fc.constant([]), fc.array(headers, { maxLength: 4 })),
      )
      .map(([host, type, rest]) => [host, ...type, ...rest]),
  });
  const check = async (one: Request) => {
    const mayWait = one.lines.some((line) => /content-length|transfer-encoding/i.test(line));
    const reply = await send(server.port, one, mayWait ? 100 : 10_000);
    if (!reply) return expect(mayWait).toBe(true);
    expect(ALLOWED).toContain(reply.status);
    for (const text of [reply.head, reply.body]) expect(text).not.toMatch(FOREIGN);
    if (!MANIFEST_TARGET.test(one.target)) expect(reply.body).not.toContain(MANIFEST);
  };
  // Some at a time: a server that waits for a body is idle until the client leaves.
  const requests = fc.array(request, { minLength: 20, maxLength: 20 });
  const property = fc.asyncProperty(
    requests,
    async (all) => void (await Promise.all(all.map(check))),
  );
  await fc.assert(property, { numRuns: 100 });
  expect((await server.send(`${CITIES}?limit=3&offset=1`)).status).toBe(200);
});
