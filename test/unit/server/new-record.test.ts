import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Api, defineCollection } from '../../../src/api/definition.ts';
import { readContentFile } from '../../../src/content/file.ts';
import { UsageError, z } from '../../../src/index.ts';
import { prepareRecord } from '../../../src/server/new-record.ts';
import { PostRejection } from '../../../src/server/post.ts';
import { ContentError } from '../../../src/util/problem.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { apiOf, titled } from '../../support/definition.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';

type Body = string | Uint8Array | object;

function bytesOf(body: Body): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

interface AddedRecord {
  readonly key: string;
  readonly file: string;
}

/** Adds a thing: its key and file, or the rejection. */
async function add(api: Api, content: string, body: Body): Promise<AddedRecord | PostRejection> {
  try {
    const { key, write } = await prepareRecord(
      { api, content, allowMissingFolders: true },
      'things',
      bytesOf(body),
    );
    return { key, file: write() };
  } catch (error) {
    if (error instanceof PostRejection) return error;
    throw error;
  }
}

/** The messages of a rejection, as `400 field: message` without backticks. */
function messagesOf(outcome: AddedRecord | PostRejection): string[] {
  if (!(outcome instanceof PostRejection)) throw new Error(`${outcome.file} was added.`);
  return Object.entries(outcome.body)
    .flatMap(([field, messages]) => [messages].flat().map((message) => `${field}: ${message}`))
    .map((line) => `${outcome.status} ${line.replaceAll('`', '')}`);
}

/** Checks messages, in any order: each contains one of the expected texts. */
const expectMessages = (messages: string[], ...expected: string[]) =>
  expect(messages.sort()).toEqual(expected.sort().map((text) => expect.stringContaining(text)));

const thingSchema = z.object({
  id: z.string(),
  label: z.string().max(20),
  parts: z.array(z.object({ size: z.number() })).optional(),
  shown: z.boolean().default(true),
  at: z.iso.date().optional(),
  note: z.string().optional(),
});
const bodySchema = z.object({
  label: z.string(),
  parts: z.array(z.strictObject({ size: z.any() })).optional(),
  shown: z.boolean().optional(),
  note: z.any().optional(),
});

/** An API with one collection whose `create` has these changes. */
const thingsApi = (changes: object = {}): Api => {
  const things = defineCollection({
    ...titled('things'),
    schema: thingSchema,
    key: 'id',
    isPublic: ({ shown }) => shown,
    published: thingSchema.pick({ id: true, label: true }),
    publish: ({ id, label }) => ({ id, label }),
    create: {
      schema: bodySchema,
      record: ({ label, ...rest }) => ({ id: label, label, ...rest }),
      file: ({ id }) => ['all', id],
      ...changes,
    },
  });
  return apiOf(things);
};

const addThing = (body: Body, { changes = {}, content = temporaryFolder() } = {}) =>
  add(thingsApi(changes), content, body);

/** Adds a thing to a content folder, in which nothing else changes. */
async function added(body: Body, changes: object = {}) {
  const content = temporaryFolder();
  writeFiles(content, { 'things/other.yaml': 'id: other\nlabel: other\n' });
  const before = fingerprint(content);
  const outcome = await addThing(body, { changes, content });
  if (outcome instanceof PostRejection) throw outcome;
  const file = path.relative(content, outcome.file).replaceAll(path.sep, '/');
  const { [file]: _, ...others } = fingerprint(content);
  expect(others).toEqual(before);
  const { value, problems } = readContentFile(outcome.file);
  expect(problems).toEqual([]);
  return { key: outcome.key, file, text: readFileSync(outcome.file, 'utf8'), value };
}

describe('a valid body', () => {
  const part = { size: 1 };
  it.each<[string, Body, object, string]>([
    [
      'a file of its fields',
      { label: 'a', parts: [part, { size: -0.5 }] },
      {},
      'id: a\nlabel: a\nparts:\n  - size: 1\n  - size: -0.5\n',
    ],
    [
      'a file without undefined fields, and with an object twice where it is used twice',
      { label: 'a' },
      { record: () => ({ id: 'a', label: 'a', parts: [part, part], shown: undefined }) },
      'id: a\nlabel: a\nparts:\n  - size: 1\n  - size: 1\n',
    ],
    ['a file, also with a byte order mark', '\u{feff}{"label":"a"}', {}, 'id: a\nlabel: a\n'],
  ])('-> %s', async (_, body, changes, text) => {
    expect(await added(body, changes)).toMatchObject({ key: 'a', file: 'things/all/a.yaml', text });
  });

  it('gets a random UUID and the current time', async () => {
    const before = new Date().toISOString();
    const record = ({ label }: { label: string }, moment: { uuid(): string; now: string }) => ({
      ...{ id: moment.uuid(), label, note: moment.now },
    });
    const { key, value } = await added({ label: 'a' }, { record });
    const { note } = value as { note: string };
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
    expect(note).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(note >= before.slice(0, -1)).toBe(true);
  });

  it('gets the key of several fields', async () => {
    const { collections, ...api } = thingsApi();
    const keyed = collections.map((one) => ({ ...one, key: ['id', 'label'] as const }));
    const added = await add({ ...api, collections: keyed }, temporaryFolder(), { label: 'a' });
    expect(added).toMatchObject({ key: 'a-a' });
  });

  const labels = valuesOf(String.raw`
    "null" | "0123" | "<<" | "- x" | "a: b" | "!!int 5" | "1e400" | "-1e400" | "1e4" | "2024-02-29"
    "say \"a\", 'b'" | "A🚲B" | "Cafe\u0301"
  `);
  it.each(labels)('with the label %s -> a file that has it', async (json) => {
    const label = JSON.parse(json);
    const { text, value } = await added({ label }, { file: () => ['x'] });
    expect(value).toMatchObject({ label });
    expect(text.split('\n')).toHaveLength(3);
  });
});

it('a label of any characters -> 400, or a file that has it and lies in its folder', async () => {
  const content = temporaryFolder();
  const folder = path.join(content, 'things/all');
  let files = 0;
  const unit = fc.oneof(
    fc.constantFrom(...'abc -_:#\'"\\/.&*!%@`{}[]|>?,~=\n\t\0', '\u2028', '\u{feff}', '\u0301'),
    anyCharacter,
    fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
  );
  const any = fc.string({ unit, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(any, fc.stringMatching(/^[a-z][\w-]{0,12}$/)), async (label) => {
      const outcome = await addThing({ label }, { content });
      if (outcome instanceof PostRejection) {
        expect(outcome.status).toBe(400);
        expect(filesOf(content)).toEqual([]);
        return;
      }
      files++;
      expect(path.dirname(outcome.file)).toBe(folder);
      expect(filesOf(content)).toHaveLength(1);
      expect(readContentFile(outcome.file)).toMatchObject({ value: { label }, problems: [] });
      rmSync(outcome.file);
    }),
    { numRuns: 50 },
  );
  expect(files).toBeGreaterThan(0);
});

describe('an invalid body', () => {
  it.each(
    rowsOf(`
      {"label": "${'x'.repeat(21)}"} -> label: label must be at most 20 characters long.
      {"label": "a\\ud83d"} -> detail: Line 1, column 11: This text contains half of a surrogate pair
      {"label": 5} -> label: label must be text, but this is the number 5. Put it in quotes.
      {"label": "a", "lable": 5} -> lable: Unknown field lable. Did you mean label?
      {"label": "a", "constructor": 5} -> constructor: Unknown field constructor. Add it to the schema, or remove it. The fields
      {"label": 5, "x": 1} -> label: | x:
      {"label": "CON"} -> non_field_errors: The file of this record would be things/all/CON.yaml, a path that some systems do not support
      {"label": "a", "parts": [{"size": "x"}]} -> parts: parts.0.size must be a number, but this is "x".
      {"label": "a", "parts": [{"size": 1, "sice": 1}]} -> parts: Unknown field parts.0.sice. Did you mean size? Else add it to the schema, or remove it. The fields are size.
      {"label": "a", "shown": false} -> non_field_errors: The definition would not publish this record. Create its file yourself.
      {"label": ".."} -> id: id
      null -> detail: The body is not a JSON object. Send the fields of one record
      {"label": "x",} -> detail: Line 1, column 15: This is not JSON:
      {"a": "a", "a": "b"} -> detail: Line 1, column 12: This record has the same field twice
    `),
  )('%s -> 400 %s', async (body = '', messages = '') => {
    const content = temporaryFolder();
    const expected = messages.split(' | ').map((text) => `400 ${text.trim()}`);
    expectMessages(messagesOf(await addThing(body, { content })), ...expected);
    expect(filesOf(content)).toEqual([]);
  });

  it.each<[string, Body, string]>([
    ['empty', ' \n', 'The body is not a JSON object. Send the fields'],
    ['not UTF-8', Buffer.from('{"label": "Ca\u00f1on"}', 'latin1'), 'This is not UTF-8 text.'],
    ['500,000 levels', '['.repeat(500_000), 'Nested too deeply'],
  ])('%s -> 400 with a detail', async (_, body, detail) => {
    expectMessages(messagesOf(await addThing(body)), detail);
  });
});

const CLASH =
  '409 detail: This record clashes with the content, or can’t be added now. The terminal shows the reason.';

describe('existing content', () => {
  it('has a folder with the name of the file -> 409', async () => {
    const content = temporaryFolder();
    mkdirSync(path.join(content, 'things/all/a.yaml'), { recursive: true });
    expect(messagesOf(await addThing({ label: 'a' }, { content }))).toEqual([CLASH]);
  });

  it.each([
    ['a file that is not YAML', 'a: ['],
    ['an invalid record', 'id: z\nlabel: 5\n'],
    ['two equal records', '- {id: z, label: z}\n- {id: z, label: z}\n'],
  ])('has a problem: %s -> 409, which does not describe it', async (_, text) => {
    const content = temporaryFolder();
    writeFiles(content, { 'things/z.yaml': text });
    expect(messagesOf(await addThing({ label: 'a' }, { content }))).toEqual([CLASH]);
    // A problem of the body alone comes first.
    expectMessages(messagesOf(await addThing({ label: 5 }, { content })), '400 label:');
    expect(filesOf(content)).toEqual(['things/z.yaml']);
  });
});

/** Things that belong to owners; both can be hidden. Labels are unique. */
const ownedApi = (): Api => {
  const owner = z.object({ id: z.string(), code: z.string(), hidden: z.boolean().default(false) });
  const owners = defineCollection({
    ...{ ...titled('owners'), schema: owner, key: 'id' },
    isPublic: ({ hidden }) => !hidden,
  });
  const thing = owner.omit({ code: true }).extend({ label: z.string(), owner: z.string() });
  const things = defineCollection({
    ...{ ...titled('things'), schema: thing, key: 'id' },
    isPublic: ({ hidden }) => !hidden,
    unique: ({ label }) => ({ label }),
    aliases: ({ label }) => (label === 'Alias of a' ? ['a'] : []),
    check({ id, owner }, { find }) {
      const found = find(owners, owner);
      const [code, path] = ['reference', ['owner']] as const;
      if (!found) return [{ code, path, message: `There is no owner ${owner}.`, help: 'Add it.' }];
      const message = `There is an owner ${id}.`;
      if (find(owners, id)) return [{ code, path: ['id'], message, help: 'Change it.' }];
      if (!id.includes('-')) return [];
      return [{ code, path, message: `Its code is ${found.code}.`, help: 'Change it.' }];
    },
    create: {
      schema: thing,
      record: (body) => body,
      file: ({ label }) => [label],
    },
  });
  return apiOf(owners, things);
};

describe('a record that can’t be added because of another one', () => {
  /** Adds a thing to a content folder with one owner and two things. */
  async function addOwned(body: object, hidden: { owner?: boolean; thing?: boolean } = {}) {
    const content = temporaryFolder();
    const owner = { id: 'o', code: 'c0de', hidden: hidden.owner ?? false };
    const thing = { id: 'a', label: 'A', owner: 'p', hidden: hidden.thing ?? false };
    writeFiles(content, {
      'owners/o.json': JSON.stringify([owner, { id: 'p', code: 'p' }]),
      'things/A.yaml': JSON.stringify(thing),
      'things/file.yaml': JSON.stringify({ ...thing, id: 'z', label: 'Z' }),
    });
    const before = fingerprint(content);
    const outcome = await add(ownedApi(), content, body);
    expect(fingerprint(content)).toEqual(before);
    return { outcome, messages: messagesOf(outcome) };
  }

  const rows = rowsOf(`
    the same key -> {"id": "a", "label": "B", "owner": "p"}
    a unique value -> {"id": "b", "label": "A", "owner": "p"}
    the same key, and an error of its own -> {"id": "a", "label": "B", "owner": "none"}
    its file -> {"id": "b", "label": "file", "owner": "p"}
    an alias -> {"id": "b", "label": "Alias of a", "owner": "p"}
  `);
  it.each(
    rows.flatMap(([name, body]) => [false, true].map((thing) => [name, thing, body] as const)),
  )(
    '%s, hidden: %s -> the same 409, and the position for the terminal',
    async (_, thing, body = '') => {
      const { outcome, messages } = await addOwned(JSON.parse(body), { thing });
      expect(messages).toEqual([CLASH]);
      const { cause } = outcome as PostRejection;
      const problems = cause instanceof ContentError ? cause.problems : [];
      const texts = [String(cause), ...problems.map(({ message }) => message)];
      expect(texts.join()).toMatch(/things.(?:A|file)\.yaml/);
    },
  );

  it.each(
    rowsOf(`
      public, named by its check -> {"id": "b-c", "label": "B", "owner": "o"} -> {} -> 400 owner: Its code is c0de. Change it.
      hidden, as if there were none -> {"id": "b-c", "label": "B", "owner": "o"} -> {"owner": true} -> 400 owner: There is no owner o. Add it.
      hidden, of a hidden thing -> {"id": "b-c", "label": "B", "owner": "o", "hidden": true} -> {"owner": true} -> 400 owner: There is no owner o. Add it.
      public, that must not exist -> {"id": "o", "label": "B", "owner": "p"} -> {} -> 400 id: There is an owner o. Change it.
    `),
  )('an owner that is %s', async (_, body = '', hidden = '', message) => {
    const { messages } = await addOwned(JSON.parse(body), JSON.parse(hidden));
    expect(messages).toEqual([message]);
  });
});

describe('a definition', () => {
  // Paths out of the folder, and names that not every system can have.
  const invalidPaths = valuesOf(String.raw`
    [] | ["..", "a"] | ["a/b"] | ["a\\b"] | ["", "a"] | ["nul.x"] | ["a.", "b"] | [".a"]
  `);
  it.each(invalidPaths)('rejects the file path %s', async (names) => {
    const outcome = await addThing({ label: 'a' }, { changes: { file: () => JSON.parse(names) } });
    const message =
      'a path that some systems do not support. Change the fields that name the file.';
    expectMessages(messagesOf(outcome), message);
  });

  const throwing = () => {
    throw new Error('no');
  };
  const asyncSchema = z.object({ label: z.string().refine(async () => true) });
  it.each<[string, object, RegExp]>([
    ['record throws', { record: throwing }, /: create\.record threw an error/],
    ['record is null', { record: () => null }, /: create\.record must return a record/],
    ['file is text', { file: () => 'a' }, /: create\.file must return a list of texts, such as /],
    ['file is async', { file: async () => ['a'] }, /: create\.file returned a promise/],
    ['schema is async', { schema: asyncSchema }, /: create\.schema returned a promise/],
  ])('whose %s -> a UsageError', async (_, changes, message) => {
    const adding = addThing({ label: 'a' }, { changes });
    await expect(adding).rejects.toThrow(UsageError);
    await expect(adding).rejects.toThrow(message);
    await expect(adding).rejects.toThrow(/The definition of things fails for a new record: /);
  });

  it('whose record has a value that YAML does not have -> 400 and no file', async () => {
    const content = temporaryFolder();
    const changes = { record: () => ({ id: 'a', label: 'a', at: new Date(0) }) };
    expectMessages(messagesOf(await addThing({ label: 'a' }, { changes, content })), '400 at: ');
    expect(filesOf(content)).toEqual([]);
  });
});
