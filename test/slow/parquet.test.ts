import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
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
