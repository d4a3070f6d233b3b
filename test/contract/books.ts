import { expect, it } from 'vitest';
import { BOOKS } from '../support/small-site.ts';
import { rowsOf, valuesOf } from '../support/table.ts';
import type { Answering, Listings } from './listings.ts';

/** Books without the last one, which is private. */
const PUBLIC = BOOKS.slice(0, -1);

/**
 * Requests for books, tags that are made of books, and meta, which is one record. The answer to each is a whole book, the
 * books of a listing, a text or a status; then the status of rules where it is another one.
 */
const CASES = rowsOf(`
  a key and plain aliases -> books/1/ | books/emma/ | books/--x.20y/ -> book 1
  encoded aliases, and an inherited name -> books/__proto__/ | books/__proto__.json | books/Emma%20II/ | books/%F0%9F%9A%B2/ | books/l'%C3%A9t%C3%A9/ -> book 3
  an alias with a slash -> books/E%2F1/ -> book 1 -> 404
  an alias that ends in .json, and a number with zeros -> books/a.json/ | books/007/ -> book 2
  aliases by path -> books/emma.json | books/--E.2f1.json -> book 1
  another inherited name -> books/constructor/ | books/constructor.json -> book 2
  no key -> books/none/ | books/none.json | books/EMMA/ | books/7/ | books/toString/ | books/--Emma.20II/ -> 404
  of a private book -> books/5/ | books/5.json | books/hidden/ | books/hidden.json | tags/z/ | tags/z.json -> 404
  all -> books/?limit=all | books/limit/all.json -> books 1,2,3,4
  by an unlisted field -> books/?kind=n | books/kind/n/limit/2.json -> books 1,3
  by an element of a list -> books/?tag=say+%22hi%22 | books/tag/--say.20.22hi.22.json -> books 2
  by two filters, not combined -> books/?kind=n&tag=x -> books 1 -> 400
  the same by path -> books/kind/n/tag/x/limit/2.json -> books 1 -> 404
  in an order by an unlisted field -> books/?ordering=-size&limit=all -> books 2,3,4,1
  without a value -> books/?country__isnull=true | books/country__isnull/true/limit/2.json -> books 2
  with a value -> books/?country__isnull=false&limit=all | books/country__isnull/false/limit/all.json -> books 1,3,4
  with a value, as 0 -> books/?country__isnull=0&limit=all -> books 1,3,4 -> 400
  what no public book has -> books/?kind=secret | books/?tag=z | books/?tag=red | books/?search=z -> books  -> 400
  a search for terms of two elements -> books/?search=moon+blue | books/?search=blue,RED -> books 1,3 -> 400
  for what two elements or their JSON have -> books/?search=moonblue | books/?search=%22,[ | books/?search=%5C%22 -> books  -> 400
  for a quote -> books/?search=%22 -> books 2,4 -> 400
  with a filter by the same list -> books/?search=moon&tag=x -> books 1 -> 400
  made of books -> tags/x/ | tags/x.json -> {"tag":"x","count":2}
  the one record -> meta/ | meta.json | meta/?limit=1&ordering=size -> {"edition":2,"newest":"emma"}
  below it -> meta/meta/ | meta/meta.json -> 404
`);

/** What a body has of an answer of the table, and that answer. */
function compared(body: string, expected: string): [unknown, unknown] {
  const [kind, ids = ''] = expected.split(' ');
  const found = ids.split(',').flatMap((id) => PUBLIC[Number(id) - 1] ?? []);
  if (kind !== 'books') return [body, `${kind === 'book' ? JSON.stringify(found[0]) : expected}\n`];
  return [JSON.parse(body).results, found.map(({ id, title }) => ({ id, title }))];
}

/** Tests the table. @param isPlain true for a host that knows only addresses by path */
export function testBookCases(
  { send, composes, badRequest = 400 }: Omit<Answering, 'grid'>,
  isPlain = false,
): void {
  it.each(CASES)('%s: %s -> %s', async (_, requests = '', expected = '', ofRules = expected) => {
    const right = Number(composes ? expected : ofRules) || 200;
    for (const target of valuesOf(requests)) {
      if (isPlain && !target.endsWith('.json')) continue;
      const { status, body } = await send(`/small/api/${target}`);
      expect(status, target).toBe(right === 400 ? badRequest : right);
      const [found, wanted] = status === 200 ? compared(String(body), expected) : [];
      expect(found, target).toEqual(wanted);
    }
  });
}

/** Listings of books by filters, a search in lists, and an order by a field that they lack. */
export const BOOK_LISTINGS: Listings = {
  ...{ collection: 'books', records: PUBLIC, key: 'id', listed: ['id', 'title'] },
  values: {
    kind: ['', 'n', 'us'],
    tag: ['', 'x', 'say "hi"'],
    search: ['', 'BLUE', 'moon,red', 'ii', '"', '\\'],
    ordering: ['', '-size'],
    limit: ['', '1', 'all'],
  },
  isPrerendered: ({ kind, tag, search, ordering, limit }) =>
    !search && limit !== '1' && [kind, tag, ordering].filter(Boolean).length < 2,
};
