import { describe, expect, it } from 'vitest';
import {
  type Context,
  defineCollection,
  type RecordSources,
} from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { apiOf, titled } from '../../../support/definition.ts';
import { rowsOf } from '../../../support/table.ts';
import { checked, contentFolder, expectLines, problemLines } from '../valid-content.ts';

const bookSchema = z.object({
  id: z.string(),
  tags: z.array(z.string()).default([]),
  author: z.string().nullable().default(null),
  former: z.array(z.union([z.string(), z.int()])).default([]),
  secret: z.boolean().default(false),
});
type Book = z.output<typeof bookSchema>;

const books = defineCollection({
  ...{ ...titled('books'), schema: bookSchema, key: 'id' },
  isPublic: ({ secret }) => !secret,
  aliases: ({ former }) => former,
  keyPattern: '[^B]*',
  references: { author: 'authors', tags: 'tags' },
});
const authors = defineCollection({
  ...{ ...titled('authors'), schema: z.object({ id: z.string() }), key: 'id' },
});
const tagSchema = z.object({ tag: z.string(), books: z.int().max(2) });
const tagNames = ({ all }: RecordSources) => new Set(all(books).flatMap(({ tags }) => tags));
const tags = defineCollection({
  ...{ ...titled('tags'), schema: tagSchema, key: 'tag' },
  *records(sources) {
    for (const tag of [...tagNames(sources)].sort())
      yield { tag, books: sources.where(books, { tags: tag }).length };
  },
});

/** The content files of books, one on a line, and of authors. */
const filesOf = (lines: string, more: Readonly<Record<string, string>> = {}) => ({
  'books/all.jsonl': lines,
  'authors/all.json': '[{"id": "ann"}, {"id": "bob"}]',
  ...more,
});
const api = apiOf(tags, books, authors);
const reads = async (lines: string, expected: readonly string[], changed = api) =>
  expectLines(await problemLines(filesOf(lines), changed), expected);

describe('records of others', () => {
  const made = async (records: (sources: RecordSources) => Iterable<object>) => {
    const other = { ...tags, schema: z.looseObject({ tag: z.string() }), records };
    const lines = '{"id": "a", "tags": ["y", "x"]}\n{"id": "b", "tags": ["x"], "secret": true}\n';
    const { collections, ...counts } = await checked(
      contentFolder(filesOf(lines)),
      apiOf({ ...other, name: 'made' } as never, ...api.collections),
    );
    return { counts, records: collections[0]?.records.map(({ value }) => value) };
  };

  it('are the published ones, with all fields of their content, and are counted', async () => {
    const { counts, records } = await made(({ all, find, where }) => [
      ...all(books).map(({ id, author, tags }) => ({ tag: id, author, tags })),
      { tag: `${find(books, 'b')?.id} ${where(books, { secret: true }).length}` },
    ]);
    expect(records).toEqual([{ tag: 'a', author: null, tags: ['y', 'x'] }, { tag: 'undefined 0' }]);
    expect(counts).toMatchObject({ count: 7, made: 4 });
  });

  it('a list that is sorted -> the next one is not; a record that is changed -> an error', async () => {
    const sorting = made(({ all }) =>
      [all(authors).reverse(), all(authors)].flat().map(({ id }, at) => ({ tag: `${at}${id}` })),
    );
    const sorted = (await sorting).records?.map(({ tag }) => tag).join();
    expect(sorted).toBe('0bob,1ann,2ann,3bob');
    const find = ({ find }: RecordSources) => [{ tag: find(books, 'a')?.tags.sort()[0] ?? '' }];
    await expect(made(find)).rejects.toThrow('records of made');
  });

  it('their problems have the record as an excerpt', async () => {
    const lines = ['a', 'b', 'c'].map((id) => `{"id": "${id}", "tags": ["x", "w"]}\n`).join('');
    await reads(lines, ["records of tags:1:20 bad-value [3] 'books' must be at most 2. → Correct"]);
  });

  const wrong = { ...tags, schema: tagSchema.extend({ books: z.string() }) } as never;
  it('are reported if their source needs them', async () => {
    const publish = (_: Book, { find }: Context) => Object(find(tags, 'x')).tag.at(0);
    const needing = { ...books, published: bookSchema, publish } as never;
    const expected = ['records of tags:1:20 wrong-type'];
    await reads('{"id": "a", "tags": ["x"]}', expected, apiOf(wrong, needing, authors));
  });

  it.each(
    rowsOf(`
      a schema   -> {"id": 7, "tags": ["x"]}                    -> books/all.jsonl:1:8 wrong-type
      a file     -> {"id":                                      -> books/all.jsonl:1:7 syntax
      a key      -> {"id": "a", "tags": ["y"]}\\n{"id": "a"}     -> books/all.jsonl:2:8 duplicate
      references -> {"id": "a", "tags": ["x"], "author": "cyd"} -> books/all.jsonl:1:38 reference
    `),
  )('are not reported beside one of their source: %s', async (_, lines = '', expected = '') => {
    await reads(lines.replace('\\n', '\n'), [expected], apiOf(wrong, books, authors));
  });

  const later = { ...tags, name: 'later', records: () => [] };
  it.each(
    rowsOf(`
      later ones         -> ({ all }) => all(later)                -> the records of later are not made yet. Move later before tags.
      themselves         -> ({ find }) => find(tags, 'x')          -> the records of tags are not made yet. They are being made.
      a text             -> () => 'abc'                            -> records must return a list of records, or be a generator
      a promise          -> async () => []                         -> records returned a promise; it must not be async
      an async generator -> async function* () {}                  -> records must return a list
      an unknown field   -> ({ where }) => where(books, { tag: 'x' }) -> where: books has no field tag. Did you mean tags?
      a list of values   -> ({ where }) => where(books, { id: ['x'] }) -> where: id must be a text, a number, true, false or null
      no value           -> ({ where }) => where(books, { id: undefined }) -> where: id must be a text, a number
      a record missing   -> () => [{ tag: 'x', books: 1 }, undefined] -> record 2 is undefined, not an object. Is a
      half a character   -> () => [{ tag: '\\ud800', books: 1 }] -> can’t be part of an address
      a value alone      -> ({ where }) => where(books, 'x')       -> where needs a function, or values of fields
    `),
  )('%s: %s -> an error', async (_, code, message) => {
    const records = new Function('books', 'tags', 'later', `return ${code}`)(books, tags, later);
    const over = apiOf({ ...tags, records }, later, books, authors);
    await expect(checked(contentFolder(filesOf('{"id": "a"}')), over)).rejects.toThrow(message);
  });

  it('a folder of their name -> an error', async () => {
    const files = filesOf('{"id": "a"}', { 'tags/x.json': '{"tag": "x", "books": 1}' });
    expectLines(await problemLines(files, api), [
      "tags/x.json:1:1 unknown-file [] No collection has a folder 'tags'. Collections with folders: books, authors.",
    ]);
  });
});

describe('where by values', () => {
  it('equals: of one field or more, of lists by an element, as a function does', async () => {
    const found: unknown[] = [];
    const lines =
      '{"id": "a", "author": "ann", "tags": ["x", "y", "x"]}\n{"id": "b", "tags": ["y"]}\n{"id": "c", "author": "ann"}\n';
    const counting = {
      ...tags,
      records({ where }: RecordSources) {
        const add = (all: readonly Book[]) => found.push(all.map(({ id }) => id).join());
        add(where(books, { author: 'ann' }).splice(0));
        for (const author of ['ann', null]) add(where(books, { author }));
        for (const one of [{}, { author: 'ann' }]) add(where(books, { tags: 'y', ...one }));
        add(where(books, { id: 'none' }));
        add(where(books, ({ tags }) => tags.length > 1));
        return [];
      },
    };
    await checked(
      contentFolder(filesOf(lines)),
      apiOf(counting as never, { ...books, references: {} }, authors),
    );
    expect(found).toEqual(['a,c', 'a,c', 'b', 'a,b', 'a', '', 'a']);
  });
});

describe('references and aliases', () => {
  it.each(
    rowsOf(`
      null, and a known one      -> {"id": "a", "author": null}\\n{"id": "b", "author": "ann"} -> none
      an unknown one             -> {"id": "a", "author": "anm"} -> :1:23 reference ["anm"] 'author' is "anm", but authors has no published record with this key. → Correct the value, add the record, or hide this one with 'isPublic'. Did you mean ann?
      an empty text              -> {"id": "a", "author": ""}    -> :1:23 reference [""] 'author' is ""
      of a private record        -> {"id": "a", "author": "x", "secret": true} -> none
      a private alias            -> {"id": "a", "secret": true, "former": ["b"]} -> none
      a number, and its own key  -> {"id": "a", "former": [7, "a", "7"]} -> none
      that of another            -> {"id": "a", "former": ["x"]}\\n{"id": "b", "former": ["x"]} -> :2:1 duplicate [{"id": "b", "former": ["x"]}] The alias "x" is also, if case is ignored, a key or an alias of the record in books/all.jsonl:1:1. → Change 'aliases'
      a private key              -> {"id": "a", "former": ["b"]}\\n{"id": "b", "secret": true} -> :1:1 duplicate [{"id": "a", "former": ["b"]}] The alias "b" is also, if case is ignored, a key
      the case of its own key    -> {"id": "a", "former": ["A"]} -> :1:1 duplicate [{"id": "a", "former": ["A"]}] The alias "A" is also, if case is ignored, a key or an alias of the record in books/all.jsonl:1:1.
      against the pattern        -> {"id": "a", "former": ["B"]} -> :1:1 bad-key [{"id": "a", "former": ["B"]}] The alias "B" is not a valid key of books. → Use a key
      a dot                      -> {"id": "a", "former": ["."]} -> :1:1 bad-key [{"id": "a", "former": ["."]}] The alias "." can’t
    `),
  )('%s', async (_, lines = '', expected = '') => {
    await reads(
      lines.replace('\\n', '\n'),
      expected === 'none' ? [] : [`books/all.jsonl${expected}`],
    );
  });

  it('an unknown number: no suggestion', async () => {
    const numbered = { 'authors/all.json': '[{"id": "10"}]' };
    const [line] = await problemLines(filesOf('{"id": "a", "author": "30"}\n', numbered), api);
    expect(line).toMatch(/isPublic.\.$/);
  });

  it('an element of a list, and a value that publish has made', async () => {
    const untagged = { ...tags, records: () => [{ tag: 'y', books: 1 }] };
    const line = '{"id": "a", "tags": ["y", "x"], "author": "ann"}\n';
    const publish = (book: Book) => ({ ...book, author: 'AN' });
    const changed = { ...books, published: bookSchema, publish } as never;
    await reads(
      line,
      [
        `books/all.jsonl:1:1 reference [${line.trim()}] 'author' is "AN", but authors`,
        'books/all.jsonl:1:27 reference ["x"] \'tags\' is "x", but tags',
      ],
      apiOf(untagged as never, changed, authors),
    );
  });

  it('an alias is found by find, link and references; link has the key', async () => {
    const seen: unknown[] = [];
    const author = z.object({ id: z.string(), best: z.string() });
    const linking = defineCollection({
      ...{ ...titled('authors'), schema: author, key: 'id', published: author },
      references: { best: 'books' },
      publish(one, { find, link }) {
        seen.push(find(books, one.best)?.id, link(books, one.best));
        return one;
      },
    });
    const book = '{"id": "a", "former": ["old"]}';
    const files = { 'books/a.json': book, 'authors/a.json': '{"id": "x", "best": "old"}' };
    const unrelated = { ...books, references: {} };
    const { collections } = await checked(contentFolder(files), apiOf(unrelated, linking));
    expect(seen).toEqual(['a', 'https://example.org/api/books/a/']);
    expect(collections[0]?.indicesByAlias).toEqual(new Map([['old', 0]]));
  });

  it('suggestions stop after 20', async () => {
    const lines = Array.from({ length: 30 }, (_, id) => `{"id": "${id}", "author": "anm"}\n`).join(
      '',
    );
    const problems = await problemLines(filesOf(lines), api);
    expect(problems).toHaveLength(30);
    expect(problems.filter((line) => line.includes('Did you mean ann?'))).toHaveLength(20);
  });

  it('aliases that are no list -> an error', async () => {
    const other = apiOf(tags, { ...books, aliases: (() => 'abc') as never }, authors);
    const checking = checked(contentFolder(filesOf('{"id": "a"}')), other);
    await expect(checking).rejects.toThrow('aliases must return a list of texts or numbers.');
  });
});

describe('single', () => {
  const meta = defineCollection({
    ...titled('meta'),
    single: true,
    schema: z.object({ n: z.int() }),
  });
  it.each(
    rowsOf(`
      one       -> meta/a.yaml -> n: 1 -> none
      none      -> meta/.gitkeep -> x -> meta:1:1 empty [] This collection has 'single', but no published record.
      two       -> meta/a.json -> [{"n": 1}, {"n": 2}] -> meta/a.json:1:12 duplicate [{] This is not the only record: another is in meta/a.json:1:2.
      a problem -> meta/a.yaml -> n: x -> meta/a.yaml:1:4 wrong-type
    `),
  )('%s', async (_, file = '', text = '', expected = '') => {
    expectLines(
      await problemLines({ [file]: text }, apiOf(meta)),
      expected === 'none' ? [] : [expected],
    );
  });
});
