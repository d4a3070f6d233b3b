import type net from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../src/server/listen.ts';
import { exchangeBytes } from '../../support/http.ts';
import { servedSite } from '../../support/served.ts';
import { valuesOf } from '../../support/table.ts';
import { thingsCreator, thingsSite } from '../../support/things-api.ts';

const site = await thingsSite();
const list = '/small/api/things/';
/** A page that is composed. */
const composed = `${list}?limit=4&offset=3`;
const closing = 'Connection: close';

/** Serves a site whose creator keeps the bodies. */
async function creatingSite() {
  const { creator, bodies } = thingsCreator();
  const { port } = await servedSite(site.folder, { creator });
  const json = [`Host: 127.0.0.1:${port}`, 'Content-Type: application/json'];
  /** The text of a request. */
  const request = (line: string, lines: readonly string[] = [], body = '') =>
    `${[`${line} HTTP/1.1`, ...json, ...lines].join('\r\n')}\r\n\r\n${body}`;
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
  return { port, bodies, request, exchange };
}

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Splits what a connection receives into its answers, by their length. */
function answersIn(received: Buffer): Answer[] {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const head = received.subarray(0, end).toString();
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? [];
  const [, length = 0] = /^content-length: (\d+)$/im.exec(head) ?? [];
  const body = received.subarray(end + 4, end + 4 + Number(length));
  const rest = received.subarray(end + 4 + Number(length));
  return [{ status: Number(status), head, body: body.toString() }, ...answersIn(rest)];
}

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe('an answer before the end of the body', () => {
  const rows = valuesOf(`
    PUT ${list} 405 | POST /nothing 404 | POST ${list} 403 | POST ${list} 415 | GET ${list} 200
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

it('too many open files when connections are accepted -> the server goes on', async () => {
  const { server, close } = await listen(() => {}, 0, '127.0.0.1');
  onTestFinished(close);
  const fail = () => server.emit('error', new Error('accept EMFILE'));
  expect([fail(), fail()]).toEqual([true, true]);
});
