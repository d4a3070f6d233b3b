import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it, vi } from 'vitest';
import { COLLECTION, FILTER_MATCHES } from '../../src/api/schema.ts';
import { bnaApi } from '../../src/bna/bna.ts';
import { FORMATS } from '../../src/content/file.ts';
import { answer, openSite } from '../../src/core/answer.ts';
import { ORDERING_KINDS } from '../../src/core/ordering.ts';
import { prepareRecord } from '../../src/server/new-record.ts';
import { bytes } from '../../src/site/site-file.ts';
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

  it('docs/README.md and README.md lead to every page of docs/', () => {
    const pages = readdirSync('docs').filter((file) => /(?<!README)\.md$/.test(file));
    expect(table('docs/README.md', 'page').length).toBe(pages.length);
    for (const page of pages) {
      expect(read('docs/README.md')).toContain(`](${page})`);
      expect(read('README.md')).toContain(`](docs/${page})`);
    }
  });

  it('the package has every file that a document of it links to', () => {
    const packed = [...manifest.files, 'README.md', 'LICENSE', 'package.json'];
    const isPacked = (file: string) =>
      packed.some((one) => file === one || file.startsWith(`${one}/`));
    const links = DOCUMENTS.filter(isPacked).flatMap(linksIn);
    expect(links.filter(({ file }) => !isPacked(file))).toEqual([]);
  });
});

describe('README.md', () => {
  it('the answer to `curl`', () => {
    const [command = '', ...lines] = block('README.md', 'console', "$ curl 'http://localhost:8080/")
      .trim()
      .split('\n');
    expect(command).toContain('/api/neighborhoods/?limit=50&offset=100&ordering=-created_at');
    const page = 'api/neighborhoods/ordering/-created_at/limit/50/offset/100.json';
    const answer = read(path.join(shippedSite(), page));
    for (const [index, line] of answer.split('\n').slice(0, lines.length).entries()) {
      expect(line.startsWith(lines[index]?.replace(/…$/, '') ?? '')).toBe(true);
    }
  });

  it('the API of one’s own builds, answers and reports a mistake as shown', async () => {
    const { cwd, content } = await peaks();
    expectAnswer(
      'README.md',
      '/api/peaks/?ordering=-elevation',
      cwd,
      'ordering/-elevation/limit/2',
    );
    const text = read(path.join(cwd, content));
    writeFileSync(path.join(cwd, content), text.replace('8611', 'high'));
    const { stderr } = await run(cwd, 'validate');
    expect(stderr).toContain(block('README.md', '', 'content/peaks').trim());
  });
});

/** The site of the API of the README, with a change of its definition. */
async function peaks(change = (definition: string) => definition) {
  const text = block('README.md', 'yaml', '# content');
  const [, content = ''] = /^# (\S+)\n/.exec(text) ?? [];
  const definition = change(block('README.md', 'js', '// api.mjs'));
  const cwd = userFolder({ 'api.mjs': definition, [content]: text });
  await built(cwd);
  return { cwd, content };
}

/** Requires that a document shows the answer to a request, which is in a file. */
function expectAnswer(document: string, request: string, cwd: string, file: string): void {
  const start = `$ curl 'http://localhost:8080${request}'\n`;
  const shown = block(document, 'console', start).slice(start.length);
  expect(shown.trim()).toBe(read(path.join(cwd, `dist/api/peaks/${file}.json`)).trim());
}

describe('docs/own-api.md', () => {
  it('quotes the example', () => {
    const example = read('examples/eight-thousanders/api.mjs');
    expect(block('docs/own-api.md', 'js', example.slice(0, 80))).toBe(example);
  });

  it('every kind of ordering', () => {
    const kinds = table('docs/own-api.md', '`kind`').map(([kind]) => kind);
    expect(kinds.sort()).toEqual(ORDERING_KINDS.map(code).sort());
  });

  it('every match of filters, with the ends of names', () => {
    const codes = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, one = '']) => one);
    const named = table('docs/own-api.md', '`match`').flatMap(([matches, ends]) =>
      codes(ends).map((end, index) => [end.replace('__', ''), codes(matches)[index]]),
    );
    expect(Object.fromEntries(named)).toEqual(FILTER_MATCHES);
  });

  it('every format of content', () => {
    const endings = table('docs/own-api.md', 'files').flatMap(([cell = '']) => cell.split(', '));
    expect(endings).toEqual(Object.keys(FORMATS).map(code));
  });

  it('every property of a collection', () => {
    const named = table('docs/own-api.md', 'property').flatMap(([cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, one]) => one),
    );
    expect(named.sort()).toEqual(Object.keys(COLLECTION.shape).sort());
  });

  it('the API with other records and files works', async () => {
    const cwd = userFolder({
      'library.mjs': block('docs/own-api.md', 'js', '// library.mjs'),
      'content/books/novels/emma.yaml': 'slug: emma\nauthor: austen\nprice: "9,99"\n',
      'content/authors/all.json': '[{ "id": "austen" }, { "id": "eliot" }]',
      'content/topics/all.csv': 'id,name,parent\nprose,Prose,\nnovel,Novel,prose\n',
    });
    const base = 'https://example.org';
    await built(cwd, '--api', './library.mjs', '--base-url', base);
    const records = (name: string) => JSON.parse(read(path.join(cwd, `dist/api/${name}.json`)));
    expect(records('books')).toEqual([{ slug: 'emma', price: 9.99, shelf: 'novels' }]);
    expect(records('authors')).toEqual([
      { id: 'austen', count: 1, books: [`${base}/api/books/emma/`] },
      { id: 'eliot', count: 0, books: [] },
    ]);
    expect(records('topics')).toEqual([
      { id: 'prose', path: 'Prose' },
      { id: 'novel', path: 'Prose / Novel' },
    ]);
    const { sources } = JSON.parse(read(path.join(cwd, 'dist/downloads/datapackage.json')));
    expect(JSON.stringify(sources)).toContain('Project Gutenberg');
    expect(read(path.join(cwd, 'dist/index.html'))).toContain('>CC0-1.0</a>');
  });

  it('every member of the context', () => {
    const [, body = ''] =
      /interface Context<[\s\S]*?> \{\n([\s\S]*?)\n\}/.exec(read('src/api/definition.ts')) ?? [];
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[:(<]/gm)].map(([, one]) => one);
    const named = table('docs/own-api.md', 'in the context').flatMap(([cell = '']) =>
      [...cell.matchAll(/`(\w+)/g)].map(([, one]) => one),
    );
    expect(named.sort()).toEqual(members.sort());
  });

  it('the page with a number is answered as shown', async () => {
    const numbered = block('docs/own-api.md', 'js', 'pagination:').trim();
    const { cwd } = await peaks((definition) => definition.replace(/pagination: .*,/, numbered));
    expectAnswer('docs/own-api.md', '/api/peaks/?page=2', cwd, 'page/2');
  });

  it('the API with private records, a map and POST works', async () => {
    const hut = { name: 'Camp', longitude: 86.9, latitude: 28 };
    const cwd = userFolder({
      'huts.mjs': block('docs/own-api.md', 'js', '// huts.mjs'),
      'content/huts/closed.json': JSON.stringify({ id: randomUUID(), ...hut, closed: true }),
    });
    const { default: api } = await import(path.join(cwd, 'huts.mjs'));
    const content = path.join(cwd, 'content');
    const body = bytes(JSON.stringify(hut));
    const { key, write } = await prepareRecord({ api, content }, 'huts', body);
    const file = write();
    expect(path.relative(cwd, file)).toBe('content/huts/camp.yaml');
    await built(cwd, '--api', './huts.mjs');
    const json = (name: string) => JSON.parse(read(path.join(cwd, 'dist/api', name)));
    expect(json('huts.json')).toEqual([{ id: key, ...hut }]);
    expect(json('huts_geojson.json').features).toMatchObject([
      { geometry: { coordinates: [86.9, 28] }, properties: { name: 'Camp' } },
    ]);
  });
});

it('docs/from-json-server.md: the definition answers each request', async () => {
  const post = {
    id: '1',
    title: 'Hello',
    views: 200,
    tags: ['news'],
    author: { name: 'typicode' },
  };
  const posts = Array.from({ length: 30 }, (_, index) => ({ ...post, id: `${index + 1}` }));
  const definition = block('docs/from-json-server.md', 'js', 'const posts');
  const cwd = userFolder({
    'api.mjs': `import { defineApi, defineCollection, z } from 'staticrest';
      ${definition}
      export default defineApi({ name: 'Blog', description: '', unknownParameters: 'refuse', collections: [posts] });`,
    'content/posts/db.json': JSON.stringify({ posts, comments: [{ id: '1' }] }),
  });
  await built(cwd, '--host', 'cloudflare');
  const site = await openSite((file) => readFile(path.join(cwd, 'dist', file)).catch(() => null));
  const requests = table('docs/from-json-server.md', 'json-server', 'here, below `/api`').flatMap(
    ([, cell = '']) => /^`(\/|\?)([^`]*)`$/.exec(cell)?.slice(1).join('') ?? [],
  );
  expect(requests.length).toBeGreaterThan(8);
  for (const request of requests) {
    const url = new URL(`/api${request.replace(/^\?/, '/posts/?')}`, site.grid.base);
    const { status } = await answer(new Request(url), site);
    expect(status, request).toBe(200);
  }
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
  const source = `key: 'slug', source: 'http://127.0.0.1:${port}/api/ranges/'`;
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

it('docs/bna-api.md: the parameters of neighborhoods', () => {
  const { formats, collections } = bnaApi;
  const neighborhoods = collections.find(({ name }) => name === 'neighborhoods');
  const rows = Object.fromEntries(table('docs/bna-api.md', 'parameter of neighborhoods'));
  const limits = [...(neighborhoods?.pagination?.limits ?? []), 'all'];
  expect(rows[code('limit')]).toBe(limits.map(code).join(', '));
  const [, others] = /`ordering` also(.*?) for neighborhoods/s.exec(read('docs/bna-api.md')) ?? [];
  for (const [ordering, { printed }] of Object.entries(neighborhoods?.orderings ?? {})) {
    expect(printed === false ? others : rows[code('ordering')]).toContain(code(ordering));
  }
  for (const format of formats) {
    expect(rows['`format` (every address takes it)']).toContain(code(format));
  }
});

it('docs/bna-api.md: the record to post does not exist yet', () => {
  const [, file = ''] = /writes `(content\/[^`]+)`/.exec(read('docs/bna-api.md')) ?? [];
  expect(existsSync(path.dirname(file))).toBe(true);
  expect(existsSync(file)).toBe(false);
});

describe('client.js', () => {
  /** What the example of a document prints. Node imports no modules from a host. */
  async function output(file: string, from: string): Promise<string> {
    const text = block(file, 'js', 'import { connect }');
    expect(text).toContain(`'${from}client.js'`);
    const cwd = userFolder({ 'example.mjs': text.replaceAll(from, `${shippedSite()}/`) });
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...parts) => {
      lines.push(parts.join(' '));
    });
    await import(path.join(cwd, 'example.mjs')).finally(() => log.mockRestore());
    return lines.join('\n');
  }

  it('docs/clients.md: the example', async () => {
    expect(await output('docs/clients.md', 'https://me.github.io/bna/')).toBe(
      '3 South Portland\nPortland\n404 No record has this key.',
    );
  });

  it('docs/publishing.md: the example with a folder', async () => {
    expect(await output('docs/publishing.md', './site/')).toBe('3 South Portland');
  });
});

it('docs/clients.md: the example of a typed client', () => {
  const program = read('examples/typed-client/walk.ts');
  expect(read('docs/clients.md')).toContain(`\`\`\`ts\n${program}\`\`\`\n`);
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
      ...read(file).matchAll(/^(?:import|export|\}) (?:.*from )?'((?!node:)\w[^/']*)/gm),
    ]);
  const imported = imports.map(([, name]) => name);
  expect(names).toEqual([...new Set(imported)].sort().map(code));
});

it.each(table('CONTRIBUTING.md', 'to change', 'edit'))(
  'CONTRIBUTING.md: %s -> one or two files that exist: %s',
  (_, places) => {
    const files = [...(places?.matchAll(/`(src\/[^`]*)`/g) ?? [])].map(([, file = '']) => file);
    expect([1, 2]).toContain(files.length);
    expect(files.filter((file) => !existsSync(file) || !path.extname(file))).toEqual([]);
  },
);

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
