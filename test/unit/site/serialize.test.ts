import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Collection, defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { recordsOf } from '../../../src/publish/build.ts';
import { serialize } from '../../../src/site/serialize.ts';
import { runAtOnce } from '../../../src/util/progress.ts';
import { builtSite } from '../../support/built-site.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { filesOf } from '../../support/site-files.ts';
import { thingsApi } from '../../support/things-api.ts';

it('a value that JSON does not have -> an error that names the record', () => {
  const { collections } = runAtOnce(recordsOf({ api: thingsApi }, []));
  const definition = collections[0]?.definition as Collection;
  const records = [{ key: 'a', value: { id: 1n } }];
  expect(() =>
    runAtOnce(serialize({ definition, records, indicesByAlias: new Map(), labels: new Map() })),
  ).toThrow(`The record a of ${definition.name} can’t be written as JSON: `);
});

it('each record is one line for every reader, with the same value', async () => {
  const lines = readFileSync('test/cases/line-separators.jsonl', 'utf8').trim().split('\n');
  const records = lines.map((line) => JSON.parse(line));
  const collection = defineCollection({
    ...titled('things'),
    title: 'Things\u2028',
    schema: z.object({ id: z.int(), t: z.string() }),
    key: 'id',
    features: {
      properties: z.object({ t: z.string() }),
      feature: ({ id, t }) => ({ longitude: id, latitude: id, properties: { t } }),
    },
  });
  const { folder } = await builtSite(apiOf(collection), { 'things/all.json': records });
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const files = filesOf(folder).filter((file) => /json(l|)$/.test(file));
  expect(files).toContain('downloads/things.jsonl');
  expect(files.filter((file) => /[\u2028\u2029\u0085]/.test(read(file)))).toEqual([]);
  expect(JSON.parse(read('api/things.json'))).toEqual(records);
  const downloaded = read('downloads/things.jsonl').trim().split('\n');
  expect(downloaded.map((line) => JSON.parse(line))).toEqual(records);
});
