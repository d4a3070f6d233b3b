import { parentPort } from 'node:worker_threads';
import openapiTS, { astToString } from 'openapi-typescript';
import type { Described } from './types.ts';

/*
 * The thread of a typist: what it loads takes longer than all that it does. It prints the types of one
 * document and is done.
 */
parentPort?.once('message', async (document: string) => {
  const openapi: Described = JSON.parse(document);
  parentPort?.postMessage(`${headOf(openapi)}\n${await typesOf(document)}`);
});

/** A reference to another document, which would be fetched: in JSON no text within a text looks so. */
const ELSEWHERE = /"\$ref":"(?!#)/;

async function typesOf(document: string): Promise<string> {
  if (ELSEWHERE.test(document)) throw new Error('A $ref of the document leads out of it.');
  const nodes = await openapiTS(document, {
    // Nothing is read from there, but the folder that a build runs in may have a name that is no URL.
    cwd: new URL('.', import.meta.url),
    // An object of which no field is told may have any, rather than none.
    emptyObjectsUnknown: true,
    silent: true,
  });
  return astToString(nodes);
}

/** What a reader of the types is told: line comments, since a title may hold what ends another kind. */
function headOf({ info: { title, version }, servers }: Described): string {
  const [{ url } = { url: '' }] = servers ?? [];
  const lines = [
    `The types of ${title} ${version}, made by staticrest from openapi.json beside it.`,
    '',
    'npm install openapi-fetch',
    '',
    "import createClient from 'openapi-fetch';",
    "import type { paths } from './types.d.ts';",
    `const api = createClient<paths>({ baseUrl: '${url.replaceAll("'", '%27')}' });`,
  ];
  const comments = lines.map((line) => `// ${line.replaceAll(/\s+/g, ' ')}`.trimEnd());
  return [...comments, ...FORMATTERS, ''].join('\n');
}

/** A project that keeps the file has no say in how it is written. */
const FORMATTERS = [
  '',
  '// biome-ignore-all lint: made by a program',
  '// biome-ignore-all format: made by a program',
  '// biome-ignore-all assist: made by a program',
  '/* eslint-disable */',
];
