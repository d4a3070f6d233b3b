import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe } from 'vitest';
import { snapshot } from '../../src/inspect/snapshot.ts';
import { describeClient } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { serveByRules, servePlainFiles, startAt, startClient } from '../support/client.ts';
import { NGINX } from '../support/nginx.ts';

const inNode = (site: Deployed, address: string) => startClient(site, site.site, address);

describeClient('in Node, from plain files', 'files', startAt(servePlainFiles, inNode));

describe.skipIf(!NGINX)('nginx', () => {
  describeClient('in Node, from a host of rules', 'nginx', startAt(serveByRules, inNode));
});

describeClient('in Node, from an unpacked snapshot', 'cloudflare', async (deployed) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-snapshot-'));
  const { file } = await snapshot({ site: deployed.site, out: folder, withSite: true });
  execFileSync('tar', ['-xzf', path.basename(file)], { cwd: folder });
  const [name = ''] = readdirSync(folder).filter((one) => !one.endsWith('.tar.gz'));
  const unpacked = path.join(folder, name);
  const client = await startClient(deployed, unpacked, pathToFileURL(`${unpacked}/`).href);
  return {
    send: client.send,
    async close() {
      await client.close();
      rmSync(folder, { recursive: true });
    },
  };
});
