import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import glob from 'fast-glob';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bnaApi } from '../../../src/bna/bna.ts';
import { writeSchemas } from '../../../src/content/schema-files.ts';
import { UsageError, z } from '../../../src/index.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { rowsOf } from '../../support/table.ts';
import { things } from './valid-content.ts';

const NAMES = ['countries', 'score_metadata', 'neighborhoods'] as const;
const schemaOf = (content: string, name: string) =>
  readFileSync(path.join(content, name, '.schema.json'), 'utf8');

function validatorOf(name: string): ValidateFunction {
  const ajv = new Ajv.default({ allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(schemaOf('content', name)));
}

describe('the schemas of content files', () => {
  const schema = z.object({ id: z.int(), label: z.string() });
  const loose = z.looseObject({ id: z.int() });

  it.each([
    ['a loose schema: other fields', { schema: loose }, [{ id: 1, other: 'x' }, { id: 'x' }]],
    [
      'a file name that is a field: records without it',
      { schema, content: { fileName: 'id' } },
      [{ label: 'a' }, { id: 1, label: 'a' }],
    ],
  ])('accept with %s', (_, properties, values) => {
    const folder = temporaryFolder();
    writeSchemas({ ...bnaApi, collections: [things(properties)] }, folder);
    const validate = new Ajv.default().compile(JSON.parse(schemaOf(folder, 'things')));
    expect(values.map((value) => validate(value))).toEqual([true, false]);
  });

  it('are in the checkout as the command writes them, over older ones and next to content', () => {
    const content = temporaryFolder();
    writeFiles(content, { 'countries/.schema.json': 'old', 'countries/all.yaml': '[]\n' });
    expect(writeSchemas(bnaApi, content)).toEqual(
      expect.arrayContaining(NAMES.map((name) => path.join(name, '.schema.json'))),
    );
    for (const name of NAMES) expect(schemaOf(content, name)).toBe(schemaOf('content', name));
    expect(readdirSync(path.join(content, 'countries'))).toEqual(['.schema.json', 'all.yaml']);
  });

  it.each(NAMES)('accept shipped files of %s', (name) => {
    const validate = validatorOf(name);
    const files = glob.sync(`content/${name}/**/*.yaml`);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files.slice(-50)) {
      expect(validate(parse(readFileSync(file, 'utf8'))), `${file}: ${validate.errors}`).toBe(true);
    }
  });

  const davis = parse(readFileSync('content/neighborhoods/US/CA/davis.yaml', 'utf8'));
  let validate: ValidateFunction;
  beforeAll(() => {
    validate = validatorOf('neighborhoods');
  });
  const messagesFor = (value: unknown) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  it.each(
    rowsOf(`
      {"lable": "Davis"} -> must NOT have additional properties
      {"city_fips": 618100} -> /city_fips must be string
      {"country": "us"} -> /country must match pattern
      {"created_at": "2024-02-29T12:00:00Z"} -> /created_at must
      {"latitude": 91} -> /latitude must be <= 90
    `),
  )('reject a record with %s: %s', (changes = '', message = '') => {
    const changed = { ...davis, ...JSON.parse(changes) };
    expect(messagesFor(changed)).toContainEqual(expect.stringContaining(message));
    expect(messagesFor([davis, changed]).join()).toContain('/1');
  });

  it('accept a list, and reject a missing field and a text', () => {
    expect(messagesFor([davis, davis])).toEqual([]);
    const { uuid: _, ...others } = davis;
    expect(messagesFor(others).join()).toContain('must have required property');
    expect(messagesFor('Davis').join()).toContain('must be object');
  });

  it('are not written into a folder that is missing, or that is a link', () => {
    const folder = temporaryFolder();
    expect(() => writeSchemas(bnaApi, path.join(folder, 'content'))).toThrow(UsageError);
    expect(readdirSync(folder)).toEqual([]);
    writeFiles(folder, { 'elsewhere/x': '', 'content/x': '' });
    symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'content/countries'));
    expect(() => writeSchemas(bnaApi, path.join(folder, 'content'))).toThrow(
      /is a link to another/,
    );
    expect(readdirSync(path.join(folder, 'elsewhere'))).toEqual(['x']);
  });
});
