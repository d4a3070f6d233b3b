import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { node } from '../../src/hosts/node/node.ts';
import { describeContract, type Start } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { startApache } from '../support/apache.ts';
import { startCaddy } from '../support/caddy.ts';
import { lacks } from '../support/engine.setup.ts';
import { engineOf } from '../support/engines.mjs';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { startPlainNginx } from '../support/nginx.ts';
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

/** A program that mounts the handler which is beside its last argument. */
const MOUNTING = `import(process.argv.at(-1).replace('server', 'handler')).then(({ handler }) =>
  require('http').createServer(handler).listen(process.env.PORT, process.env.HOST))`;

/** Starts servers with the lines of the guide, by the name of the server in the comment above its lines. */
const PROXIES: Readonly<Record<string, (site: Deployed, lines: string) => ReturnType<Start>>> = {
  nginx: (_, lines) => startPlainNginx(lines),
  Caddy(site, lines) {
    const configuration = temporaryFolder();
    writeFiles(configuration, { Caddyfile: `http://example.org {\n${lines}\n}\n` });
    return startCaddy({ ...site, configuration });
  },
  Apache(site, lines) {
    const modules = ['proxy', 'proxy_http'].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    const own = [...modules, lines].join('\n');
    return startApache(site, (text) => text.replace(/^AddDefaultCharset.*/ms, () => own));
  },
};

describe.each([
  ['Node', process.execPath, false],
  ['Bun', engineOf('bun'), lacks('bun')],
] as const)('%s', (_, program, isMissing) => {
  describe.skipIf(isMissing)('runs the server', () => {
    describeContract('node', behindProxy(program), (send, site) => {
      it('links begin with the address of the request, behind a proxy with the forwarded one', async () => {
        const headers = {
          Host: 'a.example:81',
          'X-Forwarded-Proto': 'https, http',
          'X-Forwarded-Host': 'b.example, c.example',
        };
        for (const [trust = '', origin] of rowsOf(`
          -> http://a.example:81
          0 -> http://a.example:81
          false -> http://a.example:81
          1 -> https://b.example
          true -> https://b.example
          loopback -> http://a.example:81
        `)) {
          const args = trust === 'loopback' ? ['-e', MOUNTING] : [];
          const { send, close } = await startRuntime(program, site(), { TRUST_PROXY: trust }, args);
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
          PORT= HOST=192.0.2.1 -> 192.0.2.1:8080: 
          PORT=x -> PORT is "x". Set it to a number from 0 to 65535.
          PORT=-1 -> PORT is "-1". Set it to a number from 0 to 65535.
          PORT=65536 -> PORT is "65536". Set it to a number from 0 to 65535.
          PORT=80.5 -> PORT is "80.5". Set it to a number from 0 to 65535.
          TRUST_PROXY=yes -> TRUST_PROXY is "yes". Set it to 1 behind a proxy, else to 0.`),
      )('%s -> %s', (variables, message) => {
        const own = Object.fromEntries(variables.split(' ').map((one) => one.split('=')));
        const options = {
          env: { ...process.env, ...own },
          encoding: 'utf8',
          timeout: 10_000,
        } as const;
        const args = [path.join(site().site, 'server.mjs')];
        const { status, stderr } = spawnSync(program ?? '', args, options);
        expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
        expect(stderr).not.toContain('RangeError');
      });

      it.each(
        rowsOf(`
          0 -> a.example localhost:81 127.0.0.1 -> http://localhost:81/small
          1 -> a.example [::1] -> http://[::1]/small
          1 -> 127.0.0.1,a.example -> none`),
      )('TRUST_PROXY=%s, requests for %s -> a local base in the log: %s', async (...row) => {
        const [trust = '', hosts = '', base] = row;
        const { send, close, log } = await startRuntime(program, site(), { TRUST_PROXY: trust });
        for (const names of hosts.split(' ')) {
          const [Host = '', forwarded = ''] = names.split(',');
          await send('/small/api/', { headers: { Host, 'X-Forwarded-Host': forwarded } });
        }
        await close();
        const lines = [...log().matchAll(/names (\S+), so .* as (.*README.md) says/g)];
        const named = lines.map(([, name, guide = '']) => existsSync(guide) && name);
        expect(named).toEqual(base === 'none' ? [] : [base]);
      });

      it.skipIf(lacks('nginx', 'caddy', 'apache')).each(Object.entries(PROXIES))(
        'behind %s with the lines of the guide -> each listing to its end, with links to the base',
        async (name, startProxy) => {
          const { grid } = site();
          const { origin } = new URL(grid.base);
          const server = await startRuntime(program, site(), { TRUST_PROXY: '1' });
          onTestFinished(server.close);
          const block = new RegExp(`^# In .* ${name}.*\\n([^#\\x60]*)`, 'm');
          const [, lines = ''] = block.exec(node.guide(grid)) ?? [];
          const proxy = await startProxy(
            site(),
            lines.replaceAll('127.0.0.1:8080', `127.0.0.1:${server.port}`),
          );
          onTestFinished(proxy.close);
          const headers = {
            'X-Forwarded-Host': 'evil.example',
            'X-Forwarded-Proto': 'ftp',
            Connection: 'X-Forwarded-Host',
          };
          for (const [target, count] of rowsOf(`
            cities/ -> 5
            cities/?area=n&limit=1 -> 3
            cities/?limit=2&ordering=-name -> 5
            lakes/?area=n&page_size=1 -> 6
            words/%2F/ -> 1
          `)) {
            const records = [];
            for (let next: string | null = `${grid.base}/api/${target}`; next; ) {
              expect(next).toContain(`${grid.base}/api/`);
              const answer = await proxy.send(next.slice(origin.length), { headers });
              expect(answer.status, next).toBe(200);
              const page = JSON.parse(String(answer.body));
              records.push(...(page.results ?? [page].flat()));
              next = page.next ?? null;
            }
            expect(records.length, target).toBe(Number(count));
          }
        },
      );

      it('SIGTERM -> a request that is half sent is cut, the answer that is on its way is sent', async () => {
        const text = 'x'.repeat(2e7);
        writeFiles(site().site, { 'downloads/large.txt': text });
        const { port, close } = await startRuntime(program, site());
        const [half, whole] = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
        half.write('GET /small/api/ HTTP/1.1\r\nHost: x\r\n');
        whole.write('GET /small/downloads/large.txt HTTP/1.1\r\nHost: x\r\n\r\n');
        let received = String(await once(whole, 'data'));
        whole.pause();
        const [closing, sent] = [close(), once(whole, 'close')];
        whole.on('data', (piece) => (received += piece)).resume();
        await sent;
        // It waits 5 seconds for an answer that is not sent.
        const ended = await Promise.race([closing.then(() => true), setTimeout(4500)]);
        expect(ended).toBe(true);
        expect(received.slice(received.indexOf('\r\n\r\n') + 4) === text).toBe(true);
      });

      it('a download -> one strong tag for all that is not compressed, and ranges of it', async () => {
        writeFiles(site().site, { 'downloads/digits.txt': '0123456789'.repeat(100) });
        const ask = async (method: string, headers: Record<string, string>) => {
          const answer = await send('/small/downloads/digits.txt', { method, headers });
          expect(answer.headers).toMatchObject({ vary: ['Accept-Encoding'] });
          const { 'content-length': length, etag, 'accept-ranges': ranges } = answer.headers;
          return [answer.status, ...(etag ?? []), ...(length ?? []), ...(ranges ?? [])];
        };
        const gzip = { 'Accept-Encoding': 'gzip' };
        const Range = 'bytes=3-502';
        const whole = await ask('HEAD', gzip);
        const tag = String(whole[1]);
        expect(tag).toMatch(/^"/);
        expect(await ask('GET', {})).toEqual([200, tag, '1000', 'bytes']);
        expect(whole).toEqual([200, tag, '1000', 'bytes']);
        expect(await ask('GET', gzip)).toEqual([200, `W/${tag}`, 'bytes']);
        expect(await ask('GET', { ...gzip, Range })).toEqual([206, tag, '500', 'bytes']);
        expect((await ask('GET', { Range, 'If-None-Match': tag }))[0]).toBe(304);
        expect((await ask('GET', { Range: 'bytes=9007199254740992-' }))[0]).toBe(416);
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
