import { once } from 'node:events';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../src/server/listen.ts';
import { queuePipelined } from '../../../src/server/pipelining.ts';
import { sendRequest } from '../../support/http.ts';

it('500 requests of one connection -> few wait, others are answered in between, then all are, in order', async () => {
  let [received, answered, most] = [0, 0, 0];
  const handler = queuePipelined(async ({ url }, response) => {
    for (let step = 0; step < 5; step++) await setImmediate();
    const sent = once(response, 'close');
    response.end(`${url}\n`);
    await sent;
    answered++;
  });
  const { port, close } = await listen(
    (request, response) => {
      received++;
      most = Math.max(most, received - answered);
      handler(request, response);
    },
    0,
    '127.0.0.1',
  );
  onTestFinished(close);
  const client = net.connect(port, '127.0.0.1');
  const paths = Array.from({ length: 500 }, (_, number) => `/${number}`);
  const padding = 'x'.repeat(4000);
  client.write(paths.map((one) => `GET ${one} HTTP/1.1\r\nHost: ${padding}\r\n\r\n`).join(''));
  let text = '';
  client.on('data', (piece) => (text += piece));
  await once(client, 'data');
  await sendRequest(port, '/');
  expect(answered).toBeLessThan(100);
  while (!text.endsWith('/499\n')) await setImmediate();
  expect(text.match(/^\/\d*$/gm)).toEqual(paths);
  // What Node reads at once, 64 KiB, and those that may wait.
  expect(most).toBeLessThan(50);
});
