import { expect, it, onTestFinished } from 'vitest';
import { type Collection, defineCollection } from '../../src/api/definition.ts';
import { z } from '../../src/index.ts';
import { describeContract } from '../contract/contract.ts';
import { deployed } from '../contract/deployed.ts';
import { builtSite } from '../support/built-site.ts';
import { apiOf, titled } from '../support/definition.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startNetlify } from '../support/netlify.ts';

describeContract('netlify', startNetlify, (send) => {
  it('the path of a file, by which the local server selects headers -> those of the API', async () => {
    const [api, file] = await Promise.all(
      ['api/', 'data/errors/path.json'].map((one) => send(`/small/${one}`)),
    );
    expect(file?.headers).toEqual(api?.headers);
  });
});

/** Starts Netlify's engine with a site of one collection until the test has finished. */
async function startWith(collection: Collection, records: readonly object[]) {
  const files = { [`${collection.name}/all.json`]: records };
  const options = { base: 'https://example.org', host: 'netlify' } as const;
  const site = await builtSite(apiOf(collection), files, options);
  const engine = await startNetlify(deployed('netlify', site, temporaryFolder()));
  onTestFinished(() => engine.close());
  return engine;
}

it.each([
  ['no key is the name of a file', ['A', 'a', 'g++', '-y']],
  ['keys are the names of files', ['A', 'a', 'g++', '-y', '---a', '--g.2b.2b']],
])('%s -> the record of the decoded key, or 404', async (_, keys) => {
  const schema = z.object({ id: z.string() });
  const things = defineCollection({ ...titled('things'), schema, key: 'id' });
  const engine = await startWith(
    things,
    keys.map((id) => ({ id })),
  );
  const answers = async (text: string) => {
    const { status, body } = await engine.send(`/api/things/${text}/`);
    return status === 200 ? JSON.parse(String(body)).id : status;
  };
  for (const key of keys) expect(await answers(encodeURIComponent(key))).toBe(key);
  for (const hyphen of ['-', '%2d', '%2D']) {
    for (const rest of ['--a', '-%2D%61', '-g.2b.2b', '%2dg%2E2b.2b', '%2d-%61']) {
      const text = hyphen + rest;
      expect([decodeURIComponent(text), 404], text).toContain(await answers(text));
    }
  }
});

it('more encoded values of two filters than there are rules for -> the records that match, or 404', async () => {
  const trees = defineCollection({
    ...titled('trees'),
    schema: z.object({ id: z.int(), district: z.string(), species: z.string() }),
    key: 'id',
    filters: {
      district: { field: 'district', match: 'equals' },
      species: { field: 'species', match: 'equals' },
    },
    prerender: { filters: ['district', 'species'] },
  });
  const records = Array.from({ length: 60 }, (_, id) => {
    const number = String(id).padStart(2, '0');
    return { id, district: `é${number}`, species: id === 59 ? 'ash' : `ö${number}` };
  });
  const engine = await startWith(trees, records);
  const found = async (query: Record<string, string>) => {
    const { status, body } = await engine.send(`/api/trees/?${new URLSearchParams(query)}`);
    return status === 200 ? JSON.parse(String(body)).map(({ id }: { id: number }) => id) : status;
  };
  const { district = '', species = '' } = records[0] ?? {};
  expect(await found({ district })).toEqual([0]);
  expect(await found({ district: 'é49' })).toEqual([49]);
  expect(await found({ district: 'é50' })).toBe(404);
  expect(await found({ species })).toEqual([0]);
  expect(await found({ species: 'ash' })).toEqual([59]);
  expect(await found({ district, species })).toEqual([0]);
  expect(await found({ district: 'é49', species: 'ö49' })).toEqual([49]);
  expect(await found({ district, species: 'ö01' })).toBe(404);
});
