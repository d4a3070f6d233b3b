import { cpSync } from 'node:fs';
import path from 'node:path';
import { MAIN } from './cli.ts';
import { temporaryFolder, writeFiles } from './folder.ts';

export const EXAMPLE = path.resolve('examples/eight-thousanders');
export const LIBRARY = JSON.stringify(path.resolve('lib/index.js'));

export const PEAK = '{ "id": 15, "name": "Peak", "elevation": "high", "range": "himalaya" }';

/** A module with a definition of these collections. */
const definition = (collections: string, call = ''): string =>
  `import { defineApi, defineCollection, z } from ${LIBRARY};
const named = (name, more) => ({ name, title: '', description: '', schema: z.object({ slug: z.string(), name: z.string() }), key: 'slug', ...more });
export default ${call}({ name: '', description: '', collections: ${collections} });\n`;

const FILES = {
  'api.mjs': `export { default } from ${JSON.stringify(path.join(EXAMPLE, 'api.mjs'))};\n`,
  'broken/peaks/new.json': PEAK,
  'broken/ranges/.gitkeep': '',
  'mine/notes.txt': 'mine',
  'alone/content/.gitkeep': '',
  'two/api.mjs': '',
  'two/api.js': '',
  'half/api.js': 'export default { name: "", description: "", collections: [] };\n',
  'typed/content/peaks/.gitkeep': '',
  'typed/content/ranges/.gitkeep': '',
  'typed/api.ts': `export { default } from ${JSON.stringify(path.join(EXAMPLE, 'api.mjs'))};\n`,
  'apis/none.mjs': 'export const api = 1;\n',
  'apis/throws.mjs': '\nthrow new Error("no luck");\n',
  'apis/throws-text.mjs': 'throw "no luck";\n',
  'late.mjs': `console.log('loaded'); setTimeout(() => { throw new Error('late'); });
    export { default } from './api.mjs';`,
  'old.mjs': `Object.defineProperty(process, 'versions', { value: { node: process.argv[2] } });
    await import(${JSON.stringify(MAIN)});`,
  // Runs the command with several definitions in one process, without vitest's own loading of modules.
  'each.mjs': `const [node, self, ...lines] = process.argv;
    for (const [index, line] of lines.entries()) {
      process.argv = [node, self, 'validate', ...line.split(' ')];
      process.exitCode = undefined;
      await new Promise((resolve) => {
        process.exit = (code) => resolve(console.error('exit code ' + code));
        import(${JSON.stringify(MAIN)} + '?' + index);
      });
      process.removeAllListeners('beforeExit');
    }`,
  'apis/endless.mjs': 'await new Promise(() => {});\n',
  'apis/exits.mjs': "import './exit.mjs';\n",
  'apis/exit.mjs': "import { exit } from 'node:process';\nexit(0);\n",
  'apis/lost.mjs': "import './nothing.mjs';\n",
  'apis/no-prototype.mjs': 'throw Object.create(null);\n',
  'apis/callback-exits.mjs': definition("[named('ranges', { isPublic: () => process.exit(0) })]"),
  'apis/mistakes.mjs': definition(
    "[named('ranges', { key: 'no' }), named('peaks', { label: 'no' })]",
  ),
  'apis/timer.mjs': `setInterval(() => {}, 100);\n${definition("[named('ranges')]")}`,
  'apis/internal.mjs': `Array.prototype.flatMap = null;\n${definition("[named('ranges')]")}`,
  'apis/syntax.mjs': 'export default {\n  a: ,\n};\n',
  'apis/imports.mjs': 'import "not-a-package";\n',
  'apis/ranges.mjs': definition("[named('ranges')]"),
  'apis/create.mjs': definition(
    "[named('ranges', { create: { schema: z.object({ slug: z.string(), name: z.string() }), record: (body) => body, file: ({ slug }) => [slug] } })]",
  ),
  'apis/fails.mjs': definition(
    "[named('ranges', { published: z.object({}), publish: (one) => one.no.way }), named('peaks')]",
  ),
};

/** Fills a folder with a copy of the example, whose definition is `api.mjs`, and broken definitions. */
export function fill(folder: string): string {
  cpSync(path.join(EXAMPLE, 'content'), path.join(folder, 'content'), { recursive: true });
  writeFiles(folder, FILES);
  return folder;
}

/** The arguments in a command line; `''` is an empty one. */
export const argumentsOf = (line: string): string[] =>
  line.split(' ').map((word) => (word === "''" ? '' : word));

/** A new folder with all that. */
export const exampleFolder = (): string => fill(temporaryFolder());

/** The requests that a server suggests. */
export const suggestedRequests = (stdout: string): string[] =>
  [...stdout.matchAll(/^ {2}curl '(.*)'$/gm)].map(([, address]) => address ?? '');
