import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { PostRejection } from '../../../src/server/post.ts';
import { servedSite } from '../../support/served.ts';
import { valuesOf } from '../../support/table.ts';
import { thingsCreator, thingsSite } from '../../support/things-api.ts';

const site = await thingsSite();
const list = '/small/api/things/';
const READ_ONLY = 'GET, HEAD, OPTIONS';
const CREATING = 'GET, POST, HEAD, OPTIONS';
const MEBIBYTE = 2 ** 20;
const JSON_TYPE = 'Content-Type: application/json';

/** Serves a site with a creator. */
async function creatingSite(result?: string | PostRejection) {
  const { creator, bodies } = thingsCreator(result);
  const served = await servedSite(site.folder, { creator });
  const post = (body: string | Buffer, headers: Record<string, string> = {}, target = list) =>
    served.send(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
  return { ...served, post, bodies };
}

describe('a POST of a record', () => {
  it('-> 201 with its address and the record', async () => {
    const { post, bodies, port } = await creatingSite();
    const { status, headers, body } = await post('{"label":"new"}', { 'if-none-match': '*' });
    expect(status).toBe(201);
    expect(body.toString()).toBe(site.text('api/things/3.json'));
    expect(headers).toMatchObject({
      location: [`http://127.0.0.1:${port}${list}3/`],
      'content-type': ['application/json'],
      'content-length': [String(body.length)],
      'cache-control': ['no-store'],
      allow: [CREATING],
    });
    expect(headers).not.toHaveProperty('etag');
    expect(bodies.join()).toBe('{"label":"new"}');
  });

  it.each(['/small/api/things', `${list}?limit=0&format=xml`, '/small/api/%74hings/'])(
    'to %s -> 201',
    async (target) => {
      const { post } = await creatingSite();
      expect((await post('{}', {}, target)).status).toBe(201);
    },
  );

  it('whose Location is on the requested host', async () => {
    const { post, port } = await creatingSite();
    const { headers } = await post('{}', { host: `LOCALHOST:${port}` });
    expect(headers.location).toEqual([`http://localhost:${port}${list}3/`]);
  });

  it('rejected by the creator -> its status and body', async () => {
    const { post } = await creatingSite(new PostRejection(409, { label: ['Taken.'] }));
    const { status, headers, body } = await post('{}');
    expect(status).toBe(409);
    expect(JSON.parse(body.toString())).toEqual({ label: ['Taken.'] });
    expect(headers).not.toHaveProperty('location');
    expect(headers).toMatchObject({ 'cache-control': ['no-store'], allow: [CREATING] });
  });

  it('whose record is removed before it is sent -> 404', async () => {
    const { post } = await creatingSite('99');
    const { status, headers, body } = await post('{}');
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toHaveProperty('detail');
    expect(headers).not.toHaveProperty('location');
  });
});

describe('the methods of a path', () => {
  const creating = valuesOf(`
    GET ${list} 200 | GET /small/api/things 301 | PUT ${list} 405 | OPTIONS ${list} 200
  `);
  const readOnly = valuesOf(`
    OPTIONS ${list}3/ 200 | OPTIONS /small/api/ 200 | POST ${list}3/ 405 | POST /nothing 404
    POST /small%2Fapi/things/ 404
  `);
  it.each([...creating.map((row) => [row, CREATING]), ...readOnly.map((row) => [row, READ_ONLY])])(
    '%s, Allow: %s',
    async (row = '', allow) => {
      const [method = '', target = '', status] = row.split(' ');
      const { send, bodies } = await creatingSite();
      const answer = await send(target, { method });
      expect([answer.status, answer.headers.allow]).toEqual([Number(status), [allow]]);
      expect(bodies).toEqual([]);
      if (method !== 'OPTIONS') return;
      // A page of another origin may read, and not post JSON.
      const allowsHeaders = allow === CREATING ? 'If-None-Match' : '*, Authorization';
      expect(answer.headers).toMatchObject({
        'access-control-allow-methods': [READ_ONLY],
        'access-control-allow-headers': [allowsHeaders],
        'content-length': [String(answer.body.length)],
      });
    },
  );
});

describe('the size of a body', () => {
  it.each([{}, { 'transfer-encoding': 'chunked' }])(
    '1 MiB -> 201, one byte more -> 413: %o',
    async (how) => {
      const { post, send, bodies } = await creatingSite();
      expect((await post(Buffer.alloc(MEBIBYTE, 'x'), how)).status).toBe(201);
      expect(bodies.map(({ length }) => length)).toEqual([MEBIBYTE]);
      const body = Buffer.alloc(MEBIBYTE + 1, 'x');
      const answer = await post(body, { ...how, connection: 'keep-alive' });
      expect([answer.status, answer.headers.connection]).toEqual([413, ['close']]);
      const detail = 'The body is larger than 1048576 bytes.';
      expect(JSON.parse(answer.body.toString())).toEqual({ detail });
      expect(bodies).toHaveLength(1);
      expect((await send(list)).status).toBe(200);
    },
  );

  it('cut off by the client -> nothing is created, and the next one is answered', async () => {
    const { port, post, bodies } = await creatingSite();
    const socket = net.connect(port, '127.0.0.1');
    const closed = once(socket, 'close');
    const lines = [
      `POST ${list} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Length: 100',
      JSON_TYPE,
    ];
    const text = `${lines.join('\r\n')}\r\n\r\n{"label":`;
    await new Promise((written) => socket.write(text, written));
    socket.resetAndDestroy();
    await closed;
    expect((await post('{"label":"next"}')).status).toBe(201);
    expect(bodies.join()).toBe('{"label":"next"}');
  });
});
