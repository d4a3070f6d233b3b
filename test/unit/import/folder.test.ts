import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ContentError } from '../../../src/util/problem.ts';
import { makePipe, temporaryFolder, writeFiles } from '../../support/folder.ts';
import { expectParts, importFrom } from '../../support/imported.ts';
import { rowsOf } from '../../support/table.ts';

type Files = Readonly<Record<string, string>>;

function postsFolder(files: Files): string {
  const posts = path.join(temporaryFolder(), 'posts');
  writeFiles(posts, files);
  return posts;
}

describe('a folder with a record in each file', () => {
  /** The files, parts of the code with ; between them, and the published records. */
  it.each(
    rowsOf(String.raw`
      Markdown, and in folders
        => {"b/a.md":"---\ntitle: A\ndate: 2024-05-10\n---\nText\n","c/index.md":"# C\n"}
        => content: { fileName: 'slug', body: 'body' },; key: 'slug',; z.iso.date().optional()
        => {"slug":"a","title":"A","date":"2024-05-10","body":"Text"},{"slug":"c","body":"# C"}
      numbers as names, which are texts, beside a field slug and an id that is no key
        => {"1.json":"{\"slug\":\"x\",\"id\":1}","02.yml":"slug: [1]\nid: 1\n"}
        => content: { fileName: 'file_name' },; key: 'file_name',; slug: z.unknown(),
        => {"file_name":"02","slug":[1],"id":1},{"file_name":"1","slug":"x","id":1}
      drafts
        => {"a.md":"---\ndraft: true\n---\nA","b.yml":"published: false","c.yml":"draft: false"}
        => isPublic: (record) => record.draft !== true && record.published !== false,
        => {"slug":"c","draft":false}
      drafts of YAML 1.1, and in texts
        => {"a.md":"---\nDraft: yes\n---\nA","b.yml":"published: \"False\"","c.yml":"published: x"}
        => isPublic: (record) => record.Draft !== 'yes' && record.published !== 'False',
        => {"slug":"c","published":"x"}
      a status and a visibility
        => {"a.yml":"status: Draft","b.yml":"visibility: private","c.yml":"status: published"}
        => isPublic: (record) => record.status !== 'Draft' && record.visibility !== 'private',
        => {"slug":"c","status":"published"}
      a field for drafts, so that those to come are not published
        => {"a.yml":"draft: false"}
        => isPublic: (record) => record.draft !== true,
        => {"slug":"a","draft":false}`),
  )('%s', async (_, texts = '', code = '', records) => {
    const files: Files = JSON.parse(texts);
    const made = await importFrom(postsFolder(files));
    expectParts(made.guessed, code.split('; '));
    expect(made.published).toEqual(JSON.parse(`[${records}]`));
    expect(made.content).toEqual(files);
  });

  it('files with one name -> the paths are the keys, with a line', async () => {
    const posts = postsFolder({ '2023/a.md': 'A', '2024/a.md': 'B', 'c/index.md': 'C' });
    const { published, content, notes } = await importFrom(posts);
    expect(published.map(({ slug }) => slug)).toEqual(['2023-a', '2024-a', 'c']);
    expect(Object.keys(content)).toEqual(['2023-a.md', '2024-a.md', 'c.md']);
    expect(notes).toEqual([
      'Some files have one name, so the key is the path: 2024/a.md is 2024-a.md.',
    ]);
  });

  it('ignored and other files -> not copied; the others are named', async () => {
    const posts = postsFolder({
      'a.json': '{}',
      ...{ 'img/x.png': '', 'b.pdf': '', 'c.csv': 'id\n1' },
      ...{ '.git/x.json': '{', 'README.md': '', 'a.json~': '', '.hidden.md': '' },
    });
    makePipe(path.join(posts, 'pipe.md'));
    symlinkSync('/etc/hostname', path.join(posts, 'link.json'));
    const { content, notes } = await importFrom(posts);
    expect(Object.keys(content)).toEqual(['a.json']);
    expect(notes).toEqual([
      'Left out: b.pdf, c.csv, img/x.png, link.json, pipe.md. To publish them beside the API, use public/.',
    ]);
  });

  it.each<[name: string, files: Files, message: RegExp]>([
    ['no such file', { 'a.csv': 'id\n1' }, /posts has no Markdown, YAML or JSON file\. .*: a\.csv/],
    ['a list of records', { 'a.md': 'A', 'b.json': '[{}]' }, /b\.json This file contains a list/],
    ['a text', { 'a.md': 'A', 'b.yaml': 'text' }, /b\.yaml A record must be an object/],
    ['broken files', { 'a.md': '---\nx: 1\n', 'b.json': '{' }, /a\.md .*front matter.*b\.json/],
    [
      'the same path',
      { 'a/x.md': 'A', 'b/x.md': 'B', 'a-x.md': 'C' },
      /a\/x\.md `slug` is the same as in .*a-x\.md/,
    ],
  ])('%s -> an error that names it', async (_, files, message) => {
    const error = await importFrom(postsFolder(files)).catch((reason) => reason);
    const problems = error instanceof ContentError ? error.problems : [error];
    const lines = problems.map(({ location, message }) => `${location?.file} ${message}`);
    expect(lines.join(' ')).toMatch(message);
  });
});
