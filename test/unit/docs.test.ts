import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COLLECTION } from '../../src/api/definition.ts';
import { FILTER_MATCHES } from '../../src/api/filter.ts';
import { bnaApi } from '../../src/bna/bna.ts';
import { FORMATS } from '../../src/content/file.ts';
import { answer, openSite } from '../../src/core/answer.ts';
import { ORDERING_KINDS } from '../../src/core/ordering.ts';
import { prepareRecord } from '../../src/server/new-record.ts';
import { bytes } from '../../src/site/site-file.ts';
import { VERSION } from '../../src/util/version.ts';
import { CliProcess, MAIN } from '../support/cli.ts';
import { GENERATED, withPart } from '../support/docs.ts';
import { temporaryFolder, userFolder, writeFiles } from '../support/folder.ts';
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

const run = (cwd: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { cwd, encoding: 'utf8' });

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

  it('the API of one’s own builds, answers and reports a mistake as shown', () => {
    const [, content = ''] = /^# (\S+)\n/.exec(block('README.md', 'yaml', '# content')) ?? [];
    const cwd = userFolder({
      'api.mjs': block('README.md', 'js', '// api.mjs'),
      [content]: block('README.md', 'yaml', '# content'),
    });
    expect(run(cwd, 'build').stderr).toBe('');
    const [, query, answer] =
      /^\$ curl '(.*)'\n([\s\S]*)/.exec(
        block('README.md', 'console', "$ curl 'http://localhost:8080/api/peaks"),
      ) ?? [];
    expect(query).toBe('http://localhost:8080/api/peaks/?ordering=-elevation');
    const page = read(path.join(cwd, 'dist/api/peaks/ordering/-elevation/limit/2.json'));
    expect(answer?.trim()).toBe(page.trim());
    const text = read(path.join(cwd, content));
    writeFileSync(path.join(cwd, content), text.replace('8611', 'high'));
    const { stderr } = run(cwd, 'validate');
    expect(stderr).toContain(block('README.md', '', 'content/peaks').trim());
  });
});

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
    const built = run(cwd, 'build', '--api', './library.mjs', '--base-url', base);
    expect(built.stderr).toBe('');
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

  it('the page with a number is answered as shown', () => {
    const [, content = ''] = /^# (\S+)\n/.exec(block('README.md', 'yaml', '# content')) ?? [];
    const definition = block('README.md', 'js', '// api.mjs');
    const numbered = block('docs/own-api.md', 'js', 'pagination:').trim();
    const cwd = userFolder({
      'api.mjs': definition.replace(/pagination: .*,/, numbered),
      [content]: block('README.md', 'yaml', '# content'),
    });
    expect(run(cwd, 'build').stderr).toBe('');
    const [, query, answer] =
      /^\$ curl '(.*)'\n([\s\S]*)/.exec(
        block('docs/own-api.md', 'console', "$ curl 'http://localhost:8080/api/peaks"),
      ) ?? [];
    expect(query).toBe('http://localhost:8080/api/peaks/?page=2');
    expect(answer).toBe(read(path.join(cwd, 'dist/api/peaks/page/2.json')));
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
    expect(run(cwd, 'build', '--api', './huts.mjs').stderr).toBe('');
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
  expect(run(cwd, 'build', '--host', 'cloudflare').stderr).toBe('');
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
  const cwd = userFolder({ 'content/ranges/ranges.jsonl': '{"slug":"a","name":"A"}' });
  cpSync('examples/eight-thousanders/api.mjs', path.join(cwd, 'api.mjs'));
  const keysOf = (...args: string[]) => Object.keys(JSON.parse(run(cwd, ...args, '--json').stdout));
  const build = keysOf('build');
  const preview = new CliProcess(['preview', '--port', '0'], { cwd });
  onTestFinished(() => preview.kill());
  await preview.waitFor('http://');
  const [address = ''] = /http:[^\s]*?(?=\/\s)/.exec(preview.stdout) ?? [];
  const definition = path.join(cwd, 'api.mjs');
  const source = `key: 'slug', source: '${address}/api/ranges/'`;
  writeFileSync(definition, read(definition).replace("key: 'slug'", source));
  const named = table('docs/commands.md', 'object of').map(([command, properties = '']) => [
    command,
    [...properties.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
  ]);
  expect(Object.fromEntries(named)).toEqual({
    '`build`': build.sort(),
    '`validate`': keysOf('validate').sort(),
    '`verify`': keysOf('verify').sort(),
    '`pull`': keysOf('pull').sort(),
    'any that fails': keysOf('verify', 'nowhere').sort(),
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
  /** What an example prints next to the folder `site` of the shipped site. */
  function output(text: string): string {
    const cwd = temporaryFolder();
    symlinkSync(shippedSite(), path.join(cwd, 'site'));
    writeFiles(cwd, { 'example.mjs': text });
    const { stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], {
      cwd,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout;
  }

  it('docs/clients.md: the example', () => {
    const example = block('docs/clients.md', 'js', 'import { connect }');
    expect(example).toContain("'https://me.github.io/bna/client.js'");
    // Node imports no modules from a host.
    const text = example.replace('https://me.github.io/bna/', './site/');
    expect(output(text)).toBe('3 South Portland\nPortland\n404 No record has this key.\n');
  });

  it('docs/publishing.md: the example with a folder', () => {
    const example = block('docs/publishing.md', 'js', 'import { connect }');
    expect(output(example)).toBe('3 South Portland\n');
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
