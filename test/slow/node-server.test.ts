import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { basePath } from '../../src/core/grid.ts';
import { node } from '../../src/hosts/node/node.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { startServer } from '../support/server-process.ts';
import { smallSite } from '../support/small-site.ts';
import { rowsOf } from '../support/table.ts';

/** A program of each framework, with a route of its own. The line of the guide replaces LINE. */
const PROGRAMS = {
  Express: `
    import express from 'express';
    const app = express();
    app.get('/own', (_, response) => response.send('own'));
    LINE
    app.listen(process.env.PORT, process.env.HOST);`,
  Fastify: `
    import Fastify from 'fastify';
    const app = Fastify();
    app.get('/own', () => 'own');
    LINE
    await app.listen({ port: process.env.PORT, host: process.env.HOST });`,
  Hono: `
    import { serve } from '@hono/node-server';
    import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
    import { Hono } from 'hono';
    const app = new Hono();
    app.get('/own', (context) => context.text('own'));
    LINE
    serve({ fetch: app.fetch, port: process.env.PORT, hostname: process.env.HOST });`,
};

const PACKAGES = ['express@5.3.0', 'fastify@5.12.8', 'hono@4.13.19', '@hono/node-server@2.1.9'];

it('a server with the line of the guide -> its own routes, and the answers of the site', {
  timeout: 300_000,
}, async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'package.json': '{"private":true}' });
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', ['install', ...quietly, ...PACKAGES], { cwd: folder, stdio: 'pipe' });
  for (const base of ['https://example.org', 'https://example.org/a']) {
    const out = path.join(folder, 'dist');
    const { grid } = await smallSite({ out, host: 'node', base });
    const [, code = ''] = /```js\n(.*?)```/s.exec(node.guide(grid)) ?? [];
    const [imports = ''] = code.split('\n');
    for (const [name, program] of Object.entries(PROGRAMS)) {
      const line = code.split('\n').find((one) => one.includes(`// ${name}`)) ?? '';
      const file = path.join(folder, `${name}.mjs`);
      writeFiles(folder, { [`${name}.mjs`]: imports + program.replace('LINE', () => line) });
      const server = await startServer({ program: process.execPath, configure: () => [file] });
      onTestFinished(server.close);
      const first = `http://127.0.0.1:${server.port}${basePath(grid)}/api/cities/?limit=2`;
      for (const [request = '', expected] of rowsOf(`
        GET /api/cities/?limit=2&ordering=-name -> 200 "count":5,"next":"${first}&offset=2&ordering=-name"
        GET /api/cities -> 301
        HEAD /api/cities/ -> 200
        OPTIONS /api/cities/ -> 200 "description"
        POST /api/cities/ -> 405 "detail"
        GET /api/nothing/ -> 404 "detail"
        GET / -> 200 <html
        GET /client.js -> 200 connect
        GET /server.mjs -> 404
        GET /handler.mjs -> 404
      `)) {
        const [method = '', target] = request.split(' ');
        const { status, body } = await server.send(basePath(grid) + target, { method });
        const [code, part = ''] = (expected ?? '').split(/ (.*)/);
        expect([String(status), String(body)], `${name}: ${request}`).toEqual([
          code,
          expect.stringContaining(part),
        ]);
      }
      const own = await server.send('/own');
      expect([own.status, String(own.body)], name).toEqual([200, 'own']);
    }
  }
});
