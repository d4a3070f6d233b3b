import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../src/api/definition.ts';
import { z } from '../../../src/index.ts';
import { builtSite } from '../../support/built-site.ts';
import { titled } from '../../support/definition.ts';
import { servedSite } from '../../support/served.ts';

/*
 * The provider of React-admin for Django REST Framework, unchanged: it sends `page`, `page_size`, `ordering`, `search`
 * and filters as fields. It is bundled with its own `fetch`, as an app does.
 */

interface List {
  readonly data: readonly { readonly id: number }[];
  readonly total: number;
}

interface Provider {
  getList(resource: string, parameters: object): Promise<List>;
  getOne(resource: string, parameters: object): Promise<{ readonly data: object }>;
  getMany(resource: string, parameters: object): Promise<Pick<List, 'data'>>;
  getManyReference(resource: string, parameters: object): Promise<List>;
}

// Modules of React-admin that the provider does not use need packages that it does not have.
const { outputFiles } = await build({
  entryPoints: ['ra-data-django-rest-framework'],
  bundle: true,
  format: 'esm',
  external: ['jsonexport/*', 'final-form-arrays'],
  write: false,
});
const MODULE = `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`;

const api = defineApi({
  name: 'Books',
  description: 'Books and their authors.',
  unknownParameters: 'refuse',
  collections: [
    defineCollection({
      ...titled('authors'),
      schema: z.object({ id: z.int(), name: z.string() }),
      key: 'id',
    }),
    defineCollection({
      ...titled('books'),
      schema: z.object({ id: z.int(), title: z.string(), year: z.int(), author: z.int() }),
      key: 'id',
      filters: { author: { field: 'author', match: 'equals' } },
      search: ['title'],
      orderings: { year: { field: 'year', kind: 'number', printed: false } },
      pagination: { style: 'page', limits: [10], default: 10 },
    }),
  ],
});
const authors = ['Ada', 'Bo', 'Cy'].map((name, id) => ({ id, name }));
const books = Array.from({ length: 25 }, (_, id) => ({
  id,
  title: `${id % 2 === 0 ? 'Even' : 'Odd'} ${id}`,
  year: 1900 + ((id * 7) % 25),
  author: id % 3,
}));

/** The provider, connected to a preview of the site. */
async function connected(host: 'nginx' | 'cloudflare'): Promise<Provider> {
  const content = { 'authors/all.json': authors, 'books/all.json': books };
  const { folder } = await builtSite(api, content, { base: 'https://example.org', host });
  const { port } = await servedSite(folder);
  const { default: provider } = await import(MODULE);
  return provider(`http://127.0.0.1:${port}/api`);
}

type Book = (typeof books)[number];
const DESCENDING = { field: 'year', order: 'DESC' };

/** The records that match, from the last year to the first, cut to a page. */
function expectedList(matches: (book: Book) => boolean, page: number, perPage: number): List {
  const all = books.filter(matches).sort((a, b) => b.year - a.year);
  return { data: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}

describe.each(['nginx', 'cloudflare'] as const)('React-admin with a site for %s gets', (host) => {
  it.each([
    ['a page', {}, 1, 10, () => true],
    ['the last page', {}, 3, 10, () => true],
    ['a page of another size', {}, 2, 7, () => true],
    ['a page of a filter', { author: 1 }, 2, 5, ({ author }: Book) => author === 1],
    ['a page of a search', { q: 'even' }, 2, 5, ({ id }: Book) => id % 2 === 0],
  ] as const)('a list: %s', async (_, filter, page, perPage, matches) => {
    const provider = await connected(host);
    const parameters = { filter, pagination: { page, perPage }, sort: DESCENDING };
    const list = await provider.getList('books', parameters);
    expect(list).toEqual(expectedList(matches, page, perPage));
  });

  it('records by their keys, and the records that refer to one', async () => {
    const provider = await connected(host);
    expect(await provider.getOne('books', { id: 7 })).toEqual({ data: books[7] });
    const { data } = await provider.getMany('authors', { ids: [2, 0] });
    expect(data).toEqual([authors[2], authors[0]]);
    const references = await provider.getManyReference('books', {
      target: 'author',
      id: 2,
      filter: {},
      pagination: { page: 2, perPage: 3 },
      sort: DESCENDING,
    });
    expect(references).toEqual(expectedList(({ author }) => author === 2, 2, 3));
  });

  it('the error for a page past the last', async () => {
    const provider = await connected(host);
    const pagination = { page: 4, perPage: 10 };
    const list = provider.getList('books', { filter: {}, pagination, sort: DESCENDING });
    await expect(list).rejects.toMatchObject({ status: 404 });
  });
});
