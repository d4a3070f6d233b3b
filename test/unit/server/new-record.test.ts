import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Api,
  type CreationContext,
  defineApi,
  defineCollection,
} from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import { readContentFile } from '../../../src/content/file.ts';
import { UsageError, z } from '../../../src/index.ts';
import { prepareRecord } from '../../../src/server/new-record.ts';
import { PostRejection } from '../../../src/server/post-rejection.ts';
import { ContentError } from '../../../src/util/problem.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import { rowsOf, valuesOf } from '../../support/table.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  contentFolder,
  edited,
} from '../content/valid-content.ts';

const UUID = '33333333-3333-4333-8333-333333333333';
const NOW = '2025-03-15T13:52:41.614269Z';
const MOMENT: CreationContext = { uuid: () => UUID, now: NOW };

const VALID = { label: 'Testville', country: 'US', state_abbrev: 'CO' };
const FOLDER = 'neighborhoods/US/CO';
const VALID_FILE = `${FOLDER}/testville.yaml`;
const VALID_TEXT = `uuid: ${UUID}
label: Testville
country: US
state_abbrev: CO
created_at: '${NOW}'
modified_at: '${NOW}'
`;

type Body = string | Uint8Array | object;

function bytesOf(body: Body): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

interface AddedRecord {
  readonly key: string;
  readonly file: string;
}

async function addRecord(...given: Parameters<typeof prepareRecord>): Promise<AddedRecord> {
  const { key, write } = await prepareRecord(...given);
  return { key, file: write() };
}

/** The record that is added, or the rejection. */
const outcomeOf = (adding: Promise<AddedRecord>): Promise<AddedRecord | PostRejection> =>
  adding.catch((error) => {
    if (error instanceof PostRejection) return error;
    throw error;
  });

/** Adds a neighborhood. */
const add = (content: string, body: Body, moment: CreationContext | undefined = MOMENT) =>
  outcomeOf(addRecord({ api: bnaApi, content }, 'neighborhoods', bytesOf(body), moment));

/** The messages of a rejection, as `400 field: message` without backticks. */
function messagesOf(outcome: AddedRecord | PostRejection): string[] {
  if (!(outcome instanceof PostRejection)) throw new Error(`${outcome.file} was added.`);
  return Object.entries(outcome.body)
    .flatMap(([field, messages]) => [messages].flat().map((message) => `${field}: ${message}`))
    .map((line) => `${outcome.status} ${line.replaceAll('`', '')}`);
}

/** The messages for a body that is rejected; the content must be unchanged. */
async function rejected(body: Body, content = validContent()): Promise<string[]> {
  const before = fingerprint(content);
  const messages = messagesOf(await add(content, body));
  expect(fingerprint(content)).toEqual(before);
  return messages;
}

/** The record of a valid body, its file below the content folder; no other file may change. */
async function added(body: Body, content = validContent()) {
  const before = fingerprint(content);
  const outcome = await add(content, body);
  if (outcome instanceof PostRejection) throw outcome;
  const file = path.relative(content, outcome.file).replaceAll(path.sep, '/');
  const { [file]: _, ...others } = fingerprint(content);
  expect(others).toEqual(before);
  const text = readFileSync(outcome.file, 'utf8');
  return { key: outcome.key, file, text, value: recordIn(outcome.file) };
}

const recordIn = (file: string) => readContentFile(file)?.value as Record<string, string>;

const validContent = (): string => contentFolder(changed());

/** Checks messages: each contains the expected text; the status is 409 for a clash, else 400. */
function expectMessages(messages: string[], ...expected: string[]) {
  expect(messages).toEqual(expected.map((text) => expect.stringContaining(text)));
  const status = expected.includes(CLASH) ? '409 ' : '400 ';
  for (const message of messages) expect(message.startsWith(status)).toBe(true);
}

describe('a valid body', () => {
  it('becomes a file of the given fields and those that follow from them', async () => {
    expect(await added(VALID)).toMatchObject({ key: UUID, file: VALID_FILE, text: VALID_TEXT });
  });

  it('gets a random UUID and the current time', async () => {
    const before = new Date().toISOString();
    const adding = { api: bnaApi, content: validContent() };
    const { file } = await addRecord(adding, 'neighborhoods', bytesOf(VALID));
    const { uuid, created_at, modified_at } = recordIn(file);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(created_at).toBe(modified_at);
    expect(String(created_at) >= before.slice(0, -1)).toBe(true);
  });

  const json = JSON.stringify(VALID);
  it.each<[string, Body, string]>([
    ['without a state', { label: 'Madrid', country: 'ES' }, 'neighborhoods/ES/madrid.yaml'],
    ['with a speed limit of null', { ...VALID, speed_limit: null }, VALID_FILE],
    ['with a byte order mark', `\u{feff}${json}`, VALID_FILE],
  ])('%s', async (_, body, file) => {
    expect((await added(body)).file).toBe(file);
  });
});

describe('a label', () => {
  const labels = valuesOf(String.raw`
    "null" -> null | "0123" -> 0123 | "- x" -> x | "a: b" -> a-b | "../../x" -> x | "!!int 5" -> int-5
    "1e400" -> 1e400 | "-1e400" -> 1e400 | "1e4" -> 1e4
    "2024-02-29" -> 2024-02-29 | "say \"a\", 'b'" -> say-a-b | "A🚲B" -> ab | "Cafe\u0301" -> cafe
  `);
  const long = 'x'.repeat(200);
  it.each([...labels, `"${long}" -> ${long}`])('%s: a file that has it', async (row) => {
    const [json = '', stem] = row.split(' -> ');
    const label = JSON.parse(json);
    const { file, text, value } = await added({ ...VALID, label });
    expect(file).toBe(`${FOLDER}/${stem}.yaml`);
    expect(value).toMatchObject({ label });
    expect(text.split('\n')).toHaveLength(7);
  });

  it.each(
    rowsOf(String.raw`
      "東京" -> label: The slug of the label "東京" is empty. Add a slug as name.
      "CON" -> non_field_errors: The file of this record would be ${FOLDER}/con.yaml, a path that some systems do not support
      "${'x'.repeat(201)}" -> label: label must be at most 200 characters long.
      "a\nb" -> label: label must not contain control characters
      "a\ud83d" -> label: This text contains half of a surrogate pair, which is not a character. Write
      5 -> label: label must be text, but this is the number 5. Put it in quotes: "5".
    `),
  )('%s -> 400 %s', async (json, message = '') => {
    // As text, since JSON.stringify writes half a surrogate pair in its own way.
    const body = `{"label": ${json}, "country": "US", "state_abbrev": "CO"}`;
    expectMessages(await rejected(body), message);
  });

  it('of any characters -> 400, or a file that has it and lies in its folder', async () => {
    const content = validContent();
    const folder = path.dirname(content);
    const before = fingerprint(folder);
    let files = 0;
    const unit = fc.oneof(
      fc.constantFrom(...'abc -_:#\'"\\/.&*!%@`{}[]|>?,~=\n\t\0', '\u2028', '\u{feff}', '\u0301'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
    );
    const any = fc.string({ unit, maxLength: 12 });
    // Most strings are rejected because of their ends, or because their slug is empty.
    const within = any.map((text) => `a${text}z`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(any, within), async (label) => {
        const outcome = await add(content, { ...VALID, label });
        if (outcome instanceof PostRejection) {
          expect(outcome.status).toBe(400);
        } else {
          files++;
          const { [path.relative(folder, outcome.file)]: own, ...others } = fingerprint(folder);
          expect(own).toBeDefined();
          expect(others).toEqual(before);
          expect(path.dirname(outcome.file)).toBe(path.join(content, FOLDER));
          expect(readContentFile(outcome.file)).toMatchObject({ value: { label }, problems: [] });
          rmSync(outcome.file);
        }
        expect(fingerprint(folder)).toEqual(before);
      }),
      { numRuns: 60 },
    );
    expect(files).toBeGreaterThan(0);
  });
});

describe('an invalid field -> 400 with a message under its name', () => {
  it.each(
    rowsOf(`
      {"state_abbrev": "ZZ"} -> state_abbrev: United States has no subdivision ZZ.
      {"city_fips": "0111810"} -> city_fips: The codes of cities in Colorado begin with 08.
      {"speed_limit": "25"} -> speed_limit: speed_limit must be a number, but this is "25".
      {"name": "../x"} -> name: name must be a slug such as los-angeles.
      {"name": "lpt1"} -> non_field_errors: The file of this record would be ${FOLDER}/lpt1.yaml, a path that some
      {"speedlimit": 25} -> speedlimit: Unknown field speedlimit. Did you mean speed_l
      {"constructor": 5} -> constructor: Unknown field constructor. Remove it. The fields
      {"label": "", "country": "us", "x": 1} -> label: | country: country must be the alpha_2 | x:
      {"state_abbrev": "ZZ", "label": "!!!"} -> state_abbrev: | label: The slug
    `),
  )('%s -> %s', async (changes = '', messages = '') => {
    const lines = await rejected({ ...VALID, ...JSON.parse(changes) });
    expectMessages(
      lines.sort(),
      ...messages
        .split(' | ')
        .sort()
        .map((text) => `400 ${text.trim()}`),
    );
  });
});

describe('a body that is not an object in JSON -> 400 with a detail', () => {
  it.each<[string, Body, string]>([
    ['empty', ' \n', 'The body is empty. Send an object'],
    ['with a trailing comma', '{\n "label": "x",\n}', 'Line 3, column 1: This is not JSON: '],
    ['not UTF-8', Buffer.from('{"label": "Ca\u00f1on"}', 'latin1'), 'The body is not UTF-8.'],
    [
      'a field twice',
      '{"a": "a",\n"a": "b"}',
      'Line 2, column 1: This record has the same field twice',
    ],
    ['null', 'null', 'The body is JSON, but not an object. Send an object'],
    ['500,000 levels', '['.repeat(500_000), 'Nested too deeply'],
  ])('%s', async (_, body, detail) => {
    expectMessages(await rejected(body), detail);
  });
});

const CLASH =
  '409 detail: This record clashes with the content, or can’t be added now. The terminal shows the reason.';

describe('existing content', () => {
  it('has a folder with the name of the file -> 409', async () => {
    const content = validContent();
    mkdirSync(path.join(content, VALID_FILE));
    expectMessages(await rejected(VALID, content), CLASH);
  });

  it.each<[string, Record<string, string>]>([
    ['a file that is not YAML', { 'countries/zz.yaml': 'a: [' }],
    ['an invalid record', { [CANON_CITY_FILE]: edited(CANON_CITY, 'US', 'us') }],
    ['two equal records', { [`${FOLDER}/copy.yaml`]: CANON_CITY }],
  ])('has a problem: %s -> 409, which does not describe it', async (_, files) => {
    const content = contentFolder(changed(files));
    expectMessages(await rejected(VALID, content), CLASH);
    // A problem of the body alone comes first.
    expectMessages(await rejected({ ...VALID, speed_limit: 0 }, content), '400 speed_limit:');
  });

  it('has a link to a folder elsewhere -> 409, and nothing is written there', async () => {
    const content = validContent();
    const elsewhere = temporaryFolder();
    renameSync(path.join(content, 'neighborhoods/US'), path.join(elsewhere, 'US'));
    symlinkSync(path.join(elsewhere, 'US'), path.join(content, 'neighborhoods/US'));
    const before = fingerprint(elsewhere);
    expectMessages(messagesOf(await add(content, VALID)), CLASH);
    expect(fingerprint(elsewhere)).toEqual(before);
  });
});

const thingSchema = z.object({
  id: z.string(),
  label: z.string().max(5),
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
    name: 'things',
    title: 'Thing List',
    description: 'Things.',
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
  return defineApi({ name: 'N', description: 'D', collections: [things] });
};

/** Things that belong to owners; both can be hidden. Labels are unique. */
const ownedApi = (): Api => {
  const owner = z.object({ id: z.string(), code: z.string(), hidden: z.boolean().default(false) });
  const owners = defineCollection({
    ...{ name: 'owners', title: 'Owners', description: '', schema: owner, key: 'id' },
    isPublic: ({ hidden }) => !hidden,
  });
  const thing = owner.omit({ code: true }).extend({ label: z.string(), owner: z.string() });
  const things = defineCollection({
    ...{ name: 'things', title: 'Things', description: '', schema: thing, key: 'id' },
    isPublic: ({ hidden }) => !hidden,
    unique: ({ label }) => ({ label }),
    check({ id, owner }, { find }) {
      const found = find(owners, owner);
      const [code, path] = ['reference', ['owner']] as const;
      if (!found) return [{ code, path, message: `There is no owner ${owner}.`, help: 'Add it.' }];
      const message = `There is an owner ${id}.`;
      if (find(owners, id)) return [{ code, path: ['id'], message, help: 'Change it.' }];
      // As a check in JavaScript may end.
      if (!id.includes('-')) return undefined as never;
      return [{ code, path, message: `Its code is ${found.code}.`, help: 'Change it.' }];
    },
    create: {
      schema: z.object({ id: z.string(), label: z.string(), owner: z.string() }),
      record: (body) => body,
      file: ({ label }) => [label],
    },
  });
  return defineApi({ name: 'N', description: 'D', collections: [owners, things] });
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
    const adding = addRecord({ api: ownedApi(), content }, 'things', bytesOf(body));
    const outcome = await outcomeOf(adding);
    expect(fingerprint(content)).toEqual(before);
    return { outcome, messages: messagesOf(outcome) };
  }

  const rows = rowsOf(`
    the same key -> {"id": "a", "label": "B", "owner": "p"}
    a unique value -> {"id": "b", "label": "A", "owner": "p"}
    the same key, and an error of its own -> {"id": "a", "label": "B", "owner": "none"}
    its file -> {"id": "b", "label": "file", "owner": "p"}
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
      public, that must not exist -> {"id": "o", "label": "B", "owner": "p"} -> {} -> 400 id: There is an owner o. Change it.
      hidden, that must not exist -> {"id": "o", "label": "B", "owner": "p"} -> {"owner": true} -> ${CLASH}
    `),
  )('an owner that is %s', async (_, body = '', hidden = '', message) => {
    const { messages } = await addOwned(JSON.parse(body), JSON.parse(hidden));
    expect(messages).toEqual([message]);
  });
});

const addThing = (body: object, { changes = {}, content = temporaryFolder() } = {}) =>
  outcomeOf(addRecord({ api: thingsApi(changes), content }, 'things', bytesOf(body)));

describe('any other collection', () => {
  const part = { size: 1 };
  it.each<[string, object, object, string]>([
    [
      'with the fields of the body',
      { label: 'a', parts: [part, { size: -0.5 }] },
      {},
      'id: a\nlabel: a\nparts:\n  - size: 1\n  - size: -0.5\n',
    ],
    [
      'without undefined fields, and with an object twice where it is used twice',
      { label: 'a' },
      { record: () => ({ id: 'a', label: 'a', parts: [part, part], shown: undefined }) },
      'id: a\nlabel: a\nparts:\n  - size: 1\n  - size: 1\n',
    ],
  ])('gets its file where it says, %s', async (_, body, changes, text) => {
    const outcome = await addThing(body, { changes });
    if (outcome instanceof PostRejection) throw outcome;
    expect(outcome).toMatchObject({ key: 'a', file: expect.stringMatching(/things.all.a\.yaml$/) });
    expect(readFileSync(outcome.file, 'utf8')).toBe(text);
  });

  it.each(
    rowsOf(`
      {"label": "abcdefg"} -> label: label must be at most 5 characters long.
      {"label": "a", "parts": [{"size": "x"}]} -> parts: parts.0.size must be a number, but this is "x".
      {"label": "a", "parts": [{"size": 1, "sice": 1}]} -> parts: Unknown field parts.0.sice. Did you mean size? The fields are size.
      {"label": "a", "shown": false} -> non_field_errors: The definition would not publish this record. Create its file yourself.
      {"label": ".."} -> id: id
    `),
  )('%s -> 400 %s', async (body = '', message = '') => {
    expectMessages(messagesOf(await addThing(JSON.parse(body))), `400 ${message}`);
  });

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
