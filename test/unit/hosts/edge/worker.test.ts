import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as source from '../../../../src/core/answer.ts';
import { openSiteFolder } from '../../../../src/server/site-folder.ts';
import { testCases, testComposedPages } from '../../../contract/contract.ts';
import type { Answer, RequestOptions } from '../../../support/http.ts';
import { SHIPPED_BASE, shippedSite } from '../../../support/shipped-site.ts';
import { inStandardContext } from '../../../support/standard-context.ts';

/** The compiled module that the package exports as `staticrest/answer`. */
const BUNDLE = path.resolve('lib/answer.bundle.js');

describe('the bundle, with nothing but the language and the standards', async () => {
  const { answer, openSite } = inStandardContext<typeof source>(BUNDLE);
  const { read } = openSiteFolder(shippedSite());
  // Without what a Buffer can do besides.
  const site = await openSite(async (file) => {
    const body = await read(file);
    return body && new Uint8Array(body);
  });

  async function send(
    target: string,
    { method = 'GET', headers = {} }: RequestOptions = {},
  ): Promise<Answer> {
    const request = new Request(SHIPPED_BASE + target, { method, headers });
    const response = await answer(request, site);
    const body = Buffer.from(await response.arrayBuffer());
    const grouped = [...response.headers].map(([name, value]) => [name, [value]]);
    return { status: response.status, headers: Object.fromEntries(grouped), body };
  }

  // Cloudflare runs the same code, and none of its deviations is a case.
  testCases('cloudflare', send);
  testComposedPages(send, 50);
});

describe('the text of the bundle', () => {
  const text = readFileSync(BUNDLE, 'utf8');

  it('names nothing that only Node or another module has', () => {
    const foreign = /\b(?:import|require|process|Buffer|global|setImmediate|__dirname)\b/g;
    expect(text.match(foreign)).toBe(null);
  });

  it('is smaller than 28 KB', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(28_000);
  });
});
