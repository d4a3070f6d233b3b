import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/core/answer.ts';
import { renderedSite, SMALL_BASE } from '../../support/rendered-site.ts';
import { rowsOf } from '../../support/table.ts';
import { type Town, townsApi } from '../../support/towns.ts';

const towns = Array.from(
  { length: 9 },
  (_, size): Town => ({
    id: `t${size}`,
    label: size % 2 ? 'Cañon' : `town ${size}`,
    size,
    state: size < 5 ? 'CO' : 'CT',
    country: { code: 'US', name: 'United States' },
  }),
);
const { site } = renderedSite(townsApi(), { towns, places: towns });

async function headersOf(target: string, init: RequestInit = {}) {
  const { status, headers } = await answer(new Request(`${SMALL_BASE}/api/${target}`, init), site);
  return { status, headers };
}

/** The links of a header, each as its relation and its query. */
const linksIn = (header: string | null) =>
  (header?.split(', ') ?? [])
    .map((link) => /^<(?<address>.*)>; rel="(?<rel>\w+)"$/.exec(link)?.groups ?? {})
    .map(({ address, rel }) => `${rel} ${address?.replace(`${SMALL_BASE}/api/towns/`, '')}`)
    .join(', ') || 'none';

// https://www.rfc-editor.org/rfc/rfc8288
describe('Link', () => {
  it.each(
    rowsOf(`
      towns/                       -> next ?limit=2&offset=2
      towns/?offset=2              -> next ?limit=2&offset=4, prev ?limit=2&offset=0
      towns/?offset=8              -> prev ?limit=2&offset=6
      towns/?limit=4&offset=1      -> next ?limit=4&offset=5, prev ?limit=4&offset=0
      towns/?offset=50             -> prev ?limit=2&offset=48
      towns/?limit=all             -> none
      towns/?limit=all&offset=3    -> prev ?limit=all&offset=0
      towns/?format=json&ordering=-label,id -> next ?format=json&limit=2&offset=2&ordering=-label%2Cid
      towns/?state=CO              -> next ?limit=2&offset=2&state=CO
      towns/?state=co&offset=2     -> next ?limit=2&offset=4&state=co, prev ?limit=2&offset=0&state=co
      towns/?name=+Ca%C3%91+       -> next ?limit=2&name=Ca%C3%91&offset=2
      towns/?name=none             -> none
      towns/t1/                    -> none
      places/                      -> none
      towns                        -> none
      nowhere/                     -> none`),
  )('%s -> %s', async (target = '', expected) => {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await headersOf(target, { method });
      expect(linksIn(headers.get('link'))).toBe(expected);
      const exposed = headers.get('access-control-expose-headers');
      expect(exposed).toBe('Allow, ETag, Link, Location');
    }
  });

  it('in an answer without a body, 304; not in one to OPTIONS', async () => {
    const { headers } = await headersOf('towns/?state=CO&limit=1');
    const etag = headers.get('etag') ?? '';
    const same = await headersOf('towns/?state=CO&limit=1', { headers: { 'If-None-Match': etag } });
    expect([same.status, same.headers.get('link')]).toEqual([304, headers.get('link')]);
    const options = await headersOf('towns/', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('link')]).toEqual([200, null]);
  });
});
