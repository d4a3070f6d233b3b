/**
 * What related records cost: `validate` of 4,000 authors, each with their books of 40,000 as `where` finds them by
 * values, compared with the same content without them. Each run is a new Node process.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figure, measured, median, program, root, scratchFolder } from './scratch.mjs';

const [RUNS, AUTHORS, BOOKS, MOST] = [5, 4000, 40_000, 1.3];

const folder = scratchFolder();
const content = path.join(folder, 'content');
const linesOf = (count, recordAt) =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(recordAt(index))}\n`).join('');
for (const [name, lines] of Object.entries({
  authors: linesOf(AUTHORS, (index) => ({ id: `a${index}` })),
  books: linesOf(BOOKS, (index) => ({ id: index, author: `a${(index * 7919) % AUTHORS}` })),
})) {
  mkdirSync(path.join(content, name), { recursive: true });
  writeFileSync(path.join(content, name, 'all.jsonl'), lines);
}

/** The definition in which the count of an author's books is this code. */
function definition(name, code) {
  const file = path.join(folder, `${name}.mjs`);
  const text = `
import { defineApi, defineCollection, z } from ${JSON.stringify(path.join(root, 'lib/index.js'))};
const texts = { title: 'T', description: 'D' };
const schema = z.object({ id: z.int(), author: z.string() });
const references = ${name === 'references' ? "{ author: 'authors' }" : '{}'};
const books = defineCollection({ name: 'books', ...texts, schema, key: 'id', references });
const author = z.object({ id: z.string() });
const authors = defineCollection({
  name: 'authors',
  ...texts,
  schema: author,
  key: 'id',
  published: author.extend({ books: z.int() }),
  publish: ({ id }, { where }) => ({ id, books: ${code} }),
});
export default defineApi({ name: 'N', description: 'D', collections: [authors, books] });
`;
  writeFileSync(file, text);
  return file;
}

const definitions = {
  without: definition('without', '0'),
  where: definition('where', 'where(books, { author: id }).length'),
  references: definition('references', '0'),
};
const times = Object.fromEntries(Object.keys(definitions).map((name) => [name, []]));
for (let run = 0; run < RUNS; run++) {
  for (const [name, api] of Object.entries(definitions)) {
    const { status, errors, seconds } = measured(
      program,
      'validate',
      '--api',
      api,
      '--content',
      content,
    );
    if (status !== 0) throw new Error(errors);
    times[name].push(seconds);
  }
}
const seconds = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
console.log(
  `${AUTHORS} authors, ${BOOKS} books: ${seconds.without.toFixed(2)} s; medians of ${RUNS} runs in turn`,
);
for (const name of ['where', 'references'])
  console.log(figure(`${name} / without`, seconds[name] / seconds.without, { most: MOST }));
