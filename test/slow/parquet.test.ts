import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { importFrom } from '../support/imported.ts';
import { shippedSite } from '../support/shipped-site.ts';

const recordsOf = (name: string): Record<string, unknown>[] =>
  readFileSync(path.join(shippedSite(), 'downloads', `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('DuckDB answers the query of the documentation as the records do', async () => {
  const text = readFileSync('docs/clients.md', 'utf8');
  const [, query = ''] = /```sql\n([^`]*)```/.exec(text) ?? [];
  const connection = await (await DuckDBInstance.create()).connect();
  const sql = query.replaceAll("'downloads/", `'${shippedSite()}/downloads/`);
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const names = new Map(recordsOf('countries').map((one) => [one.alpha_2, one.name]));
  const expected: Record<string, { places: number; speeds: number }> = {};
  for (const { country, speed_limit: speed } of recordsOf('neighborhoods')) {
    const name = String(names.get(Object(country).code));
    const { places, speeds } = expected[name] ?? { places: 0, speeds: 0 };
    expected[name] = { places: places + 1, speeds: speeds + Number(speed) };
  }
  for (const { name, places, speeds } of rows)
    expect({ places: Number(places), speeds: Number(speeds) }).toEqual(expected[String(name)]);
  expect(rows.length).toBe(Object.keys(expected).length);
});

it('DuckDB writes partitions as in the documentation, and init reads them', async () => {
  const [, query = ''] =
    /```sql\n(COPY [^`]*)```/.exec(readFileSync('docs/figures.md', 'utf8')) ?? [];
  const cwd = temporaryFolder();
  const connection = await (await DuckDBInstance.create()).connect();
  const rows =
    "SELECT range AS id, 9.50::DECIMAL(9, 2) AS price, [{'a': [1.50::DECIMAL(3, 2), NULL]}] AS x, ['CH', 'é'][range % 2 + 1] AS country";
  await connection.run(`COPY (${rows} FROM range(100)) TO '${cwd}/records.parquet'`);
  await connection.run(query.replace(/'(records|parts)/g, `'${cwd}/$1`));
  const { published } = await importFrom(path.join(cwd, 'parts'));
  const read = published.toSorted((a, b) => Number(a.id) - Number(b.id));
  expect(read.length).toBe(100);
  expect(read[1]).toEqual({ id: 1, price: '9.50', x: [{ a: ['1.50', null] }], country: 'é' });
});
