import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe } from 'vitest';
import { snapshot } from '../../src/inspect/snapshot.ts';
import { describeClient } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { serveByRules, servePlainFiles, startAt, startClient } from '../support/client.ts';
import { temporaryFolder } from '../support/folder.ts';
import { NGINX } from '../support/nginx.ts';

const inNode = (site: Deployed, address: string) => startClient(site, site.site, address);

describeClient('in Node, from a plain host', 'files', startAt(servePlainFiles, inNode));

describe.skipIf(!NGINX)('nginx', () => {
  describeClient('in Node, from a host with rules', 'nginx', startAt(serveByRules, inNode));
});

describeClient('in Node, from an unpacked snapshot', 'cloudflare', async (deployed) => {
  const folder = temporaryFolder();
  const { file } = await snapshot({ site: deployed.site, out: folder, withSite: true });
  execFileSync('tar', ['-xzf', path.basename(file)], { cwd: folder });
  const [name = ''] = readdirSync(folder).filter((one) => !one.endsWith('.tar.gz'));
  const unpacked = path.join(folder, name);
  return startClient(deployed, unpacked, pathToFileURL(`${unpacked}/`).href);
});
