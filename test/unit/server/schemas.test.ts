import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bnaApi } from '../../../src/bna/bna.ts';
import { UsageError } from '../../../src/index.ts';
import { writeSchemas } from '../../../src/server/schemas.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

const NAMES = ['countries', 'score_metadata', 'neighborhoods'] as const;
const schemaOf = (content: string, name: string) =>
  readFileSync(path.join(content, name, '.schema.json'), 'utf8');

function shapeOf(name: string): ValidateFunction {
  const ajv = new Ajv.default({ allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(schemaOf('content', name)));
}

describe('the shapes of content files', () => {
  it.each(NAMES)('of %s are in the checkout as the command writes them', (name) => {
    const content = temporaryFolder();
    expect(writeSchemas(bnaApi(), content)).toContain(path.join(name, '.schema.json'));
    expect(schemaOf('content', name)).toBe(schemaOf(content, name));
    expect(readdirSync(path.join(content, name))).toEqual(['.schema.json']);
  });

  it.each(NAMES)('take every shipped file of %s', (name) => {
    const isRight = shapeOf(name);
    const files = glob.sync(`content/${name}/**/*.yaml`);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(isRight(parse(readFileSync(file, 'utf8'))), `${file}: ${isRight.errors}`).toBe(true);
    }
  });

  const davis = parse(readFileSync('content/neighborhoods/US/CA/davis.yaml', 'utf8'));
  it.each<[string, unknown, string]>([
    ['a list of records', [davis, davis], ''],
    ['a field that is not there', { ...davis, uuid: undefined }, ' must have required property'],
    ['a misspelt field', { ...davis, lable: 'Davis' }, ' must NOT have additional properties'],
    ['a code without quotes', { ...davis, city_fips: 618100 }, '/city_fips must be string'],
    [
      'a country in letters of any size',
      { ...davis, country: 'us' },
      '/country must match pattern',
    ],
    [
      'a time without decimals',
      { ...davis, created_at: '2024-02-29T12:00:00Z' },
      '/created_at must',
    ],
    ['a latitude beyond the pole', { ...davis, latitude: 91 }, '/latitude must be <= 90'],
    ['one wrong record in a list', [davis, { ...davis, label: 1 }], '/1/label must be string'],
    ['a text', 'Davis', ' must be object'],
  ])('%s', (_, value, message) => {
    const isRight = shapeOf('neighborhoods');
    // As a file would say it: without what is undefined.
    expect(isRight(JSON.parse(JSON.stringify(value)))).toBe(message === '');
    const told = (isRight.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    if (message) expect(told.join('\n')).toContain(message);
  });

  it('are written over those of before, beside content that stays as it is', () => {
    const content = temporaryFolder();
    writeFiles(content, {
      'countries/.schema.json': 'old',
      'countries/all.yaml': '[]\n',
    });
    writeSchemas(bnaApi(), content);
    expect(schemaOf(content, 'countries')).toBe(schemaOf('content', 'countries'));
    expect(readdirSync(path.join(content, 'countries'))).toEqual(['.schema.json', 'all.yaml']);
  });

  it('are not written into a folder that is not there, or that is a link', () => {
    const folder = temporaryFolder();
    expect(() => writeSchemas(bnaApi(), path.join(folder, 'content'))).toThrow(UsageError);
    expect(readdirSync(folder)).toEqual([]);
    writeFiles(folder, { 'elsewhere/x': '', 'content/x': '' });
    symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'content/countries'));
    expect(() => writeSchemas(bnaApi(), path.join(folder, 'content'))).toThrow(/leads to another/);
    expect(readdirSync(path.join(folder, 'elsewhere'))).toEqual(['x']);
  });
});
