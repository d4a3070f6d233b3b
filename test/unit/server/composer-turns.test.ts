import { expect, it, onTestFinished } from 'vitest';
import { wholeReply } from '../../../src/core/reply.ts';
import { resolve, splitTarget } from '../../../src/core/resolve.ts';
import type { DataSite } from '../../../src/core/site.ts';
import { withBase } from '../../../src/core/with-base.ts';
import { siteHandler } from '../../../src/server/handler.ts';
import { listen } from '../../../src/server/listen.ts';
import { sendRequest } from '../../support/http.ts';
import { renderedSite } from '../../support/rendered-site.ts';
import { things, thingsApi } from '../../support/things-api.ts';

const [collection] = thingsApi.collections;
const pagination = { limits: [20, 250], default: 20 };
const api = {
  ...thingsApi,
  collections: [{ ...collection, pagination } as typeof collection & object],
};
const { site } = renderedSite(api, { things: things(600) });
const LIST = '/small/api/things/';
const fileOf = (window: string) => `data/things/list/f-/o-/l-${window}.json`;

/** Serves sites from memory: the first for the first attempt to answer, the second for the next one. */
async function served(first: DataSite, second?: DataSite) {
  const log: string[] = [];
  const reads: string[] = [];
  const watched = (one: DataSite): DataSite => ({
    ...one,
    async read(file) {
      reads.push(file);
      const body = await one.read(file);
      return body && new Uint8Array(body);
    },
  });
  const sites = [first, ...(second ? [second] : [])].map(watched);
  const source = {
    async use<T>(work: (one: DataSite) => Promise<T>): Promise<T> {
      const results = [];
      for (const one of sites) results.push(await work(one));
      return results.at(-1) as T;
    },
  };
  const handler = siteHandler(source, {}, ({ answer }) => log.push(answer));
  const { port, close } = await listen(handler, 0, '127.0.0.1');
  onTestFinished(close);
  const get = async (query: string) => {
    const { status, body } = await sendRequest(port, LIST + query);
    const resolution = resolve(
      site.grid,
      { method: 'GET', ...splitTarget(LIST + query) },
      { composes: true },
    );
    const expected = await wholeReply(
      withBase(second ?? first, `http://127.0.0.1:${port}/small`),
      resolution,
    );
    return status === 200 && body.equals(expected.body ?? Buffer.of())
      ? 'right'
      : String(body).slice(0, 500);
  };
  return { get, reads, log };
}

it.each([
  ['a composed page of few records: at once', '?limit=5&offset=1', 2],
  ['a pre-rendered page of few records: at once', '?limit=20', 2],
  ['a small part of a large page: in turn', '?limit=5&offset=18', 1],
  ['a pre-rendered page of many records: in turn', '?limit=250&offset=250', 1],
  ['all records in another order: in turn', '?limit=5&ordering=size,-label', 1],
])('%s', async (_, query, count) => {
  const { get, reads, log } = await served(site);
  expect(await Promise.all([get(query), get(query)])).toEqual(['right', 'right']);
  expect(reads).toHaveLength(count);
  expect(log).toEqual([reads[0], reads[0]]);
});

it('a site that is replaced meanwhile: the reply of the new one', async () => {
  const { site: other } = renderedSite(api, { things: things(601) });
  const { get } = await served(site, other);
  for (const query of ['?limit=all', '?limit=5&ordering=size,-label', '?limit=300&offset=1']) {
    expect(await get(query)).toBe('right');
  }
});

it('a large reply of a site that is replaced meanwhile does not hold up that of the new one', async () => {
  const large = `[\n${`"${'x'.repeat(2 ** 20)}",\n`.repeat(40)}""\n]}\n`;
  const read: DataSite['read'] = async (file) =>
    file === fileOf('250/0') ? Buffer.from(large) : site.read(file);
  const { get } = await served({ ...site, read }, site);
  expect(await get('?limit=240&offset=1')).toBe('right');
});
