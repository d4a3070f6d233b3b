import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPENAPI } from '../../../src/core/address.ts';
import { openApiOf } from '../../../src/describe/openapi/document.ts';
import { pageOf } from '../../../src/page/document.ts';
import { writeFiles } from '../../support/folder.ts';
import { textOf } from '../../support/markup.ts';
import { type Served, serveSite } from '../../support/served.ts';
import { SHIPPED_BASE, shippedJson, shippedSite } from '../../support/shipped-site.ts';
import { rowsOf } from '../../support/table.ts';
import { UNUSUAL_SITES } from '../../support/unusual-sites.ts';
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

/** An API without pages; the example in its page is another program. */
const { described } = UNUSUAL_SITES['a list'];
const LIST_PROGRAM = textOf(
  pageOf({ ...described, assets: { script: '', style: '', map: '' } })
    .replace(/^.*aria-label="A typed client"><code>/s, '')
    .replace(/<\/code>.*/s, ''),
);

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
      'several-orderings.ts': walk.replace("'label'", "['state_abbrev', '-label']"),
      ...Object.fromEntries(
        MISTAKES.map(({ right, wrong, file }) => [file, WALK.replace(right, wrong)]),
      ),
      'list/program.ts': LIST_PROGRAM,
    };
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir');
    writeFiles(folder, {
      'package.json': '{"type":"module"}',
      'types.d.ts': types,
      'list/types.d.ts': await typesOf(openApiOf(described)),
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

  it('compiles, as the program in the page of an API without pages', () => {
    const compiled = Object.keys(messages).filter((name) => !name.startsWith('mistake'));
    expect(compiled).toEqual([]);
    expect(LIST_PROGRAM).toContain('of data)');
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
