import { describeClient } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import { describeInChromium } from '../support/chromium.ts';
import { builtTarget, servePlainFiles, startAt } from '../support/client.ts';
import { servePage } from '../support/served.ts';

/** Runs in a page. A text, because tests are compiled without the types of browsers. */
const scriptFor = (address: string) => `(async () => {
  const { connect } = await import('${address}client.js');
  const api = await connect();
  window.respond = async (path, options) => {
    const response = await api.response(path, options);
    const headers = [...response.headers].map(([name, value]) => [name, [value]]);
    const bytes = new Uint8Array(await response.arrayBuffer());
    // In pieces, because a call has a limited number of arguments.
    let body = '';
    for (let at = 0; at < bytes.length; at += 8192) {
      body += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return { status: response.status, headers: Object.fromEntries(headers), body };
  };
})()`;

describeInChromium('client.js', (browser) => {
  /** Opens an empty page of another origin that imports the client from the site. */
  async function open(site: Deployed, address: string) {
    const other = await servePage('<!doctype html>');
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${other.port}/`);
    await page.evaluate(scriptFor(address));
    return {
      async send(target: string, options = {}) {
        const request = JSON.stringify([builtTarget(site, target), options]);
        const answer: { status: number; headers: Record<string, string[]>; body: string } =
          await page.evaluate(`respond(...${request})`);
        return { ...answer, body: Buffer.from(answer.body, 'latin1') };
      },
      async close() {
        await page.context().close();
        await other.close();
      },
    };
  }

  describeClient(
    'on a page of another origin, from a plain host',
    'files',
    startAt(servePlainFiles, open),
  );
});
