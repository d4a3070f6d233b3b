import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as source from '../../../src/core/answer.ts';
import { openSite } from '../../../src/server/site-folder.ts';
import { type Answer, type Asking, ask } from '../../support/ask.ts';
import { SHIPPED_BASE, shippedJson, shippedSite } from '../../support/shipped-site.ts';
import { sha256 } from '../../support/site-files.ts';
import { inStandardContext } from '../../support/standard-context.ts';
import { hasWorkerd, Workerd } from '../../support/workerd.ts';

/** The compiled module that the package exports as `staticrest/answer`. */
const BUNDLE = path.resolve('lib/answer.bundle.js');

const PAGE = 'data/neighborhoods/list/f-/o-/l-10/0.json';
const [{ uuid }] = shippedJson(PAGE).results;
const tag = `"${sha256(readFileSync(path.join(shippedSite(), PAGE)))}"`;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const list = '/api/neighborhoods/';

/** What is asked, the status of the answer, and where: one of every kind of answer. */
const CASES: readonly [string, number, string, Asking?][] = [
  ['a pre-rendered page', 200, `${list}?limit=10`],
  ['a pre-rendered ordering', 200, `${list}?format=api&limit=50&offset=100&ordering=-label`],
  ['an encoded value', 200, `${list}?ordering=%2Dlabel`],
  ['every record', 200, `${list}?limit=all`],
  ['a composed page', 200, `${list}?limit=7&offset=1234&ordering=label&format=json`],
  ['a composed page of most records', 200, `${list}?limit=2500&offset=60`],
  ['a page past the end', 200, `${list}?limit=7&offset=9000`],
  ['a composed ordering', 200, `${list}?ordering=-boundary_file&limit=3&offset=5`],
  ['an ordering by a value that is often null', 200, `${list}?ordering=last_job&limit=3`],
  ['a list', 200, '/api/countries/'],
  ['an ordered list', 200, '/api/score_metadata/?ordering=-label'],
  ['an item', 200, `${list}${uuid}/`],
  ['an unknown item', 404, `${list}${NOBODY}/`],
  ['the index', 200, '/api/'],
  ['elsewhere', 404, '/elsewhere/'],
  ['an unknown format', 404, '/api/?format=xml'],
  ['a malformed limit', 400, `${list}?limit=0`],
  ['an unknown ordering', 400, `${list}?ordering=country`],
  ['a parameter twice', 400, `${list}?limit=10&limit=20`],
  ['no trailing slash', 301, '/api/neighborhoods?limit=7&x=%C3%A9'],
  ['HEAD of a file', 200, `${list}?limit=10`, { method: 'HEAD' }],
  ['HEAD of a composed page', 200, `${list}?limit=7`, { method: 'HEAD' }],
  ['HEAD of nothing', 404, '/elsewhere/', { method: 'HEAD' }],
  ['OPTIONS', 200, list, { method: 'OPTIONS' }],
  ['POST', 405, list, { method: 'POST' }],
  ['a known file', 304, `${list}?limit=10`, { headers: { 'If-None-Match': `"x", W/${tag}` } }],
  ['a known composed page', 304, `${list}?limit=7`, { headers: { 'If-None-Match': '*' } }],
  ['another tag', 200, `${list}?limit=10`, { headers: { 'If-None-Match': '"x"' } }],
];

const { grid, read } = openSite(shippedSite());
/** Without what a Buffer can do besides. */
const site = {
  grid,
  read: async (file: string) => {
    const body = await read(file);
    return body && new Uint8Array(body);
  },
};

/** An answer, its bytes as a text of as many characters: long ones are compared sooner so. */
interface Seen extends Pick<Answer, 'status' | 'headers'> {
  readonly body: string;
}

/** What an `answer` says, in the form in which a server's answer comes. */
async function answerOf(
  { answer }: Pick<typeof source, 'answer'>,
  target: string,
  { method = 'GET', headers = {} }: Asking = {},
): Promise<Seen> {
  const request = new Request(SHIPPED_BASE + target, { method, headers });
  const response = await answer(request, site);
  const sent = [...response.headers].map(([name, value]) => [name, [value]]);
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { status: response.status, headers: Object.fromEntries(sent), body };
}

/** What a server says, without what is the connection's. */
async function servedOf(port: number, target: string, asking?: Asking): Promise<Seen> {
  const { status, headers, body } = await ask(port, target, asking);
  const { connection: _, ...own } = headers;
  return { status, headers: own, body: body.toString('latin1') };
}

describe('the bundle answers as its source does', () => {
  describe('where there is nothing but what the standards give', () => {
    const bundle = inStandardContext<typeof source>(BUNDLE);

    it.each(CASES)('%s: %i', async (_, status, target, asking) => {
      const expected = await answerOf(source, target, asking);
      expect(expected.status).toBe(status);
      expect(await answerOf(bundle, target, asking)).toEqual(expected);
    });
  });

  describe.skipIf(!hasWorkerd())(
    'in workerd (needs a platform that Cloudflare builds it for)',
    () => {
      let workerd: Workerd;
      let port: number;
      beforeAll(async () => {
        workerd = new Workerd(BUNDLE, { folder: shippedSite(), grid });
        port = await workerd.port();
      });
      afterAll(() => workerd.end());

      it.each(CASES)('%s: %i', async (_, status, target, asking) => {
        const answer = await servedOf(port, target, asking);
        expect(answer.status).toBe(status);
        expect(answer).toEqual(await answerOf(source, target, asking));
      });
    },
  );
});

describe('the bundle', () => {
  const text = readFileSync(BUNDLE, 'utf8');

  it('names nothing that only Node or another module has', () => {
    const foreign = /\b(?:import|require|process|Buffer|global|setImmediate|__dirname)\b/g;
    expect(text.match(foreign)).toBe(null);
  });

  it('is smaller than 12 KB', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(12_000);
  });
});
