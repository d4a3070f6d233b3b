import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TypesGenerator } from '../../src/describe/types.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { shippedOpenApi } from '../support/shipped-openapi.ts';
import { compile } from '../support/typescript.ts';

/** The compiled module, for processes of their own. */
const MODULE = pathToFileURL(path.resolve('lib/describe/types.js'));

/** Without the names of browsers and of Node, whose declarations take long to read. */
const BARE = { lib: ['lib.es2022.d.ts'], types: [] };

/** A document with one listing, as far as types are made of it. */
const documentOf = (schemas: object, parameters: readonly object[] = []) => ({
  openapi: '3.1.0',
  info: { title: 'Peaks', version: '1.2.0' },
  servers: [{ url: "https://me.github.io/it's" }],
  paths: {
    '/api/peaks/': {
      get: {
        operationId: 'peaks_list',
        parameters,
        responses: { 200: { description: 'All of them.' } },
      },
    },
  },
  components: { schemas },
});

/** A schema as the document has it. */
function schemaOf(type: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(type);
  return schema;
}

const inQuery = (name: string, schema: object) => ({ in: 'query', name, schema });

const SCHEMAS = {
  Text: z.string().nullable(),
  Word: z.enum(['a', 'b c', '"', "'", '\\', '*/']),
  Constant: z.literal('x'),
  Optional: z.object({ a: z.int(), b: z.int().optional() }),
  Default: z.object({ a: z.int().default(3) }),
  Loose: z.looseObject({ a: z.int() }),
  Untold: z.any().meta({ type: 'object' }),
  Anything: z.object({ a: z.unknown() }),
  Map: z.record(z.string(), z.number()),
  Nested: z.object({ of: z.array(z.object({ code: z.string() })).optional() }),
  Point: z.tuple([z.number(), z.number()]),
  Kinds: z.union([z.object({ is: z.literal('a') }), z.object({ is: z.literal('b'), b: z.int() })]),
  Names: z.object({ 'a-b': z.int(), constructor: z.int(), 'it’s "*/': z.int(), '1': z.int() }),
  Described: z.object({ a: z.int().describe('Ends */ here.\n\n@deprecated `x`') }),
};
type SchemaName = keyof typeof SCHEMAS;

const PARAMETERS = [
  inQuery('limit', { anyOf: [{ type: 'integer', minimum: 1 }, { const: 'all' }], default: 20 }),
  inQuery('ordering', { enum: ['name', '-name'], default: 'name' }),
];

/** What a schema lets through, and what not. */
const VALUES: Readonly<Record<SchemaName, [right: readonly string[], wrong: readonly string[]]>> = {
  Text: [
    ["'a'", 'null'],
    ['1', 'undefined'],
  ],
  Word: [
    ["'a'", `'"'`, `"'"`, "'\\\\'", "'*/'"],
    ["'c'", 'null'],
  ],
  Constant: [["'x'"], ["'y'"]],
  Optional: [
    ['{ a: 1 }', '{ a: 1, b: 2 }'],
    ['{ b: 2 }', '{ a: null }', '{ a: 1, c: 3 }'],
  ],
  Default: [['{ a: 1 }'], ['{}']],
  Loose: [['{ a: 1 }', "{ a: 1, b: 'c' }"], ["{ b: 'c' }"]],
  Untold: [
    ['{}', '{ a: 1 }'],
    ['null', '1'],
  ],
  Anything: [['{ a: 1 }', '{ a: null }'], ['null']],
  Map: [['{}', '{ a: 1 }'], ["{ a: 'b' }"]],
  Nested: [
    ['{}', '{ of: [] }', "{ of: [{ code: 'a' }] }"],
    ["{ of: [{ cod: 'a' }] }", '{ of: null }'],
  ],
  Point: [['[1, 2]'], ['[1]', '[1, 2, 3]', "[1, '2']"]],
  Kinds: [
    ["{ is: 'a' }", "{ is: 'b', b: 1 }"],
    ["{ is: 'b' }", "{ is: 'c' }"],
  ],
  Names: [["{ 'a-b': 1, constructor: 1, 'it’s \"*/': 1, 1: 1 }"], ["{ 'a-b': 1 }"]],
  Described: [['{ a: 1 }'], ["{ a: '1' }"]],
};

/** What the listing can be asked for, and what not. */
const QUERIES: [right: readonly string[], wrong: readonly string[]] = [
  ['{}', '{ limit: 37 }', "{ limit: 'all' }", "{ ordering: '-name', limit: 10 }"],
  ["{ limit: 'most' }", "{ ordering: 'nam' }", '{ offset: 20 }', '{ limit: null }'],
];

/** A thread's module that does this instead; its statements know `parentPort` and `threadId`. */
function threadOf(statements: string): string {
  const folder = temporaryFolder();
  const head = "import { parentPort, threadId } from 'node:worker_threads';\n";
  writeFiles(folder, { 'thread.mjs': head + statements });
  return path.join(folder, 'thread.mjs');
}

/**
 * What a program prints that has a typist at hand. Throws where it fails, has anything to complain of, or
 * does not end.
 */
function output(statements: string, cwd = temporaryFolder()): string {
  const program = `import { Typist } from '${MODULE}';\n${statements}`;
  writeFiles(cwd, { 'program.mjs': program });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], {
    cwd,
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  if (status !== 0 || stderr !== '') throw new Error(`${status} ${stderr}`);
  return stdout;
}

const CASES: [type: string, right: readonly string[], wrong: readonly string[]][] = [
  ...Object.entries(VALUES).map<(typeof CASES)[number]>(([name, [right, wrong]]) => [
    `components['schemas']['${name}']`,
    right,
    wrong,
  ]),
  ["NonNullable<paths['/api/peaks/']['get']['parameters']['query']>", ...QUERIES],
];

/** A program with a value of a type. */
const programOf = (type: string, value: string) =>
  `import type { components, paths } from './types.d.ts';
export const one: ${type} = ${value};
export type { components, paths };
`;

const WHOLE = `// The types of Peaks 1.2.0, made by staticrest from openapi.json beside it.
//
// npm install openapi-fetch
//
// import createClient from 'openapi-fetch';
// import type { paths } from './types.d.ts';
// const api = createClient<paths>({ baseUrl: 'https://me.github.io/it%27s' });

// biome-ignore-all lint: made by a program
// biome-ignore-all format: made by a program
// biome-ignore-all assist: made by a program
/* eslint-disable */

export interface paths {
    "/api/peaks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["peaks_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Peak: {
            /** @description Its name. */
            name: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    peaks_list: {
        parameters: {
            query?: {
                limit?: number | "all";
                ordering?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
`;

const PEAK = schemaOf(z.object({ name: z.string().describe('Its name.') }));

// The compiler shares the processors with the other tests.
describe('the types of an API', { timeout: 120_000 }, () => {
  it('are a file that says what it is', async () => {
    expect(await new TypesGenerator().types(documentOf({ Peak: PEAK }, PARAMETERS))).toBe(WHOLE);
  });

  it('are the same bytes each time, whatever the folder that it runs in is called', async () => {
    const document = JSON.stringify(shippedOpenApi());
    const script = `process.stdout.write(await new Typist().types(${document}));`;
    const texts = ['plain', 'a#b', '%zz'].map((name) => {
      const cwd = path.join(temporaryFolder(), name);
      mkdirSync(cwd);
      return output(script, cwd);
    });
    expect(texts).toEqual(Array(3).fill(await new TypesGenerator().types(shippedOpenApi())));
  });

  let text = '';
  beforeAll(async () => {
    const schemas = Object.entries(SCHEMAS).map(([name, type]) => [name, schemaOf(type)]);
    text = await new TypesGenerator().types(documentOf(Object.fromEntries(schemas), PARAMETERS));
  });

  it.each(CASES)('%s is what its values are, and no other', (type, right, wrong) => {
    const values = [...right, ...wrong];
    const programs = values.map((value, at) => [`${at}.ts`, programOf(type, value)]);
    const { complaints } = compile({ 'types.d.ts': text, ...Object.fromEntries(programs) }, BARE);
    const refused = values.filter((_, at) => `${at}.ts` in complaints);
    expect(refused, JSON.stringify(complaints)).toEqual(wrong);
    expect(Object.keys(complaints)).toHaveLength(wrong.length);
  });

  it.each([
    ['a line’s end', 'A\nexport const oops: nothing = 1;'],
    ['a line’s end of its own', 'A\u2028export const oops: nothing = 1;'],
    ['the end of a comment', 'A */ export const oops: nothing = 1;'],
  ])('say no more than their API’s name, though it holds %s', async (_, title) => {
    const types = await new TypesGenerator().types({
      ...shippedOpenApi(),
      info: { title, version: '1' },
    });
    expect(compile({ 'types.d.ts': types }, BARE).complaints).toEqual({});
  });

  it('are left alone by a formatter and its linter', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'types.d.ts': text });
    const biome = path.resolve('node_modules/.bin/biome');
    const call = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(biome, ['check', 'types.d.ts'], call);
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('Checked 1 file');
  });
});

/** A document that says its number. */
const numbered = (version: string) => ({ info: { title: 'A', version } });

describe('a typist', () => {
  const answering = () =>
    threadOf("parentPort.once('message', (text) => parentPort.postMessage(threadId + text));");

  it('remembers the types of the last document', async () => {
    const typist = new TypesGenerator(answering());
    const first = await typist.types(numbered('1'));
    expect(first).toContain(JSON.stringify(numbered('1')));
    expect(await typist.types(numbered('1'))).toBe(first);
    const second = await typist.types(numbered('2'));
    expect(second).toContain(JSON.stringify(numbered('2')));
    expect(await typist.types(numbered('2'))).toBe(second);
    const third = await typist.types(numbered('1'));
    expect(third).not.toBe(first);
    typist.close();
    expect(await typist.types(numbered('1'))).toBe(third);
  });

  it('gives each its own where two documents are asked for at once', async () => {
    const typist = new TypesGenerator(answering());
    const versions = ['1', '2', '2', '1'];
    const texts = await Promise.all(versions.map((one) => typist.types(numbered(one))));
    for (const [at, version] of versions.entries()) {
      expect(texts[at]).toContain(JSON.stringify(numbered(version)));
    }
    expect(texts[2]).toBe(texts[1]);
  });

  it('tries again where it failed', async () => {
    const file = threadOf('throw new Error("Oh.");');
    const typist = new TypesGenerator(file);
    await expect(typist.types(numbered('1'))).rejects.toThrow('Oh.');
    await expect(typist.types(numbered('1'))).rejects.toThrow('Oh.');
    renameSync(answering(), file);
    expect(await typist.types(numbered('1'))).toContain(JSON.stringify(numbered('1')));
  });

  it('that nobody asks harms nobody by failing', async () => {
    const marker = path.join(temporaryFolder(), 'loaded');
    const leave = `(await import('node:fs')).writeFileSync(${JSON.stringify(marker)}, '');`;
    const typist = new TypesGenerator(threadOf(`${leave}throw new Error("Oh.");`));
    await vi.waitFor(() => expect(existsSync(marker)).toBe(true), 10_000);
    await setTimeout(100);
    typist.close();
  });

  const shipped = shippedOpenApi();
  const broken = documentOf({ Peak: { $ref: '#/components/schemas/Hill' } });
  const failing: [
    name: string,
    typist: () => TypesGenerator,
    told: RegExp,
    openapi?: Parameters<TypesGenerator['types']>[0],
  ][] = [
    ['is not there', () => new TypesGenerator('/nowhere/thread.js'), /Cannot find module/],
    [
      'throws as it is loaded',
      () => new TypesGenerator(threadOf('throw new Error("Oh.");')),
      /: Oh\.$/,
    ],
    [
      'throws where it is asked',
      () =>
        new TypesGenerator(threadOf("parentPort.once('message', async () => { throw 'Oh.'; });")),
      /: Oh\.$/,
    ],
    [
      'ends before it answers',
      () => new TypesGenerator(threadOf("parentPort.once('message', () => process.exit(0));")),
      /: the thread ended before its work did\.$/,
    ],
    [
      'does nothing',
      () => new TypesGenerator(threadOf('')),
      /: the thread ended before its work did\.$/,
    ],
    [
      'is given what is no OpenAPI document',
      () => new TypesGenerator(),
      /: Unsupported schema format/,
      numbered('1'),
    ],
    [
      'is given a document that leads elsewhere',
      () => new TypesGenerator(),
      /: A \$ref of the document leads out of it\.$/,
      documentOf({ Peak: { $ref: 'http://127.0.0.1:1/x' } }),
    ],
    [
      'is given a document that leads to a file',
      () => new TypesGenerator(),
      /: A \$ref of the document leads out of it\.$/,
      documentOf({ Peak: { $ref: 'file:///etc/hostname' } }),
    ],
    [
      'is given a document that leads nowhere',
      () => new TypesGenerator(),
      /: Can't resolve \$ref at #\/components\/schemas\/Peak$/,
      broken,
    ],
  ];
  it.each(failing)('whose thread %s says so', async (_, start, told, openapi = shipped) => {
    const asked = start().types(openapi);
    await expect(asked).rejects.toThrow(told);
    await expect(asked).rejects.toThrow(/^The types of the API could not be made: /);
  });
});

describe('a process with a typist', () => {
  const endless = () => threadOf('for (;;);');
  const cases: [name: string, statements: () => string, printed: string][] = [
    ['that it never asks ends', () => `new Typist('${endless()}');`, ''],
    [
      'that it closes while it loads goes on, and ends',
      () => `const typist = new Typist('${endless()}');
        await new Promise((done) => setTimeout(done, 100));
        typist.close();
        console.log('on');`,
      'on\n',
    ],
    [
      'that has failed before it is asked is told',
      () => `const typist = new Typist('/nowhere');
        await new Promise((done) => setTimeout(done, 200));
        await typist.types({}).catch(() => console.log('told'));`,
      'told\n',
    ],
    [
      'that it asks waits for the answer, and ends',
      () => `new Typist().types(${JSON.stringify(shippedOpenApi())})
        .then((text) => console.log(text.slice(0, 12)));`,
      '// The types\n',
    ],
  ];
  it.each(cases)('%s', (_, statements, printed) => {
    expect(output(statements())).toBe(printed);
  });
});
