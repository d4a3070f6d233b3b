import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creator } from '../../src/server/post.ts';
import { writeFiles } from '../support/folder.ts';
import { PlainApi } from '../support/plain-api.ts';
import { type Served, serveSite } from '../support/served.ts';
import { SHIPPED_BASE, shippedJson, shippedSite } from '../support/shipped-site.ts';
import { filesOf } from '../support/site-files.ts';

const LIST = '/api/neighborhoods/';
const [{ uuid }] = shippedJson('data/neighborhoods/list/f-/o-/l-10/0.json').results;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What stands in files beside the site, and must never leave this machine. */
const SECRET = 'a secret of somebody else';

/** A link in the site to a secret, in the place of each file; the last two to folders of them. */
const TRAPS = [
  'data/countries/item/ZZ.json',
  'data/score_metadata/item/secret.json',
  `data/neighborhoods/item/${NOBODY}.json`,
  'data/neighborhoods/list/f-/o-/l-20/7.json',
  'data/neighborhoods/list/f-/o-/l-37/0.json',
  'data/neighborhoods/list/f-/o-city_fips/l-20/0.json',
  'data/neighborhoods/list/f-xml/o-/l-20/0.json',
  'data/countries/list/o-secret.json',
  'secret.json',
];

/** The shipped site once more, with secrets beside it and links to them in it. */
function siteWithTraps(folder: string): string {
  const site = path.join(folder, 'site');
  const made = new Set<string>();
  for (const file of filesOf(shippedSite())) {
    const target = path.join(site, file);
    if (!made.has(path.dirname(target))) mkdirSync(path.dirname(target), { recursive: true });
    made.add(path.dirname(target));
    linkSync(path.join(shippedSite(), file), target);
  }
  const secret = JSON.stringify({ results: [SECRET] });
  writeFiles(folder, { 'secret.json': secret, 'secrets/0.json': secret, 'secrets/x.json': secret });
  for (const trap of TRAPS) {
    mkdirSync(path.dirname(path.join(site, trap)), { recursive: true });
    symlinkSync(path.join(folder, 'secret.json'), path.join(site, trap));
  }
  symlinkSync(path.join(folder, 'secrets'), path.join(site, 'data/neighborhoods/list/f-/o-/l-7'));
  symlinkSync(path.join(folder, 'secrets'), path.join(site, 'data/secrets'));
  return site;
}

/** Accepts every record. */
const willing: Creator = {
  collections: ['neighborhoods'],
  create: () => Promise.resolve(uuid),
};

/** A request, in the parts that are at stake. */
interface Request {
  readonly method: string;
  readonly target: string;
  /** Lines behind those that every request has. */
  readonly lines: readonly string[];
}

const textOf = (min: number, max: number) =>
  fc.string({
    unit: fc.integer({ min, max }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  });

/** What a person could type, mostly; seldom any byte but those that end a line. */
const bytes = fc.oneof(
  { weight: 12, arbitrary: textOf(0x21, 0x7e) },
  { weight: 1, arbitrary: textOf(0, 0xff).map((text) => text.replace(/[\r\n]/g, '')) },
);

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 2700 }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc.constantFrom('all', '0', '-0', '007', '+1', '1e3', '0x10', '1.0', '٣', 'NaN', '9'.repeat(400)),
  fc.constantFrom('10', '20', '37', '100', '2619', '2620', '2621', '%32%30', '4294967296'),
);

const orderings = fc
  .tuple(
    fc.constantFrom('', '', '-', '--', '+', '%2D', '%2d'),
    fc.constantFrom(
      ...['label', 'created_at', 'createdAt', 'modified_at', 'state_abbrev', 'city_fips', 'name'],
      ...['uuid', 'last_job', 'speed_limit', 'country', 'category', 'description', 'constructor'],
      ...['__proto__', 'toString', 'label,name', 'city%5Ffips', 'label%00', '', '../l-all'],
    ),
  )
  .map(([sign, name]) => sign + name);

const parameters = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset'), numbers) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('ordering'), orderings) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('format'),
      fc.constantFrom('', 'json', 'api', 'xml', 'JSON', '%6Ason', 'api%00', '../'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom('q', 'LIMIT', 'limit[]', '%6Cimit', 'offse%74', '', '__proto__', ' limit'),
      fc.oneof(numbers, bytes),
    ),
  },
);

const queries = fc
  .tuple(
    fc.array(parameters, { maxLength: 5 }),
    fc.constantFrom('&', '&', '&', '&', '&&', ';', '?', '%26'),
    fc.constantFrom('=', '=', '=', '=', '=', '%3D', '=='),
  )
  .map(([pairs, and, is]) => pairs.map(([name, value]) => name + is + value).join(and));

const pieces = fc.oneof(
  fc.constantFrom('/', '//', '.', '..', '/../', '/./', '%2e%2e', '%2F', '%5c', '\\', '%00', '%'),
  fc.constantFrom('%zz', '%C3', '%C3%A9', '%252e', '%u002e', '#', '?', '&', ';', '=', ':', '@'),
  fc.constantFrom('api', 'countries', 'score_metadata', 'neighborhoods', 'data', 'site', 'item'),
  fc.constantFrom('manifest.json', 'secret.json', '../secret.json', 'list', 'index.json', '.json'),
  fc.constantFrom('NO', 'ZZ', 'retail', 'secret', uuid, NOBODY, '__proto__', '_redirects'),
  fc.constantFrom('/etc/passwd', 'C:', 'con', '~', '.git', 'x'.repeat(300)),
  bytes,
);

const paths = fc.oneof(
  { weight: 6, arbitrary: fc.constant(LIST) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['/api/', '/api/countries/', '/api/score_metadata/', '/api', '/api/neighborhoods'],
      ...[`${LIST}${uuid}/`, `${LIST}${NOBODY}/`, '/api/countries/NO/', '/api/countries/ZZ/'],
      ...['/api/score_metadata/retail/', '/api/score_metadata/secret/', '/api/countries/NO'],
      ...['/secret.json', '/../secret.json', '/data/secrets/0.json', '/%2e%2e/secret.json'],
      ...[`${LIST}..%2f..%2f..%2f..%2f..%2fsecret/`, '/api/countries/..%2f..%2f..%2fsecret/'],
      ...['*', '', 'api/', 'http://x/api/', `HTTPS://evil.com${LIST}`, '//evil.com/api/'],
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom('/', '/api/', LIST, '/api/countries/', '/data/', '/api/score_metadata/'),
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
    arbitrary: fc.constantFrom(
      ...[
        'OPTIONS',
        'POST',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'TRACE',
        'LOCK',
        'QUERY',
        'M-SEARCH',
      ],
      ...['BREW', 'get', '', 'GET GET', 'G\x00T', 'PRI'],
    ),
  },
);

/** Headers that say how long a body is: a server may have to wait for it, and a client may go. */
const FRAMING = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: x',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 9007199254740993',
  'Content-Length: 0, 5',
];

const lines = fc.oneof(
  fc.constantFrom(
    ...['If-None-Match: *', 'If-None-Match: "x"', 'If-None-Match: W/"', 'If-None-Match: ,,,'],
    ...['Range: bytes=0-9', 'Range: bytes=9-0', 'Range: bytes=99999999999-', 'If-Range: "x"'],
    ...['If-Match: "x"', 'If-Modified-Since: x', 'Accept: text/html', 'Accept-Encoding: gzip'],
    ...['Expect: 100-continue', 'Expect: x', 'Upgrade: h2c', 'Connection: keep-alive, Upgrade'],
    ...['Origin: null', 'Origin: http://evil.com', 'X-HTTP-Method-Override: DELETE'],
    ...['X-Forwarded-Host: evil.com', 'X-Original-URL: /secret.json', 'Cookie: __proto__=1'],
    ...['Content-Type: application/json', 'Content-Encoding: gzip', 'TE: trailers'],
    ...['__proto__: x', 'constructor: x', 'toString: x', `X-Long: ${'x'.repeat(4000)}`],
  ),
  fc.constantFrom(...FRAMING),
  bytes.map((text) => `If-None-Match: ${text}`),
  bytes.map((text) => `Range: ${text}`),
  bytes.map((text) => `X: ${text}`),
  textOf(0x80, 0xff).map((text) => `X: ${text}`),
);

/** In the first place, so that a request is one that can be posted now and then. */
const hosts = (port: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(`Host: 127.0.0.1:${port}`) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          ...['evil.com', 'localhost:99999', 'a"b', 'x/y', 'user@host', '[::1]:1', '$&', '"', ''],
          'x'.repeat(2000),
        )
        .map((host) => `Host: ${host}`),
    },
    { weight: 1, arbitrary: bytes.map((host) => `Host: ${host}`) },
    { weight: 1, arbitrary: fc.constant('X: no host') },
  );

/** What came back: nothing, or one answer. */
interface Reply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends a request and reads until the server closes; after a moment of silence the client goes. */
function send(port: number, { method, target, lines }: Request, patience: number) {
  const head = [`${method} ${target} HTTP/1.1`, 'Connection: close', ...lines, '', ''];
  return new Promise<Reply | null>((done) => {
    const received: Buffer[] = [];
    const socket = net.connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write(Buffer.from(head.join('\r\n'), 'latin1')));
    socket.setTimeout(patience, () => socket.destroy());
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

/** Is it written as HTTP has it, so that Node's parser has no reason to refuse it? */
const isProper = ({ method, target, lines }: Request) =>
  /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|TRACE|LOCK|M-SEARCH)$/.test(method) &&
  /^(?:\/|\*$|https?:\/\/[a-z.]+\/)[\x21-\x7e]*$/i.test(target) &&
  target.length < 8000 &&
  lines.every((line) => /^[\w-]+:[ -~]*$/.test(line) && !FRAMING.includes(line)) &&
  lines.every((line) => !/^(?:upgrade|connection|content-length|transfer-encoding):/i.test(line));

/** What is answered at all: nothing is the server's fault. */
const ANSWERS = [200, 201, 301, 304, 400, 403, 404, 405, 413, 415, 431];

/** The answers that a method gets; any other one but GET and HEAD is allowed nowhere. */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  OPTIONS: [200, 404, 405],
  POST: [201, 403, 404, 405, 413, 415],
};

/** What Node's parser refuses is answered with this. */
const MALFORMED = 'not a valid HTTP request';

/** What is in files that nobody may see: the secrets, the system's, the site's own besides its data. */
const FOREIGN = new RegExp(`${SECRET}|root:x:0|"generator":"|^/api/.* 200`, 'm');

describe('hostile requests', () => {
  let server: Served;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-hostile-'));
    server = await serveSite(siteWithTraps(folder), { creator: willing });
  });
  afterAll(async () => {
    await server.close();
    for (const trap of TRAPS) unlinkSync(path.join(folder, 'site', trap));
    rmSync(folder, { recursive: true });
  });

  const plain = new PlainApi();
  const here = () => `http://127.0.0.1:${server.port}`;

  /** The bases that links may be built on: the address that a Host names, or the site's own. */
  const originsFor = (lines: readonly string[]) => [
    SHIPPED_BASE,
    ...lines.flatMap((line) => {
      const [, host] = /^host:\s*([\w.:[\]-]+)\s*$/i.exec(line) ?? [];
      return host && URL.canParse(`http://${host}`) ? [new URL(`http://${host}`).origin] : [];
    }),
  ];

  /** Checks an answer, whatever was asked. */
  function expectHarmless(request: Request, reply: Reply) {
    expect(ANSWERS).toContain(reply.status);
    for (const text of [reply.head, reply.body]) expect(text).not.toMatch(FOREIGN);
    if (reply.body.includes(MALFORMED)) {
      expect([400, 431]).toContain(reply.status);
      expect(isProper(request)).toBe(false);
    } else {
      expectForm(request, reply);
      expectTold(request, reply);
    }
  }

  /** Checks what an answer of its status has, whatever it says. */
  function expectForm({ method, lines }: Request, { status, head, body }: Reply) {
    if (method === 'HEAD' || status === 301 || status === 304) expect(body).toBe('');
    else if (!body.startsWith('<!doctype html>')) expect(() => JSON.parse(body)).not.toThrow();
    if (status === 301) expect(head).toMatch(/^Location: \/api(?:\/\w[\w.-]*)*\/(?:\?.*)?$/m);
    if (status === 201) expect(lines).toContain(`Host: 127.0.0.1:${server.port}`);
    if (status === 304) expect(lines).toContain('If-None-Match: *');
  }

  /** Checks an answer against what a plain implementation says. */
  function expectTold(request: Request, reply: Reply) {
    const { method, target } = request;
    const { status } = plain.get(target, SHIPPED_BASE);
    if (method !== 'GET' && method !== 'HEAD') {
      expect(STATUSES[method] ?? [404, 405]).toContain(reply.status);
    } else if (reply.status === 304) expect(status).toBe(200);
    else {
      expect(reply.status).toBe(status);
      if (status === 200) expectBody(request, reply);
    }
  }

  function expectBody({ method, target, lines }: Request, { head, body }: Reply) {
    const texts = originsFor(lines).map((origin) => plain.get(target, origin).body ?? '');
    const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
    expect(texts.map((text) => Buffer.byteLength(text))).toContain(Number(length));
    // Not `toContain`: on a failure it would print them all.
    if (method === 'GET' && !texts.includes(body)) expect(body).toBe(texts[0]);
  }

  async function expectHealthy() {
    const { status, body } = await server.ask(`${LIST}?limit=37&offset=7`);
    expect(status).toBe(200);
    expect(body.toString()).toBe(plain.get(`${LIST}?limit=37&offset=7`, here()).body);
  }

  it.each(TRAPS)('a link to a secret, %s, is in the site and answers nothing', async (trap) => {
    const key = path.basename(trap, '.json');
    const [, collection = 'countries'] = /^data\/(\w+)\//.exec(trap) ?? [];
    const targets = [
      `/${trap}`,
      `/api/${collection}/${key}/`,
      `${LIST}?limit=37`,
      `${LIST}?offset=7`,
    ];
    for (const target of [...targets, `${LIST}?ordering=city_fips`, `${LIST}?limit=7`]) {
      const { status, body } = await server.ask(target);
      expect(body.toString()).not.toContain(SECRET);
      expect([status, target]).toEqual([plain.get(target, here()).status, target]);
    }
  });

  it('never crash it, never get a fault of the server, and never leave the folder', async () => {
    const requests = fc.record({
      method: methods,
      target: targets,
      lines: fc
        .tuple(
          hosts(server.port),
          fc.constantFrom([], ['Content-Type: application/json']),
          fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(lines, { maxLength: 4 })),
        )
        .map(([host, type, rest]) => [host, ...type, ...rest]),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const mayWait = request.lines.some((line) =>
          /content-length|transfer-encoding/i.test(line),
        );
        const reply = await send(server.port, request, mayWait ? 100 : 10_000);
        if (reply) expectHarmless(request, reply);
        else expect(mayWait).toBe(true);
      }),
      { numRuns: 2000 },
    );
    await expectHealthy();
  });
});
