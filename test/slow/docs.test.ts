import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, it, vi } from 'vitest';
import { FILTER_MATCHES } from '../../src/api/schema.ts';
import { bnaApi } from '../../src/bna/bna.ts';
import { FORMATS } from '../../src/content/file.ts';
import {
  bracketsText,
  ERROR_TEXTS,
  misplacedText,
  REPLACED_TEXT,
  repeatedText,
  tooManyReadsText,
  unknownText,
  unsupportedText,
} from '../../src/core/error-text.ts';
import { ORDERING_KINDS } from '../../src/core/ordering.ts';
import { VERSION } from '../../src/util/package.ts';
import { runInProcess } from '../support/cli.ts';
import { GENERATED, withPart } from '../support/docs.ts';
import { userFolder } from '../support/folder.ts';
import { servedSite } from '../support/served.ts';
import { shippedSite } from '../support/shipped-site.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const code = (text: unknown) => `\`${text}\``;
const manifest = JSON.parse(read('package.json'));

/** All documents of the repository. */
const DOCUMENTS = glob.sync(['*.md', 'docs/*.md', 'content/**/*.md']);

/** The rows of the table of a document whose head begins with these cells, each as its cells. */
function table(file: string, ...head: string[]): string[][] {
  const lines = read(file).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head.join(' | ')} |`));
  expect(start, `${file} has a table with the head ${head.join(', ')}`).toBeGreaterThan(-1);
  const rest = lines.slice(start + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end).map((row) => row.slice(2, -2).split(' | '));
}

/** The first block of code of a document in a language that begins with a text, without its fences. */
function block(file: string, language: string, start: string): string {
  const blocks = read(file).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  const found = [...blocks].find(([, name, text]) => name === language && text?.startsWith(start));
  expect(found, `${file} has a block that begins with ${start}`).toBeDefined();
  return found?.[2] ?? '';
}

const run = (cwd: string, ...args: readonly string[]) => runInProcess(args, { cwd });

/** Builds the site of a folder in it. */
async function built(cwd: string, ...args: readonly string[]): Promise<void> {
  expect((await run(cwd, 'build', ...args)).stderr).toBe('');
}

const generated = Object.entries(GENERATED).flatMap(([file, parts]) =>
  Object.entries(parts).map(([name, text]) => ({ file, name, text })),
);

it.each(generated)('$file: the part "$name" is generated', ({ file, name, text }) => {
  const expected = withPart(read(file), name, text());
  if (process.env.DOCS === 'write') writeFileSync(file, expected);
  expect(read(file), '`npm run docs` writes it').toBe(expected);
});

describe('links', () => {
  /** The anchors of a document's headings, as GitHub makes them. */
  const anchorsOf = (file: string) =>
    [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );

  /** The files that a document links to, each with the anchor if there is one. */
  const linksIn = (document: string) =>
    [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(
      ([, file = '', anchor = '']) => ({
        file: file ? path.join(path.dirname(document), file) : document,
        anchor,
      }),
    );

  it.each(DOCUMENTS)('%s: every link leads to a file, and to a heading of it', (document) => {
    const broken = linksIn(document).filter(
      ({ file, anchor }) => !existsSync(file) || (anchor && !anchorsOf(file).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  it('README.md leads to every document', () => {
    const others = DOCUMENTS.filter((file) => !/README|^content/.test(file));
    expect(others.filter((file) => !read('README.md').includes(`](${file})`))).toEqual([]);
  });

  it('the package has every file that a document of it links to', () => {
    const packed = [...manifest.files, 'README.md', 'LICENSE', 'package.json'];
    const isPacked = (file: string) =>
      packed.some((one) => file === one || file.startsWith(`${one}/`));
    const links = DOCUMENTS.filter(isPacked).flatMap(linksIn);
    expect(links.filter(({ file }) => !isPacked(file))).toEqual([]);
  });
});

/** The site of the API of Start, with a change of its definition. */
async function peaks(change: (definition: string) => string) {
  const text = block('docs/start.md', 'yaml', '# content');
  const [, content = ''] = /^# (\S+)\n/.exec(text) ?? [];
  const definition = change(block('docs/start.md', 'js', '// api.mjs'));
  const cwd = userFolder({ 'api.mjs': definition, [content]: text });
  await built(cwd);
  return cwd;
}

/** Requires that a document shows the answer to a request, which is in a file. */
function expectAnswer(document: string, request: string, cwd: string, file: string): void {
  const start = `$ curl 'http://localhost:8080${request}'\n`;
  const shown = block(document, 'console', start).slice(start.length);
  expect(shown.trim()).toBe(read(path.join(cwd, `dist/api/peaks/${file}.json`)).trim());
}

describe('docs/define.md', () => {
  it('every kind of ordering', () => {
    const kinds = table('docs/define.md', '`kind`').map(([kind]) => kind);
    expect(kinds.sort()).toEqual(ORDERING_KINDS.map(code).sort());
  });

  it('every match of filters, with the ends of names', () => {
    const codes = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, one = '']) => one);
    const named = table('docs/define.md', '`match`', 'name ends with').flatMap(([matches, ends]) =>
      codes(ends).map((end, index) => [end.replace('__', ''), codes(matches)[index]]),
    );
    expect(Object.fromEntries(named)).toEqual(FILTER_MATCHES);
  });

  it('every format of content', () => {
    const endings = table('docs/define.md', 'files').flatMap(([cell = '']) => cell.split(', '));
    expect(endings).toEqual(Object.keys(FORMATS).map(code));
  });

  it('the lines that hide a field', async () => {
    const [schema, ...properties] = block('docs/define.md', 'js', 'const schema').split('\n');
    const cwd = userFolder({
      'api.mjs': `import { defineApi, defineCollection, z } from 'staticrest';
        ${schema}
        const own = { name: 'trails', title: 'Trails', description: '', key: 'id' };
        const trails = defineCollection({ ...own,
          ${properties.join('\n')} });
        export default defineApi({ name: 'X', description: '', collections: [trails] });`,
      'content/trails/all.csv': 'id,name,internal_note\n1,Lake,owner unhappy\n',
    });
    await built(cwd);
    expect(JSON.parse(read(path.join(cwd, 'dist/api/trails.json')))).toEqual([
      { id: 1, name: 'Lake' },
    ]);
  });

  it('the definition with publish splits, embeds and leaves out a record', async () => {
    const cwd = userFolder({
      'api.mjs': `import { defineApi, defineCollection, z } from 'staticrest';
        const schema = z.object({ id: z.string(), name: z.string() });
        const own = { name: 'parties', title: 'Parties', description: '', schema, key: 'id' };
        const parties = defineCollection(own);
        ${block('docs/define.md', 'js', 'const members')}
        export default defineApi({ name: 'X', description: '', collections: [parties, members] });`,
      'content/parties/all.csv': 'id,name\ng,Greens\n',
      'content/members/all.csv': 'id,party,topics,left\n1,g,bicycles; rivers,\n2,g,,true\n',
    });
    await built(cwd);
    const party = { id: 'g', name: 'Greens' };
    expect(JSON.parse(read(path.join(cwd, 'dist/api/members.json')))).toEqual([
      { id: 1, party, topics: ['bicycles', 'rivers'] },
    ]);
  });

  it('the page with a number is answered as shown', async () => {
    const cwd = await peaks((definition) =>
      definition.replace('pagination: {', "$& style: 'page',"),
    );
    expectAnswer('docs/define.md', '/api/peaks/?page=2', cwd, 'page/2');
  });
});

it('docs/commands.md: every property of the objects of `--json`', async () => {
  const definition = read('examples/eight-thousanders/api.mjs');
  const cwd = userFolder({
    'api.mjs': definition,
    'content/ranges/ranges.jsonl': '{"slug":"a","name":"A"}',
    'content/peaks/.gitkeep': '',
  });
  const keysOf = async (...args: string[]) =>
    Object.keys(JSON.parse((await run(cwd, ...args, '--json')).stdout)).sort();
  const build = await keysOf('build');
  const { port } = await servedSite(path.join(cwd, 'dist'));
  const url = `http://127.0.0.1:${port}/api/ranges/`;
  const source = `key: 'slug', source: { url: '${url}', count: 'list' }`;
  writeFileSync(path.join(cwd, 'live.mjs'), definition.replace("key: 'slug'", source));
  const named = table('docs/commands.md', 'object of').map(([command, properties = '']) => [
    command,
    [...properties.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
  ]);
  expect(Object.fromEntries(named)).toEqual({
    '`build`': build,
    '`validate`': await keysOf('validate'),
    '`verify`': await keysOf('verify'),
    '`pull`': await keysOf('pull', '--api', 'live.mjs'),
    'any that fails': await keysOf('verify', 'nowhere'),
  });
});

it('content/README.md: the parameters of neighborhoods', () => {
  const { formats, collections } = bnaApi;
  const {
    pagination,
    orderings = {},
    filters = {},
  } = collections.find(({ name }) => name === 'neighborhoods') ?? {};
  const rows = table('content/README.md', 'parameter of neighborhoods');
  const [limits, , sorts, types] = rows.map(([, ...cells]) => cells);
  expect(limits?.[0]).toBe([...(pagination?.limits ?? []), 'all'].map(code).join(', '));
  expect(types?.[0]).toBe(formats.map(code).join(', '));
  for (const [name, { printed = true }] of Object.entries(orderings))
    expect(sorts?.[printed ? 0 : 1]).toContain(code(name));
  const named = rows.map(([name]) => name).join();
  expect(Object.keys(filters).filter((name) => !named.includes(code(name)))).toEqual([]);
});

it('content/README.md: the record to post does not exist yet', () => {
  const [, file = ''] = /from `(neighborhoods\/[^`]+)`/.exec(read('content/README.md')) ?? [];
  expect(existsSync(path.join('content', path.dirname(file)))).toBe(true);
  expect(existsSync(path.join('content', file))).toBe(false);
});

it('docs/requests.md: every error', () => {
  const texts = [
    ...Object.values(ERROR_TEXTS),
    ...[unsupportedText('limit'), repeatedText('limit'), bracketsText('country')],
    ...[unknownText('contry', []), misplacedText('country'), tooManyReadsText(50), REPLACED_TEXT],
  ];
  const rows = table('docs/requests.md', 'status', '`detail`').map(([, cell = '']) => cell);
  expect(
    texts.filter(
      (text) => !rows.some((row) => text?.startsWith(row.slice(1, row.indexOf('`', 1)))),
    ),
  ).toEqual([]);
});

it('docs/clients.md: what the example of client.js prints', async () => {
  const text = block('docs/clients.md', 'js', 'import { connect }');
  const site = `${pathToFileURL(shippedSite())}/`;
  const code = text.replace('https://me.github.io/bna/', site);
  const cwd = userFolder({ 'example.mjs': code.replace('./client.js', `${site}client.js`) });
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...parts) => {
    lines.push(parts.join(' '));
  });
  await import(path.join(cwd, 'example.mjs')).finally(() => log.mockRestore());
  expect(lines).toEqual(['3 South Portland', '3 Portland', '404 No record has this key.']);
});

it('every script that a document names exists', () => {
  for (const file of DOCUMENTS) {
    for (const [, named, known = named] of read(file).matchAll(
      /npm (?:run ([\w:]+)|(start|test)\b)/g,
    )) {
      expect(Object.keys(manifest.scripts), file).toContain(known);
    }
  }
});

it('CONTRIBUTING.md: every package that the source imports, with its reason', () => {
  const names = table('CONTRIBUTING.md', 'package').map(([name]) => name);
  const imports = glob
    .sync('src/**/*.ts')
    .flatMap((file) => [
      ...read(file).matchAll(
        /^(?:.* await import\(|(?:import|export|\}) (?:.*from )?)'((?!node:)\w[^/']*)/gm,
      ),
    ]);
  const imported = imports.map(([, name]) => name);
  expect(names).toEqual([...new Set(imported)].sort().map(code));
});

it('CONTRIBUTING.md: no file has a word or a phrase that the table of words replaces', () => {
  const cells = table('CONTRIBUTING.md', 'word').map(([, , cell = '']) => cell);
  // Any word can be a plural. Between two can be the end of a line of a comment.
  const words = cells
    .join(', ')
    .replace(/(\w+?)s?(?= |,|$)/g, (_, word) => `${word.replace(/y$/, '(y|ie)')}(e?s)*`)
    .replaceAll(', ', '|')
    .replaceAll(' ', '([\\s*-]|//)+');
  const files = glob.sync(
    [
      '*.md',
      'content/README.md',
      '{src,scripts,bench,test,examples,docs}/**/*.{ts,mjs,py,css,md,txt}',
    ],
    { ignore: ['**/node_modules', 'test/{cases,data}'] },
  );
  const hits = files.flatMap((file) => {
    const text = cells.reduce((rest, cell) => rest.replace(`| ${cell} |`, ''), read(file));
    return [...text.matchAll(new RegExp(`\\b(${words})\\b`, 'gi'))].map(
      ({ 0: hit, index }) => `${file}:${text.slice(0, index).split('\n').length} ${hit}`,
    );
  });
  expect(hits).toEqual([]);
});

it('CONTRIBUTING.md: every folder of src/ in its order', () => {
  const folders = /FOLDERS = \[([^\]]*)\]/.exec(read('test/unit/layers.test.ts'))?.[1] ?? '';
  const expected = [...folders.matchAll(/'(\w+)'/g)].map(([, folder]) => folder);
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.slice(0, expected.length)).toEqual(expected);
});

it('CHANGELOG.md: the version', () => {
  expect(VERSION).toBe(manifest.version);
  expect(read('CHANGELOG.md')).toContain(`## ${manifest.version}`);
});
