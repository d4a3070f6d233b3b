import type { RequestListener } from 'node:http';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { siteHandler } from '../../../src/server/handler.ts';
import { listen } from '../../../src/server/listen.ts';
import type { Creator } from '../../../src/server/post.ts';
import { exchangeBytes, sendRequest } from '../../support/http.ts';
import { servedSite } from '../../support/served.ts';
import { valuesOf } from '../../support/table.ts';
import { ThingsSite } from '../../support/things-site.ts';

const site = new ThingsSite();
const list = '/small/api/things/';
/** A page that is composed. */
const composed = `${list}?limit=4&offset=3`;
const closing = 'Connection: close';

/** Serves a site whose creator keeps the bodies. */
async function creatingSite() {
  const bodies: string[] = [];
  const creator: Creator = {
    collections: ['things'],
    async create(_, body) {
      bodies.push(Buffer.from(body).toString());
      return '3';
    },
  };
  const { port } = await servedSite(site.folder, { creator });
  const json = [`Host: 127.0.0.1:${port}`, 'Content-Type: application/json'];
  /** The text of a request. */
  const request = (line: string, lines: readonly string[] = [], body = '') =>
    `${[`${line} HTTP/1.1`, ...json, ...lines].join('\r\n')}\r\n\r\n${body}`;
  const post = (body: string, length = body.length) =>
    request(`POST ${list}`, [`Content-Length: ${length}`], body);
  /** The answers to pieces of text, with a pause after each. */
  const exchange = async (...pieces: readonly string[]) => {
    const write = async (socket: net.Socket) => {
      for (const piece of pieces) {
        socket.write(piece);
        await setTimeout(20);
      }
    };
    return answersIn(await exchangeBytes(port, write));
  };
  /** The answers to a text after which the client closes its half of the connection. */
  const exchangeHalf = async (text: string) =>
    answersIn(await exchangeBytes(port, (socket) => socket.end(text)));
  return { port, bodies, request, post, exchange, exchangeHalf };
}

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Splits what a connection receives into its answers, by their length. */
function answersIn(received: Buffer, isHead = false): Answer[] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const head = received.subarray(0, end).toString();
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const [, length = 0] = (!isHead && /^content-length: (\d+)$/im.exec(head)) || [];
  const body = received.subarray(end + 4, end + 4 + Number(length));
  const rest = received.subarray(end + 4 + Number(length));
  return [{ status: Number(status), head, body: body.toString() }, ...answersIn(rest, isHead)];
}

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe('a request with more than 100 headers', () => {
  const headers = (count: number) => Array.from({ length: count }, (_, index) => `x${index}:`);

  it.each([
    ...valuesOf(`
      GET ${list} | GET ${composed} | HEAD ${list} | OPTIONS ${list} | PUT ${list} | TRACE ${list}
      GET /nothing | POST /nothing | POST ${list}
    `),
  ])('%s -> 431 in JSON, and the connection ends', async (line) => {
    const { bodies, request, port } = await creatingSite();
    for (const added of [['Content-Length: 2', 'Expect: 100-continue'], ['Content-Length: 2']]) {
      const text = request(line, [...added, ...headers(99 - added.length)], '{}');
      const received = await exchangeBytes(port, (socket) => socket.write(text));
      const [answer, ...others] = answersIn(received, line.startsWith('HEAD'));
      expect([answer?.status, others]).toEqual([431, []]);
      expect(answer?.head).toContain('\r\nConnection: close');
      expect(answer?.head).toContain('\r\nContent-Type: application/json');
      const detail = 'A request can have up to 100 headers with 16 KiB in total.';
      if (!line.startsWith('HEAD')) expect(JSON.parse(answer?.body ?? '')).toEqual({ detail });
    }
    expect(bodies).toEqual([]);
  });

  it('1,000 empty ones before an Origin of elsewhere -> 431, and no record', async () => {
    const { bodies, request, exchange } = await creatingSite();
    const lines = [...headers(1000), 'Origin: http://evil.com', 'Content-Length: 2'];
    expect(statusesOf(await exchange(request(`POST ${list}`, lines, '{}')))).toEqual([431]);
    expect(bodies).toEqual([]);
  });

  it('before a POST in the same packet -> 431, and no record', async () => {
    const { bodies, request, post, exchange } = await creatingSite();
    const texts = [request(`GET ${list}`), request(`GET ${list}`, headers(99)), post('{}')];
    expect(statusesOf(await exchange(texts.join('')))).toEqual([200, 431]);
    expect(bodies).toEqual([]);
  });

  it('100 headers -> answered; 17 KiB of them -> 431', async () => {
    const { request, exchange } = await creatingSite();
    const most = request(`GET ${list}`, [...headers(97), closing]);
    expect(statusesOf(await exchange(most))).toEqual([200]);
    const long = request(`GET ${list}`, [`x: ${'x'.repeat(17_000)}`]);
    expect(statusesOf(await exchange(long))).toEqual([431]);
  });
});

describe('a client that closes its half of the connection', () => {
  it.each([list, composed, '/small/openapi.json', '/nothing'])(
    'after GET %s -> its answer',
    async (target) => {
      const { request, exchange, exchangeHalf } = await creatingSite();
      const whole = await exchange(request(`GET ${target}`, [closing]));
      const [half] = await exchangeHalf(request(`GET ${target}`));
      expect([half?.status, half?.body]).toEqual([whole[0]?.status, whole[0]?.body]);
    },
  );

  it('after several requests in one packet -> all answers, in order', async () => {
    const { request, post, exchangeHalf } = await creatingSite();
    const texts = [request(`GET ${composed}`), post('{}'), request('GET /nothing')];
    expect(statusesOf(await exchangeHalf(texts.join('')))).toEqual([200, 201, 404]);
  });

  it('after a POST -> one record, and its answer', async () => {
    const { bodies, post, exchangeHalf } = await creatingSite();
    const [answer] = await exchangeHalf(post('{"label":"new"}'));
    expect([answer?.status, answer?.body]).toEqual([201, site.text('data/things/item/3.json')]);
    expect(bodies).toEqual(['{"label":"new"}']);
  });

  it('within the body of a POST -> 400, and no record', async () => {
    const { bodies, post, exchangeHalf } = await creatingSite();
    const answers = await exchangeHalf(post('{}', 9));
    expect(answers).toMatchObject([
      { status: 400, body: expect.stringContaining('before it was complete') },
    ]);
    expect(bodies).toEqual([]);
  });
});

describe('bytes that are not HTTP, after', () => {
  it.each<[string, readonly string[], readonly number[]]>([
    ['a request', [list], [200]],
    ['a composed page', [composed], [200]],
    ['several requests', [composed, '/nothing', list, composed], [200, 404, 200, 200]],
  ])('%s -> its answer, then 400', async (_, targets, statuses) => {
    const { request, exchange } = await creatingSite();
    const text = targets.map((target) => request(`GET ${target}`)).join('');
    const garbage = '\x16\x03\x01\r\n\r\n';
    const sent = [[text + garbage], [text, garbage], [text + garbage, garbage, garbage]];
    for (const pieces of sent) {
      const answers = await exchange(...pieces);
      expect(statusesOf(answers)).toEqual([...statuses, 400]);
      expect(answers.at(-1)?.body).toContain('not a valid HTTP request');
    }
  });

  it.each([
    ['CONNECT alone', [], [400]],
    ['CONNECT after requests', [list, composed], [200, 200, 400]],
  ])('%s -> 400 after the answers', async (_, targets, statuses) => {
    const { request, exchange } = await creatingSite();
    const text = targets.map((target) => request(`GET ${target}`)).join('');
    expect(statusesOf(await exchange(text + request('CONNECT a.example:443')))).toEqual(statuses);
  });

  it('a POST -> 201, then 400', async () => {
    const { bodies, post, exchange } = await creatingSite();
    expect(statusesOf(await exchange(`${post('{}')}garbage\r\n\r\n`))).toEqual([201, 400]);
    expect(bodies).toEqual(['{}']);
  });

  it('a slow answer, again and again -> the answer, then one 400', async () => {
    const slow: RequestListener = (_, response) =>
      void setTimeout(200).then(() => response.writeHead(200, { 'Content-Length': '2' }).end('{}'));
    const { port, close } = await listen(slow, 0, '127.0.0.1');
    onTestFinished(close);
    const received = await exchangeBytes(port, async (socket) => {
      socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(2));
      for (let turn = 0; turn < 15; turn++) {
        socket.write('garbage\r\n\r\n');
        await setTimeout(5);
      }
    });
    expect(statusesOf(answersIn(received))).toEqual([200, 200, 400]);
  });

  it('the start of a body -> 400 instead of its answer, and no record', async () => {
    const { bodies, request, exchange } = await creatingSite();
    const chunked = request(`POST ${list}`, ['Transfer-Encoding: chunked'], '2\r\n{}\r\n');
    const answers = await exchange(request(`GET ${composed}`) + chunked, 'garbage\r\n');
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect(bodies).toEqual([]);
  });
});

describe('an answer before the end of the body', () => {
  const rows = valuesOf(`
    PUT ${list} 405 | POST /small/ 405 | POST /nothing 404 | POST ${list} 403 | POST ${list} 415
    GET ${list} 200 | GET ${composed} 200 | HEAD ${list} 200 | GET ${list}?limit=0 400
  `);
  it.each(rows)('%s -> the connection ends', async (row) => {
    const { bodies, request, exchange } = await creatingSite();
    const [method, target, status] = row.split(' ');
    const wrong = { 403: 'Origin: http://evil.com', 415: 'Content-Encoding: gzip' }[status ?? ''];
    const lines = ['Transfer-Encoding: chunked', wrong ?? 'X: x'];
    const [answer] = await exchange(request(`${method} ${target}`, lines, '1\r\nx\r\n'));
    expect(answer?.status).toBe(Number(status));
    expect(answer?.head).toContain('\r\nConnection: close');
    expect(bodies).toEqual([]);
  });

  it('after it -> the connection goes on', async () => {
    const { request, exchange } = await creatingSite();
    const lines = ['Content-Length: 2'];
    const texts = [
      request(`GET ${list}`),
      request(`PUT ${list}`, lines, '{}'),
      request(`GET ${composed}`, lines, '{}'),
      request(`GET ${list}3/`, [closing]),
    ];
    expect(statusesOf(await exchange(...texts))).toEqual([200, 405, 200, 200]);
  });
});

describe('too many open files', () => {
  it.each(['EMFILE', 'ENFILE'])(
    '%s while a site is read -> 503 and when to retry',
    async (code) => {
      const error = Object.assign(new Error(`${code}: open`), { code });
      const handler = siteHandler({ use: () => Promise.reject(error) }, {}, () => {});
      const { port, close } = await listen(handler, 0, '127.0.0.1');
      onTestFinished(close);
      const { status, headers, body } = await sendRequest(port, list);
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': ['1'], 'cache-control': ['no-store'] });
      expect(JSON.parse(body.toString()).detail).toContain('too many open files and connections');
    },
  );

  it('when connections are accepted -> the server goes on', async () => {
    const listening = vi.spyOn(net.Server.prototype, 'listen');
    onTestFinished(() => listening.mockRestore());
    const { close } = await listen(() => {}, 0, '127.0.0.1');
    onTestFinished(close);
    const [server] = listening.mock.contexts as net.Server[];
    const fail = () => server?.emit('error', new Error('accept EMFILE'));
    expect([fail(), fail()]).toEqual([true, true]);
  });
});
