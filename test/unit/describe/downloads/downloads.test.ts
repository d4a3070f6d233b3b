import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { shippedSite } from '../../../support/shipped-site.ts';
import { difficultSite, NAMES, THINGS } from '../../inspect/difficult-site.ts';

let difficult: Awaited<ReturnType<typeof difficultSite>>;
beforeAll(async () => {
  difficult = await difficultSite();
});

const download = (file: string, site = difficult.site) =>
  readFileSync(path.join(site, 'downloads', file), 'utf8');

describe('the downloads of a site', () => {
  it('a table of difficult values, a table of one column, and no records', () => {
    expect(download('things.csv')).toBe(
      `${[
        'id,text,note,place.code,place.spot.lat,place.spot.lon,tags,open',
        '1,"a,b","say ""hi""",X,1.5,-2e-7,,',
        '2,"two\nlines","","",,,[],',
        '3,"cr\rhere",,null,,,"[""a"",""b\\""c""]",',
        '4,"", ,0123,0,1e+21,,true',
        "5,zażółć 東京 🚲 e\u0301,O'Neil \\ `x` | y,=1+1,,,,",
        '6,\ttab,\ufeffbom,NA,,,,false',
      ].join('\n')}\n`,
    );
    expect(download('things.jsonl')).toBe(THINGS.map((one) => `${JSON.stringify(one)}\n`).join(''));
    expect(download('names.csv')).toBe(`${['name', ...NAMES].join('\n')}\n`);
    expect(download('nothing.csv') + download('nothing.jsonl')).toBe('');
  });

  it('the GeoJSON is that of the API', () => {
    const file = path.join(shippedSite(), 'api/neighborhoods_geojson.json');
    expect(download('neighborhoods.geojson', shippedSite())).toBe(readFileSync(file, 'utf8'));
  });

  it('the data package has the type of each column, and which have no missing values', () => {
    const { $schema, name, licenses, resources } = JSON.parse(download('datapackage.json'));
    expect({ $schema, name, licenses }).toEqual({
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      name: 'odd-things-more',
      licenses: [{ name: 'CC0-1.0' }],
    });
    const [things, parquet, lines] = resources;
    const present = { missingValues: [], constraints: { required: true } };
    expect(things).toMatchObject({ name: 'things', path: 'things.csv', mediatype: 'text/csv' });
    expect(things.schema).toEqual({
      fields: [
        { name: 'id', type: 'integer', description: 'Its number.', ...present },
        { name: 'text', type: 'string', ...present },
        { name: 'note', type: 'string' },
        { name: 'place.code', type: 'string', description: 'Where | it *is*.', ...present },
        { name: 'place.spot.lat', type: 'number' },
        { name: 'place.spot.lon', type: 'number' },
        { name: 'tags', type: 'array' },
        { name: 'open', type: 'boolean' },
      ],
      primaryKey: ['id'],
      missingValues: [''],
    });
    expect(parquet).toMatchObject({ name: 'things-parquet', path: 'things.parquet' });
    expect(parquet).not.toHaveProperty('encoding');
    expect(lines).toMatchObject({ name: 'things-jsonl', path: 'things.jsonl', format: 'jsonl' });
  });

  it('the columns of the shipped content have their meanings, times and UUIDs their types', () => {
    const { resources } = JSON.parse(download('datapackage.json', shippedSite()));
    const { schema } = resources.find((one: { name: string }) => one.name === 'neighborhoods');
    const described = expect.objectContaining({ description: expect.any(String) });
    for (const { schema } of resources)
      if (schema) expect(schema.fields).toEqual(schema.fields.map(() => described));
    expect(schema.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'uuid', type: 'string', format: 'uuid' }),
        expect.objectContaining({ name: 'modifiedAt', type: 'datetime' }),
        expect.objectContaining({ name: 'boundary_file', type: 'string', format: 'uri' }),
        expect.objectContaining({ name: 'city_fips', type: 'string' }),
      ]),
    );
  });

  it('the README has the files and the sources', () => {
    const lines = download('README.md').split('\n');
    expect(lines.filter((line) => line.startsWith('| ') || line.startsWith('- ['))).toEqual([
      '| collection | records | files |',
      '| --- | --- | --- |',
      '| things | 6 | `things.csv`, `things.parquet`, `things.jsonl` |',
      '| names | 3 | `names.csv`, `names.parquet`, `names.jsonl` |',
      '| nothing | 0 | `nothing.csv`, `nothing.jsonl` |',
      '- [A dream](https://example.org/): it \\| \\<b\\>all\\</b\\> (CC0-1.0)',
    ]);
    expect(lines).toContain(
      'Things that are \\<i\\>difficult\\</i\\> to write as a table. # \\[Read\\](javascript:x)',
    );
  });
});
