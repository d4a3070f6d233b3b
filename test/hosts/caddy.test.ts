import { describe, expect, it, onTestFinished } from 'vitest';
import type { Grid } from '../../src/core/grid.ts';
import { caddy } from '../../src/hosts/caddy/caddy.ts';
import { describeContract } from '../contract/contract.ts';
import { CADDY, startCaddy } from '../support/caddy.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { rowsOf } from '../support/table.ts';
import { hostText, tinyGrid, withFilter } from '../support/tiny-grid.ts';

describe.skipIf(!CADDY)('Caddy', () => {
  describeContract('caddy', startCaddy, (send, site) => {
    it.each(
      rowsOf(`
        an absolute address -> http://127.0.0.1/small/api/cities/?offset=2 -> 200
        a file outside of the API -> /small/manifest.json -> 200
        the root -> / -> 404
        out of the API -> /small/api/../manifest.json -> 404
        out of the API, with an encoded slash -> /small/api/x/..%2f..%2fmanifest.json -> 404
        into the API -> /small/data/../api/ -> 404
        a path with a backslash -> /small/api/cities/\\a.json -> 404
      `),
    )('%s -> %3$s', async (_, target = '', status) => {
      const answer = await send(target);
      expect(answer.status).toBe(Number(status));
      if (status === '404') expect(JSON.parse(String(answer.body))).toHaveProperty('detail');
    });

    it('two builds with other filters -> no placeholder of both, and no two in one site block', () => {
      const namesIn = (grid: Grid) => hostText(caddy, grid, 'staticrest.caddy').match(/[{@]\w+/g);
      const others = new Set(namesIn(withFilter(tinyGrid, 'area')));
      const shared = new Set(namesIn(tinyGrid)?.filter((name) => others.has(name)));
      expect([...shared].filter((name) => /staticrest/.test(name))).toEqual([
        expect.stringMatching(/^@.*_below$/),
        expect.stringMatching(/^@/),
      ]);
    });

    it('placeholders in the query of a redirect -> unchanged', async () => {
      const { headers } = await send('/small/api/cities?x={env.HOME}&$1&{limit}');
      expect(headers.location).toEqual(['/small/api/cities/?x={env.HOME}&$1&{limit}']);
    });

    it('the rules in the block of another site -> its other paths stay the same', async () => {
      const block = `http://example.org {
	root * /srv
	header +Vary Origin
	encode gzip
	import staticrest.caddy
	handle /small/other/* {
		respond "other"
	}
	handle {
		respond "mine"
	}
}
`;
      const configuration = temporaryFolder();
      writeFiles(configuration, { ...caddy.files(site().grid), Caddyfile: block });
      const engine = await startCaddy({ ...site(), configuration });
      onTestFinished(() => engine.close());
      for (const [target, status, vary, body] of [
        ['/small/api/cities/?limit=3', 200, 'Accept, Accept-Encoding', '"count":5'],
        ['/small/api/nothing/', 404, 'Accept, Accept-Encoding', '"detail"'],
        ['/small/api/../other/', 404, 'Accept, Accept-Encoding', '"detail"'],
        ['/small/other/', 200, 'Origin', 'other'],
        ['/small/apiary', 200, 'Origin', 'mine'],
        ['/', 200, 'Origin', 'mine'],
      ] as const) {
        const answer = await engine.send(target);
        expect([answer.status, answer.headers.vary], target).toEqual([status, [vary]]);
        expect(String(answer.body), target).toContain(body);
      }
    });
  });
});
