import path from 'node:path';
import { expect, it } from 'vitest';
import type * as client from '../../../src/hosts/edge/client.d.ts';
import { servedSite } from '../../support/served.ts';
import { smallSite } from '../../support/small-site.ts';

const { connect }: typeof client = await import(path.resolve('lib/client.bundle.js'));

it.each([
  ['nginx', {}],
  ['cloudflare', {}],
  ['nginx', { rulesOnly: true }],
] as const)(
  'client.js with a preview of a site for %s, %o -> its answers, with its links',
  async (host, options) => {
    const { folder } = await smallSite({ host });
    const { port, send } = await servedSite(folder, options);
    const api = await connect(`http://127.0.0.1:${port}/small/`);
    const page = await api.get<client.Page>('/api/cities/?limit=1&ordering=-name');
    expect(page.next).toBe(
      `http://127.0.0.1:${port}/small/api/cities/?limit=1&offset=1&ordering=-name`,
    );
    expect(await api.get(page.next ?? '')).toMatchObject({ results: [{ name: 'd' }] });
    for (const target of ['', 'cities/', 'words/a/', 'cities/?format=xml', 'nothing/']) {
      const headers = { Host: `127.0.0.1:${port}` };
      const { status, body } = await send(`/small/api/${target}`, { headers });
      const response = await api.response(`/api/${target}`);
      expect([response.status, await response.text()]).toEqual([status, String(body)]);
    }
  },
);
