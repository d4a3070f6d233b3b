import { expect, it } from 'vitest';
import { defineApi, defineCollection } from '../../../../src/api/definition.ts';
import { z } from '../../../../src/index.ts';
import { renderedSite } from '../../../support/rendered-site.ts';

const common = { title: 'T', description: 'D', key: 'id' } as const;

const authors = defineCollection({
  ...common,
  name: 'authors',
  schema: z.object({ id: z.int(), name: z.string(), visible: z.boolean() }),
  isPublic: ({ visible }) => visible,
});

/** What `find` returned in `check`. */
const seen: unknown[] = [];

const books = defineCollection({
  ...common,
  name: 'books',
  schema: z.object({ id: z.int(), author: z.int() }),
  check({ author }, { find }) {
    seen.push(find(authors, String(author))?.name);
    return [];
  },
  published: z.object({ id: z.int(), author: z.string() }),
  publish: ({ id, author }, { find }) => ({
    id,
    author: find(authors, String(author))?.name ?? 'unknown',
  }),
  filters: {
    author: {
      field: 'author',
      match: 'equals',
      label: ({ author }, { find }) => find(authors, String(author))?.name ?? 'nobody',
    },
  },
  prerender: { filters: ['author'] },
});

const api = defineApi({ name: 'N', description: 'D', collections: [authors, books] });
const { described, files, text } = renderedSite(api, {
  authors: [
    { id: 1, name: 'Ann', visible: true },
    { id: 2, name: 'Secret', visible: false },
  ],
  books: [
    { id: 1, author: 1 },
    { id: 2, author: 2 },
  ],
});

it('check finds private records too', () => {
  expect(seen).toEqual(['Ann', 'Secret']);
});

it('publish finds public records only', () => {
  const authors = ['1', '2'].map((id) => JSON.parse(text(`data/books/item/${id}.json`)).author);
  expect(authors).toEqual(['Ann', 'unknown']);
});

it('the label of a filter finds public records only', () => {
  expect(described.about.collections[1]?.labels).toEqual({
    author: { Ann: ['Ann'], unknown: ['nobody'] },
  });
});

it('no file contains the name of a private record', () => {
  const bodies = Array.from(files.values(), String).concat(JSON.stringify(described));
  expect(bodies.filter((body) => body.includes('Secret'))).toEqual([]);
});
