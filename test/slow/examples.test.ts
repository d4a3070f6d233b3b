import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Api } from '../../src/api/definition.ts';
import { encodeKey } from '../../src/core/endpoint.ts';
import { parseHash } from '../../src/page/view/request-target.ts';
import { build } from '../../src/publish/build.ts';
import { temporaryFolder } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';

const EXAMPLE = path.resolve('examples/programming-languages');
const BASE = 'https://example.org';
const LIST = '/api/languages/';
const NAMES = ['C', 'C#', 'C++', 'F#', 'Lua', 'Modula-2', 'Pascal', 'なでしこ'];
const ON_A_MAP = NAMES.slice(0, -1);
/** The first page. */
const IN_PAGE = ['C', 'C#', 'C++', 'F#', 'Lua'];

/** Every text that the group of an expression matches. */
const allIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

it.each(['nginx', 'cloudflare', 'files'] as const)(
  'the example of programming languages, for %s: every address of a record leads to it',
  async (host) => {
    const out = path.join(temporaryFolder(), 'dist');
    const { default: api }: { default: Api } = await import(path.join(EXAMPLE, 'api.mjs'));
    const content = path.join(EXAMPLE, 'content');
    const { notes } = await build({ api, content, out, base: BASE, host });
    expect(notes).toEqual([]);

    const text = (file: string) => readFileSync(path.join(out, file), 'utf8');
    const { send } = await servedSite(out);
    const get = async (target: string) => {
      const { status, body } = await send(target);
      return { status, ...JSON.parse(String(body)) };
    };
    /** The names of the records at some addresses. */
    const namesAt = async (addresses: readonly string[]) => {
      const records = addresses.map((one) => get(new URL(one, `${BASE}/`).pathname));
      return new Set((await Promise.all(records)).map(({ name }) => name).sort());
    };
    const namesOf = (keys: readonly string[]) =>
      namesAt(keys.map((key) => `${LIST}${encodeKey(key)}/`));

    const feed = text('feed.xml');
    const links = allIn(feed, /"text\/html" href="https:\/\/example.org\/(#.*?)"/g);
    expect(await namesAt(links.map((hash) => `${parseHash('api/', hash)}`))).toEqual(
      new Set(NAMES),
    );
    const page = allIn(text('index.html'), /href="#?\/?(api\/languages\/[^"?/]+\/?)"/g);
    expect(await namesAt(page)).toEqual(new Set(IN_PAGE));
    const { paths, components } = JSON.parse(text('openapi.json'));
    const item = `/api/languages/{name}${host === 'files' ? '.json' : '/'}`;
    const [{ $ref }] = paths[item].get.parameters;
    const { example } = components.parameters[$ref.replace(/.*\//, '')];
    expect(await namesAt([item.replace('{name}', encodeKey(example))])).toEqual(new Set(['C']));
    for (const points of [
      await get('/api/languages_geojson/'),
      JSON.parse(text('downloads/languages.geojson')),
    ]) {
      expect(await namesOf(points.features.map(({ id }: { id: string }) => id))).toEqual(
        new Set(ON_A_MAP),
      );
    }
    const lines = text('downloads/languages.jsonl').trim().split('\n');
    expect(await namesOf(lines.map((line) => JSON.parse(line).name))).toEqual(new Set(NAMES));
    expect(await namesOf(allIn(text('downloads/languages.csv'), /^([^,]+),\d/gm))).toEqual(
      new Set(NAMES),
    );

    for (const [query, names] of [
      ['place=Z%C3%BCrich', ['Modula-2', 'Pascal']],
      ['place=Rio+de+Janeiro&limit=20', ['Lua']],
      ['place=Murray%20Hill', ['C', 'C++']],
      ['place__in=Murray+Hill,Z%C3%BCrich&year__lt=1980', ['C', 'Modula-2', 'Pascal']],
      ['year__gte=1985.0&paradigm=functional', ['C#', 'F#', 'Lua']],
    ] as const) {
      const { results } = await get(`${LIST}?${query}`);
      expect(results.map(({ name }: { name: string }) => name)).toEqual(names);
    }
    expect(await get(`${LIST}?plaec=Japan`)).toMatchObject({
      status: 400,
      detail: expect.stringContaining('Parameters: '),
    });
  },
);
