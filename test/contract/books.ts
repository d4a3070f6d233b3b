import { expect, it } from 'vitest';
import { findCollection, type Grid } from '../../src/core/grid.ts';
import { Oracle, type Query } from '../support/oracle.ts';
import { BOOKS } from '../support/small-site.ts';
import { rowsOf } from '../support/table.ts';
import { type Answering, expectRightAnswers, hrefOfSmall } from './right-answers.ts';

/** Books without the last one, which is private. */
const PUBLIC = BOOKS.slice(0, -1);

/**
 * Requests for books, tags that are made of books, and meta, which is one record. The answer is a whole book, the books
 * of a listing, a text or a status; then the status of rules where it is another one.
 */
const CASES = rowsOf(`
  a key                        -> books/1/                       -> book 1
  an alias                     -> books/emma/                    -> book 1
  an alias with a space        -> books/Emma%20II/               -> book 3
  an alias that is not ASCII   -> books/%F0%9F%9A%B2/            -> book 3
  an alias with an apostrophe  -> books/l'%C3%A9t%C3%A9/         -> book 3
  an alias with a slash        -> books/E%2F1/                   -> book 1 -> 404
  one like the name of a file  -> books/--x.20y/                 -> book 1
  the name of an alias’s file  -> books/--Emma.20II/             -> 404
  an alias that ends in .json  -> books/a.json/                  -> book 2
  an inherited name            -> books/constructor/             -> book 2
  another inherited name       -> books/__proto__/               -> book 3
  one that is none             -> books/toString/                -> 404
  a number with zeros          -> books/007/                     -> book 2
  the number without zeros     -> books/7/                       -> 404
  an alias in other letters    -> books/EMMA/                    -> 404
  an unknown alias             -> books/none/                    -> 404
  the key of a private book    -> books/5/                       -> 404
  the alias of a private book  -> books/hidden/                  -> 404
  by path: an alias            -> books/emma.json                -> book 1
  by path: an encoded alias    -> books/--Emma.20II.json         -> book 3
  by path: one with a slash    -> books/--E.2f1.json             -> book 1
  by path: an unknown alias    -> books/none.json                -> 404
  by path: a private alias     -> books/hidden.json              -> 404
  all                          -> books/?limit=all               -> books 1,2,3,4
  by path: all                 -> books/limit/all.json           -> books 1,2,3,4
  by an unlisted field         -> books/?kind=n                  -> books 1,3
  by path: the same            -> books/kind/n/limit/2.json      -> books 1,3
  of a private book            -> books/?kind=secret             -> books  -> 400
  by an element of a list      -> books/?tag=say+%22hi%22        -> books 2
  by path: the same            -> books/tag/--say.20.22hi.22.json -> books 2
  an element with a backslash  -> books/?tag=a%5Cb               -> books 4
  a part of an element         -> books/?tag=red                 -> books  -> 400
  two filters, not combined    -> books/?kind=n&tag=x            -> books 1 -> 400
  by path: the same            -> books/kind/n/tag/x/limit/2.json -> books 1 -> 404
  in an order by an unlisted field -> books/?ordering=-size&limit=all -> books 2,3,4,1
  search: terms of two elements -> books/?search=moon+blue        -> books 1,3 -> 400
  search: over two elements    -> books/?search=moonblue         -> books  -> 400
  search: in two elements, as JSON -> books/?search=%22,%22      -> books 2,4 -> 400
  search: a quote              -> books/?search=%22              -> books 2,4 -> 400
  search: a backslash          -> books/?search=%5C              -> books 4 -> 400
  search: what JSON escapes    -> books/?search=%5C%22           -> books  -> 400
  search: a bracket            -> books/?search=[                -> books  -> 400
  search: without accents      -> books/?search=gro%C3%9Fe       -> books 2 -> 400
  search: with a filter by the list -> books/?search=moon&tag=x  -> books 1 -> 400
  search: of a private book    -> books/?search=z                -> books  -> 400
  one made of books            -> tags/x/                        -> {"tag":"x","books":[1,4]}
  by path: the same            -> tags/--say.20.22hi.22.json     -> {"tag":"say \\"hi\\"","books":[2]}
  of a private book only       -> tags/z/                        -> 404
  the one record               -> meta/                          -> {"edition":2,"newest":"emma"}
  by path: the same            -> meta.json                      -> {"edition":2,"newest":"emma"}
  with parameters of others    -> meta/?limit=1&ordering=size    -> {"edition":2,"newest":"emma"}
  below it                     -> meta/meta/                     -> 404
  by path: below it            -> meta/meta.json                 -> 404
`);

/** What a body has of an answer of the table, and that answer. */
function compared(body: string, expected: string): [unknown, unknown] {
  const [kind, ids = ''] = expected.split(' ');
  const found = ids.split(',').flatMap((id) => PUBLIC[Number(id) - 1] ?? []);
  if (kind !== 'books') return [body, `${kind === 'book' ? JSON.stringify(found[0]) : expected}\n`];
  return [JSON.parse(body).results, found.map(({ id, title }) => ({ id, title }))];
}

/** Tests the table. @param isPlain true for a host that knows only addresses by path */
export function testBookCases({ send, composes, badRequest }: Answering, isPlain = false): void {
  const rows = CASES.filter(([, target = '']) => !isPlain || target.endsWith('.json'));
  it.each(rows)('%s: %s -> %s', async (_, target = '', expected = '', ofRules = expected) => {
    const { status, body } = await send(`/small/api/${target}`);
    const right = Number(composes ? expected : ofRules) || 200;
    expect(status).toBe(right === 400 ? badRequest : right);
    if (status !== 200) return;
    const [found, wanted] = compared(String(body), expected);
    expect(found).toEqual(wanted);
  });
}

const VALUES = {
  kind: ['', 'n', 'us'],
  tag: ['', 'x', 'say "hi"'],
  search: ['', 'BLUE', 'moon,red', 'ii', '"', '\\'],
  ordering: ['', '-size'],
  limit: ['', '1', 'all'],
};
const REQUESTS = Object.entries(VALUES).reduce<Query[]>(
  (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
  [{}],
);

const isPrerendered = ({ kind, tag, search, ordering, limit }: Query): boolean =>
  !search && limit !== '1' && [kind, tag, ordering].filter(Boolean).length < 2;

/** Tests the table, and listings of books against a plain filter, sort and slice. */
export function testBooks(answering: Answering, grid: () => Grid): void {
  testBookCases(answering);
  it('books by any parameters -> those of a plain filter, sort and slice', {
    timeout: 120_000,
  }, async () => {
    const books = findCollection(grid(), { collection: 'books' });
    const oracle = new Oracle(hrefOfSmall('books'), books, PUBLIC, 'id', ['id', 'title']);
    await expectRightAnswers(answering, 'books', oracle, REQUESTS, isPrerendered);
  });
}
