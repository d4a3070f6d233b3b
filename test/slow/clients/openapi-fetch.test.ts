import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPENAPI } from '../../../src/core/address.ts';
import { generateTypes } from '../../support/api-types.ts';
import { servedSite } from '../../support/served.ts';
import { SHIPPED_BASE, shippedSite } from '../../support/shipped-site.ts';
import { type Compiled, compile } from '../../support/typescript.ts';
import { LABELS } from './listings.ts';
import { run } from './programs.ts';

const WALK = readFileSync('examples/typed-client/walk.ts', 'utf8');

let types = '';
beforeAll(() => {
  types = generateTypes(path.join(shippedSite(), OPENAPI));
}, 60_000);

/** Compiles programs with the types of the shipped API. */
const compiled = (programs: Readonly<Record<string, string>>, options = {}): Compiled =>
  compile({ ...programs, 'types.d.ts': types }, options);

/** The compiler shares the processors with the other tests. */
const PATIENCE = { timeout: 120_000 };

describe('the example of a typed client', PATIENCE, () => {
  it('stands in the README as it is', () => {
    expect(readFileSync('README.md', 'utf8')).toContain(`\`\`\`ts\n${WALK}\`\`\`\n`);
  });

  it('claims no type that the compiler does not know itself', () => {
    expect(WALK).not.toMatch(/\b(?:any|as|unknown|ts-ignore|ts-expect-error)\b|!\./);
  });

  it('prints every neighborhood, from any host that has the site', async () => {
    const [, { rows }] = LABELS;
    // What a host of rules answers, every host does.
    const { port } = await servedSite(shippedSite(), { rulesOnly: true });
    const program = WALK.replaceAll(SHIPPED_BASE, `http://127.0.0.1:${port}`);
    const { folder, complaints } = compiled({ 'walk.ts': program });
    expect(complaints).toEqual({});
    const { code, stdout, stderr } = await run(process.execPath, ['walk.js'], folder);
    expect([code, stderr]).toEqual([0, '']);
    const lines = rows.map(({ label }) => `${label}\n`);
    expect(lines).toHaveLength(2620);
    expect(stdout).toBe(lines.join(''));
  });

  it('ends with the reason of an error', async () => {
    const { port } = await servedSite(shippedSite(), { rulesOnly: true });
    const program = WALK.replaceAll(SHIPPED_BASE, `http://127.0.0.1:${port}`).replaceAll(
      '100',
      '7',
    );
    const { folder, complaints } = compiled({ 'walk.ts': program });
    expect(complaints).toEqual({});
    const { code, stdout, stderr } = await run(process.execPath, ['walk.js'], folder);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Error: 400: This value of limit is not supported\./m);
  });
});

describe('with the types of the shipped API, the compiler', PATIENCE, () => {
  it.each([
    ['of Node, as strict as can be', { noUncheckedIndexedAccess: true, skipLibCheck: false }],
    ['of a bundler', { module: 99, moduleResolution: 100, exactOptionalPropertyTypes: true }],
  ])('%s takes the example', (_, options) => {
    expect(compiled({ 'walk.ts': WALK }, options).complaints).toEqual({});
  });

  const slips: [what: string, right: string, wrong: string, told: RegExp][] = [
    ['a field', 'record.label', 'record.lable', /'lable' does not exist/],
    ['a field of a field', 'record.label', 'record.country.nam', /'nam' does not exist/],
    ['a field of the page', 'data.next', 'data.nxt', /'nxt' does not exist/],
    ['a field of an error', 'error.detail', 'error.details', /'details' does not exist/],
    ['an ordering', "'label'", "'lable'", /'"lable"' is not assignable/],
    ['a limit', 'limit: 100', "limit: '100'", /'"100"' is not assignable/],
    ['a path', '/neighborhoods/', '/neighborhood/', /not assignable to .*PathsWithMethod/],
    ['a method', 'api.GET', 'api.POST', /not assignable to parameter of type 'never'/],
    ['an answer that may be an error', 'if (!data) ', 'if (false) ', /'data' is possibly/],
  ];
  it('complains of every slip', () => {
    const programs = slips.map(([what, right, wrong], at) => {
      expect(WALK, what).toContain(right);
      return [`${at}.ts`, WALK.replace(right, wrong)];
    });
    const { complaints } = compiled(Object.fromEntries(programs));
    const told = slips.map((_, at) => complaints[`${at}.ts`]?.join('\n'));
    for (const [at, [what, , , expected]] of slips.entries()) {
      expect(told[at], what).toMatch(expected);
    }
  });
});
