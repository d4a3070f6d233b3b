import net from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeContract, type Start } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { lacks } from '../support/engine.setup.ts';
import { engineOf } from '../support/engines.mjs';
import { writeFiles } from '../support/folder.ts';
import { startServer } from '../support/server-process.ts';
import { rowsOf } from '../support/table.ts';

/** Starts a runtime with the server of a site. */
const startRuntime = (
  program: string | undefined,
  { site }: Deployed,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) =>
  startServer({ program, environment, configure: () => [...args, path.join(site, 'server.mjs')] });

/** The same behind a proxy at the base address. */
const behindProxy =
  (program: string | undefined): Start =>
  async (site) => {
    const { send, close } = await startRuntime(program, site, { TRUST_PROXY: '1' });
    const { protocol, host } = new URL(site.grid.base);
    const forwarded = { 'X-Forwarded-Proto': protocol.slice(0, -1), 'X-Forwarded-Host': host };
    return {
      send: (target, request) =>
        send(target, { ...request, headers: { ...forwarded, ...request?.headers } }),
      close,
    };
  };

describe.each([
  ['Node', process.execPath, false],
  ['Bun', engineOf('bun'), lacks('bun')],
] as const)('%s', (_, program, isMissing) => {
  describe.skipIf(isMissing)('runs the server', () => {
    describeContract('node', behindProxy(program), (_, site) => {
      it('links begin with the address of the request, behind a proxy with the forwarded one', async () => {
        const headers = {
          Host: 'a.example:81',
          'X-Forwarded-Proto': 'https, http',
          'X-Forwarded-Host': 'b.example, c.example',
        };
        for (const [trust = '', origin] of rowsOf(`
          0 -> http://a.example:81
          1 -> https://b.example
        `)) {
          const { send, close } = await startRuntime(program, site(), { TRUST_PROXY: trust });
          const { body } = await send('/small/api/', { headers });
          await close();
          const [first] = Object.values<string>(JSON.parse(String(body)));
          expect(first).toBe(`${origin}/small/api/countries/`);
        }
      });

      it('another program imports the server, as pm2 does -> it serves', async () => {
        const args = ['-e', 'import(process.argv.at(-1))', 'other'];
        const { send, close } = await startRuntime(program, site(), {}, args);
        expect(await send('/small/api/')).toMatchObject({ status: 200 });
        await close();
      });

      it.each(
        rowsOf(`
          PORT= HOST=192.0.2.1 -> Can’t listen on port 8080 of 192.0.2.1. Set PORT and HOST to others.
          PORT=x HOST= -> Can’t listen on port x of all addresses. Set PORT and HOST to others.`),
      )('%s -> %s', async (variables, message) => {
        const environment = Object.fromEntries(variables.split(' ').map((one) => one.split('=')));
        await expect(startRuntime(program, site(), environment)).rejects.toThrow(message);
      });

      it('SIGTERM -> the request that has begun is answered, then the server ends', async () => {
        const { port, close } = await startRuntime(program, site());
        const socket = net.connect(port, '127.0.0.1');
        let received = '';
        socket.on('data', (piece) => (received += piece));
        socket.write('GET /small/api/ HTTP/1.1\r\nHost: x\r\n');
        await setTimeout(200);
        const closing = close();
        await setTimeout(200);
        socket.write('\r\n');
        await closing;
        expect(received).toMatch(/^HTTP\/1\.1 200 OK.*\nConnection: close/is);
      });

      it('clients that leave during a download -> the others get whole files', async () => {
        const files = [...'abcdefgh'].map((name) => [`downloads/${name}.txt`, name.repeat(1e6)]);
        writeFiles(site().site, Object.fromEntries(files));
        const { port, send, close } = await startRuntime(program, site());
        for (const [file, text] of Array<typeof files>(4).fill(files).flat()) {
          const all = Array.from({ length: 8 }, async () => {
            const socket = net.connect(port, '127.0.0.1').once('data', () => socket.destroy());
            socket.write(`GET /small/${file} HTTP/1.1\r\nHost: x\r\n\r\n`);
            const { body } = await send(`/small/${file}`);
            expect(String(body) === text, file).toBe(true);
          });
          await Promise.all(all);
        }
        await close();
      });
    });
  });
});
