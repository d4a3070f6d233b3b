import { expect, it, onTestFinished } from 'vitest';
import { cloudflare } from '../../src/hosts/cloudflare/cloudflare.ts';
import { describeContract } from '../contract/contract.ts';
import { startCloudflare } from '../support/cloudflare.ts';
import { writeFiles } from '../support/folder.ts';
import { rowsOf } from '../support/table.ts';
import { hostText, withOrderings } from '../support/tiny-grid.ts';

/** Texts with a meaning in a language of the generated files. */
const HOSTILE = [
  ...['a";throw 1;"', "a';throw 1;'", 'a`$\u007bself.x}`', '*/ /*', '//', '</script>', '%{HOST}$1'],
  ...['a\nb', 'a\0b', 'a\u2028b', '\\', '\\u0022', 'x{env.HOME}', '"__proto__":'],
];

describeContract('cloudflare', startCloudflare, (_, site) => {
  it('hostile names and files of other programs -> the API answers, nothing else is published', async () => {
    const grid = { ...withOrderings(site().grid, ...HOSTILE), formats: HOSTILE };
    writeFiles(site().root, {
      'worker.js': hostText(cloudflare, grid, 'worker.js'),
      '.wrangler/x.txt': 'x',
      'node_modules/x/x.js': 'x',
      'other.txt': 'x',
    });
    const engine = await startCloudflare(site());
    onTestFinished(() => engine.close());
    for (const [target = '', status] of rowsOf(`
      /small/api/cities/?limit=3 -> 200
      /small/api/cities/?limit=4&offset=1 -> 200
      /small/api/cities/?limit=0 -> 400
      /small/%61pi/cities/ -> 200
      /small/data/root.json -> 200
      /small/none.json -> 404
      /other.txt -> 200
      /README.md -> 404
      /worker.js -> 404
      /wrangler.jsonc -> 404
      /.assetsignore -> 404
      /.wrangler/x.txt -> 404
      /node_modules/x/x.js -> 404
      /small/_hosts/cloudflare/worker.js -> 404
    `)) {
      expect((await engine.send(target)).status, target).toBe(Number(status));
    }
  });
});
