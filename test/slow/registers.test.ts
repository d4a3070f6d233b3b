import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Collection, defineApi, defineCollection } from '../../src/api/definition.ts';
import { answer } from '../../src/core/answer.ts';
import { encodeKey } from '../../src/core/encode-key.ts';
import { z } from '../../src/index.ts';
import { openSiteFolder } from '../../src/server/site-folder.ts';
import { deployed } from '../contract/deployed.ts';
import { builtSite } from '../support/built-site.ts';
import { hasWorkerd, startCloudflare } from '../support/cloudflare.ts';
import { lacks } from '../support/engine.setup.ts';
import { engineOf } from '../support/engines.mjs';
import { temporaryFolder } from '../support/folder.ts';
import type { Answer } from '../support/http.ts';
import { servedSite } from '../support/served.ts';
import { valuesOf } from '../support/table.ts';

/*
 * Registers of others, with the keys that they have: the tables of ISO, and the packages of Debian.
 */

const BASE = 'https://example.org';

type Send = (target: string) => Promise<Pick<Answer, 'status' | 'body'>>;

/** Requires that each key is answered with its record. */
async function expectRecords(
  send: Send,
  { name, key }: Pick<Collection, 'name' | 'key'>,
  keys: readonly string[],
): Promise<void> {
  // Some at a time, as clients would.
  for (let from = 0; from < keys.length; from += 50) {
    const part = keys.slice(from, from + 50);
    const answers = part.map(async (one) => {
      const { status, body } = await send(`/api/${name}/${encodeKey(one)}/`);
      return [status, JSON.parse(String(body))[key]];
    });
    expect(await Promise.all(answers)).toEqual(part.map((one) => [200, one]));
  }
}

/** Sends requests to the code of hosts, in this process. */
function sendInProcess(folder: string): Send {
  const site = openSiteFolder(folder);
  return async (target) => {
    const response = await answer(new Request(BASE + target), site);
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
}

/** A table of `iso-codes`: the name of its file and of the list in it, its key, and how many records it has at least. */
const TABLES: readonly [table: string, key: string, count: number][] = [
  ['639-2', 'alpha_3', 480],
  ['639-3', 'alpha_3', 7800],
  ['639-5', 'alpha_3', 110],
  ['3166-1', 'alpha_2', 240],
  ['3166-2', 'code', 5000],
  ['3166-3', 'alpha_4', 30],
  ['4217', 'alpha_3', 170],
  ['15924', 'alpha_4', 180],
];

/** The fields of all tables. */
const TABLE_FIELDS = z.object(
  Object.fromEntries(
    valuesOf(`
      name | official_name | common_name | inverted_name | comment | bibliographic | withdrawal_date
      alpha_2 | alpha_3 | alpha_4 | numeric | code | type | scope | flag | parent
    `).map((field) => [field, z.string().optional()]),
  ),
);

describe.skipIf(lacks('iso-codes'))('the tables of ISO', () => {
  const folder = path.dirname(engineOf('iso-codes') ?? '');

  it.each(['nginx', 'cloudflare'] as const)(
    '%s: every record is answered, those of `con` and `nul` too',
    {
      timeout: 240_000,
    },
    async (host) => {
      const files: Record<string, Record<string, Record<string, string>[]>> = {};
      const collections = TABLES.map(([table, key]) => {
        const name = `iso_${table.replace('-', '_')}`;
        files[`${name}/all.json`] = JSON.parse(readFileSync(`${folder}/iso_${table}.json`, 'utf8'));
        const schema = TABLE_FIELDS.extend({ [key]: z.string() });
        const texts = { title: table, description: table };
        return defineCollection({ name, ...texts, schema, key, content: { from: table } });
      });
      const api = defineApi({ name: 'ISO', description: 'ISO.', collections });
      const site = await builtSite(api, files, { base: BASE, host });

      const send = sendInProcess(site.folder);
      for (const [index, [table, key, count]] of TABLES.entries()) {
        const [, tables] = Object.entries(files)[index] ?? [];
        const keys = tables?.[table]?.map((one) => one[key] ?? '') ?? [];
        expect(keys.length).toBeGreaterThan(count);
        await expectRecords(send, collections[index] as Collection, keys);
      }
      const preview = await servedSite(site.folder);
      const languages = { name: 'iso_639_3', key: 'alpha_3' };
      await expectRecords(preview.send, languages, ['aux', 'con', 'nul', 'prn', 'com']);
    },
  );
});

it.skipIf(lacks('apt-cache') || !hasWorkerd())(
  'the packages of Debian: every name is the key of its record, on the preview and on Cloudflare',
  {
    timeout: 240_000,
  },
  async () => {
    const names = execFileSync(engineOf('apt-cache') ?? '', ['pkgnames'], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
      .trim()
      .split('\n')
      .sort();
    const odd = names.filter((name) => !/^[a-z0-9.-]+$/.test(name));
    expect(names.length).toBeGreaterThan(1000);
    expect(odd).toContain('g++');
    const packages = defineCollection({
      name: 'packages',
      title: 'Packages',
      description: 'Packages.',
      schema: z.object({ name: z.string(), length: z.int() }),
      key: 'name',
      pagination: { limits: [20], default: 20 },
    });
    const api = defineApi({ name: 'Debian', description: 'Debian.', collections: [packages] });
    const records = names.map((name) => ({ name, length: name.length }));
    const options = { base: BASE, host: 'cloudflare' } as const;
    const site = await builtSite(api, { 'packages/packages.json': records }, options);

    await expectRecords(sendInProcess(site.folder), packages, names);
    const step = Math.ceil(names.length / 300);
    const sample = [...odd, ...names.filter((_, index) => index % step === 0)];
    const preview = await servedSite(site.folder);
    await expectRecords(preview.send, packages, sample);
    const engine = await startCloudflare(deployed('cloudflare', site, temporaryFolder()));
    onTestFinished(() => engine.close());
    await expectRecords(engine.send, packages, sample);
    for (const name of ['g', 'g+', 'g++%20', 'g%252B%252B', 'libstdc']) {
      expect((await engine.send(`/api/packages/${name}/`)).status, name).toBe(404);
    }
  },
);
