import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { OPENAPI } from '../../../src/core/address.ts';
import { openApiOf } from '../../../src/describe/openapi/document.ts';
import { pageOf } from '../../../src/describe/page/document.ts';
import { z } from '../../../src/index.ts';
import { describedSite } from '../../support/described.ts';
import { writeFiles } from '../../support/folder.ts';
import { textOf } from '../../support/markup.ts';
import { type Served, serveSite } from '../../support/served.ts';
import { SHIPPED_BASE, shippedJson, shippedSite } from '../../support/shipped-site.ts';
import { rowsOf } from '../../support/table.ts';
import { LABELS } from './listings.ts';
import { run } from './programs.ts';

const WALK = readFileSync('examples/typed-client/walk.ts', 'utf8');

/** Mistakes in the example, and a part of what the compiler says about each. */
const MISTAKES = rowsOf(
  `
  record.label -> record.lable -> 'lable' does not exist
  record.label -> record.country.nam -> 'nam' does not exist
  data.next -> data.nxt -> 'nxt' does not exist
  error.detail -> error.details -> 'details' does not exist
  'label' -> 'lable' -> '"lable"' is not assignable
  limit: 100 -> limit: '100' -> '"100"' is not assignable
  /neighborhoods/ -> /neighborhood/ -> PathsWithMethod
  api.GET -> api.POST -> not assignable to parameter of type 'never'
  if (!data) -> if (false) -> 'data' is possibly`,
).map(([right = '', wrong = '', message = ''], index) => {
  return { right, wrong, message, file: `mistake${index}.ts` };
});

/** Records with different fields, and how the program in the page prints one. */
const RECORDS: readonly (readonly [fields: z.core.$ZodShape, printed: string, more?: object])[] = [
  [{ name: z.string() }, 'of data) console.log(record.name)'],
  [
    { title: z.string() },
    'of data.results) console.log(record.title)',
    { pagination: { limits: [5], default: 5 } },
  ],
  [{ 'a-b': z.int() }, 'of data) console.log(record)'],
];

const { described } = describedSite(
  defineApi({
    name: 'Some',
    description: 'Some.',
    collections: RECORDS.map(([fields, , more], index) =>
      defineCollection({
        name: `some${index}`,
        title: `Some ${index}`,
        description: '',
        schema: z.object({ ...fields, id: z.int() }),
        key: 'id',
        ...more,
      }),
    ),
  }),
  {},
);

/** The program in the page of an API that has only one of the collections. */
function programFor(index: number): string {
  const { about, grid } = described;
  const page = pageOf({
    about: { ...about, collections: about.collections.slice(index, index + 1) },
    grid: { ...grid, collections: grid.collections.slice(index, index + 1) },
    examples: {},
    assets: { script: '', style: '' },
  });
  return textOf(page.split('aria-label="A typed client"><code>')[1]?.split('</code>')[0] ?? '');
}

const typesOf = async (document: object) => astToString(await openapiTS(JSON.stringify(document)));

/** Compiles programs of a folder. Returns the compiler's messages by program. */
function compile(folder: string, names: readonly string[], options: ts.CompilerOptions) {
  const files = names.map((name) => path.join(folder, name));
  const program = ts.createProgram(files, {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    types: ['node'],
    skipLibCheck: true,
    ...options,
  });
  const messages: Record<string, string> = {};
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const name = path.relative(folder, file?.fileName ?? folder);
    messages[name] =
      `${messages[name] ?? ''}${ts.flattenDiagnosticMessageText(messageText, '\n')}\n`;
  }
  program.emit();
  return messages;
}

describe('the example of a typed client', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'staticrest-types-'));
  let server: Served;
  let messages: Readonly<Record<string, string>>;

  beforeAll(async () => {
    // Every host supports what a host with rules does.
    server = await serveSite(shippedSite(), { rulesOnly: true });
    const walk = WALK.replaceAll(SHIPPED_BASE, `http://127.0.0.1:${server.port}`);
    const types = await typesOf(shippedJson(OPENAPI));
    const programs = {
      // The compiler does not check declaration files.
      'types-checked.ts': types,
      'walk.ts': walk,
      'wrong-limit.ts': walk.replaceAll('100', '7'),
      ...Object.fromEntries(
        MISTAKES.map(({ right, wrong, file }) => [file, WALK.replace(right, wrong)]),
      ),
      ...Object.fromEntries(RECORDS.map((_, index) => [`page/${index}.ts`, programFor(index)])),
    };
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
    writeFiles(folder, {
      'package.json': '{"type":"module"}',
      'types.d.ts': types,
      'page/types.d.ts': await typesOf(openApiOf(described)),
      ...programs,
    });
    const options = { module: ts.ModuleKind.NodeNext, noUncheckedIndexedAccess: true };
    messages = compile(folder, Object.keys(programs), options);
  }, 120_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  it('has no type assertions', () => {
    expect(WALK).not.toMatch(/\b(?:any|as|unknown|ts-ignore|ts-expect-error)\b|!\./);
  });

  it('compiles, as the programs of the pages of other APIs', () => {
    const compiled = Object.keys(messages).filter((name) => !name.startsWith('mistake'));
    expect(compiled).toEqual([]);
    for (const [index, [, printed]] of RECORDS.entries()) {
      expect(programFor(index)).toContain(printed);
    }
  });

  it('compiles for a bundler, with the strictest options', () => {
    const strictest = {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    expect(compile(folder, ['walk.ts'], strictest)).toEqual({});
  });

  it.each(MISTAKES)('does not compile with $right changed to $wrong', (mistake) => {
    expect(WALK).toContain(mistake.right);
    expect(messages[mistake.file]).toContain(mistake.message);
  });

  it('prints every neighborhood', async () => {
    const { code, stdout, stderr } = await run(process.execPath, ['walk.js'], folder);
    expect([code, stderr]).toEqual([0, '']);
    const labels = LABELS[1].rows.map(({ label }) => label);
    expect(stdout.trim().split('\n')).toEqual(labels);
    expect(labels).toHaveLength(2620);
  });

  it('exits with the detail of an error', async () => {
    const { code, stdout, stderr } = await run(process.execPath, ['wrong-limit.js'], folder);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Error: 400: This value of limit is not supported\./m);
  });
});
