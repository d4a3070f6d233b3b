import {
  chmodSync,
  type linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Api, defineApi, defineCollection, type Moment } from '../../../src/api/definition.ts';
import { bnaApi } from '../../../src/bna/bna.ts';
import { readContentFile } from '../../../src/content/file.ts';
import { UsageError, z } from '../../../src/index.ts';
import { makeFolders, removeUnchanged, writeNewFile } from '../../../src/server/new-file.ts';
import { type AddedRecord, addRecord } from '../../../src/server/new-record.ts';
import { PostRejection } from '../../../src/server/post-rejection.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { filesOf, fingerprint } from '../../support/site-files.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  checked,
  contentFolder,
  edited,
} from '../content/valid-content.ts';

const UUID = '33333333-3333-4333-8333-333333333333';
// A test that takes rights away has to run as someone who can lack them.
const hasNoLimits = process.platform === 'win32' || process.getuid?.() === 0;
const NOW = '2025-03-15T13:52:41.614269Z';
const MOMENT: Moment = { uuid: () => UUID, now: NOW };

/** A body that is right. */
const RIGHT = { label: 'Testville', country: 'US', state_abbrev: 'CO' };
const RIGHT_FILE = 'neighborhoods/US/CO/testville.yaml';
const RIGHT_TEXT = `uuid: ${UUID}
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

/** A record that was added, or the answer that rejects it. */
type Sent = (AddedRecord & { readonly status: 201 }) | Rejected;
type Rejected = Pick<PostRejection, 'status' | 'body'>;

async function sent(adding: Promise<AddedRecord>): Promise<Sent> {
  try {
    return { status: 201, ...(await adding) };
  } catch (error) {
    if (!(error instanceof PostRejection)) throw error;
    return { status: error.status, body: error.body };
  }
}

const isAdded = (answer: Sent): answer is AddedRecord & { readonly status: 201 } => 'key' in answer;

/** Sends a body that is to make a neighborhood. */
const send = (content: string, body: Body, moment: Moment | undefined = MOMENT) =>
  sent(addRecord({ api: bnaApi(), content, moment }, 'neighborhoods', bytesOf(body)));

/** What a body gets that is refused; the content must be as it was. */
async function refused(body: Body, content = right()): Promise<Rejected> {
  const before = fingerprint(content);
  const answer = await send(content, body);
  if (isAdded(answer)) throw new Error(`${answer.file} was added.`);
  expect(fingerprint(content)).toEqual(before);
  return answer;
}

/** What a body gets that is right: one file more must be there, and nothing else. */
async function added(
  body: Body,
  content = right(),
): Promise<AddedRecord & { readonly status: 201; readonly text: string }> {
  const before = fingerprint(content);
  const answer = await send(content, body);
  if (!isAdded(answer)) throw new Error(JSON.stringify(answer.body));
  const { [inside(content, answer.file)]: _, ...others } = fingerprint(content);
  expect(others).toEqual(before);
  return { ...answer, text: readFileSync(answer.file, 'utf8') };
}

const right = (): string => contentFolder(changed());

const inside = (folder: string, file: string): string =>
  path.relative(folder, file).replaceAll(path.sep, '/');

describe('a body that is right', () => {
  it('becomes a file of the fields that are given and those that follow', async () => {
    const content = right();
    const { status, key, file, text } = await added(RIGHT, content);
    expect({ status, key, file: inside(content, file), text }).toEqual({
      status: 201,
      key: UUID,
      file: RIGHT_FILE,
      text: RIGHT_TEXT,
    });
  });

  it('may give every field, in any order', async () => {
    const { text } = await added({
      visibility: 'public',
      speed_limit: 25,
      organization: '44444444-4444-4444-8444-444444444444',
      last_job: 'eb12c864-9351-4209-a50f-2a2c1ea58ab7',
      city_fips: '0877777',
      state_abbrev: 'CO',
      country: 'US',
      name: 'testville-2',
      label: "O'Test: “ville” #1",
    });
    expect(text).toBe(`uuid: ${UUID}
label: "O'Test: “ville” #1"
name: testville-2
country: US
state_abbrev: CO
city_fips: '0877777'
created_at: '${NOW}'
modified_at: '${NOW}'
last_job: eb12c864-9351-4209-a50f-2a2c1ea58ab7
organization: 44444444-4444-4444-8444-444444444444
speed_limit: 25
visibility: public
`);
  });

  it('is published by the next reading of the content', async () => {
    const content = right();
    await added(RIGHT, content);
    const { collections } = await checked(content);
    const records = collections.find(({ definition }) => definition.name === 'neighborhoods');
    expect(records?.records.find(({ key }) => key === UUID)?.value).toMatchObject({
      name: 'testville',
      createdAt: NOW,
      label_suffix: 'CO, US',
    });
  });

  it('gets a UUID of its own and the time of the call', async () => {
    const content = right();
    const before = new Date().toISOString();
    const first = await send(content, RIGHT, undefined);
    const second = await sent(
      addRecord(
        { api: bnaApi(), content },
        'neighborhoods',
        bytesOf({ ...RIGHT, label: 'Othertown' }),
      ),
    );
    const values = [first, second].map((answer) => {
      if (!isAdded(answer)) throw new Error(JSON.stringify(answer.body));
      return readContentFile(answer.file).value as Record<string, string>;
    });
    expect(values[0]?.uuid).toBe(UUID);
    expect(values[1]?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
    expect(values[1]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(values[1]?.created_at).toBe(values[1]?.modified_at);
    expect(String(values[1]?.created_at) >= before.slice(0, -1)).toBe(true);
  });

  it.each<[string, Body, string]>([
    [
      'a country without states',
      { label: 'Madrid', country: 'ES' },
      'neighborhoods/ES/madrid.yaml',
    ],
    ['a speed limit of null', { ...RIGHT, speed_limit: null }, RIGHT_FILE],
    [
      'a whole number with a point',
      '{"speed_limit": 25.0, "label": "Testville", "country": "US", "state_abbrev": "CO"}',
      RIGHT_FILE,
    ],
    ['a byte order mark', `\u{feff}${JSON.stringify(RIGHT)}`, RIGHT_FILE],
    ['space around the body', `\n ${JSON.stringify(RIGHT)}\r\n`, RIGHT_FILE],
  ])('%s', async (_, body, file) => {
    const content = right();
    expect(inside(content, (await added(body, content)).file)).toBe(file);
  });

  it('makes folders that are missing', async () => {
    const content = contentFolder(
      changed({ 'neighborhoods/CA/ON/toronto.yaml': null, [CANON_CITY_FILE]: null }),
    );
    await added(RIGHT, content);
    expect(filesOf(content)).toContain(RIGHT_FILE);
  });
});

describe('a label', () => {
  it.each<[label: string, stem: string]>([
    ['null', 'null'],
    ['0123', '0123'],
    ['1e3', '1e3'],
    ['yes', 'yes'],
    ['NO', 'no'],
    ['- x', 'x'],
    ['a: b', 'a-b'],
    ['#x', 'x'],
    ['a #b', 'a-b'],
    ['../../x', 'x'],
    ['C:\\x', 'cx'],
    ['{a}', 'a'],
    ['&a', 'a'],
    ['!!int 5', 'int-5'],
    ['2024-02-29', '2024-02-29'],
    ['<<a', 'a'],
    [`say "a", 'b'`, 'say-a-b'],
    ['A🚲B', 'ab'],
    ['Cafe\u0301', 'cafe'],
    ['Café', 'cafe'],
    ['a\u2028b', 'ab'],
    ['a\u{feff}b', 'ab'],
    ['a\u{ffff}', 'a'],
    ['con con', 'con-con'],
    ['x'.repeat(200), 'x'.repeat(200)],
    [`${'long '.repeat(30)}road`, `${'long-'.repeat(30)}road`],
  ])('%j -> a file that reads back as it', async (label, stem) => {
    const content = right();
    const { file, text } = await added({ ...RIGHT, label }, content);
    expect(inside(content, file)).toBe(`neighborhoods/US/CO/${stem}.yaml`);
    expect(readContentFile(file).value).toMatchObject({ label });
    expect(text.split('\n')).toHaveLength(7);
  });

  it.each<[what: string, label: unknown, errors: object]>([
    [
      'of another script',
      '東京',
      { label: ['The slug of the label "東京" is empty. Add an explicit `name`.'] },
    ],
    ['of punctuation', '!!!', { label: [expect.stringContaining('Add an explicit `name`.')] }],
    ['of an emoji', '🚲', { label: [expect.stringContaining('Add an explicit `name`.')] }],
    [
      'that is a device’s name',
      'CON',
      {
        name: [
          'The record would be in neighborhoods/US/CO/con.yaml, a path that not every system can have. Give another `name`.',
        ],
      },
    ],
    [
      'whose slug is too long for a file’s name',
      'Ⅷ'.repeat(200),
      {
        name: [
          expect.stringContaining('a path that not every system can have. Give another `name`.'),
        ],
      },
    ],
    [
      'of 10,000 characters',
      'x'.repeat(10_000),
      { label: ['`label` must be at most 200 characters long. Change it to a value that fits.'] },
    ],
    ['of 201 characters', 'x'.repeat(201), { label: [expect.stringContaining('at most 200')] }],
    ['that is empty', '', { label: [expect.stringContaining('must not be empty')] }],
    [
      'with a line end',
      'a\nb',
      { label: ['`label` must not contain control characters. Change it to a value that fits.'] },
    ],
    ['with a tab', 'a\tb', { label: [expect.stringContaining('control characters')] }],
    ['with NUL', 'a\0b', { label: [expect.stringContaining('control characters')] }],
    [
      'with a line end of another age',
      'a\u0085b',
      { label: [expect.stringContaining('control characters')] },
    ],
    [
      'with a space after it',
      'a ',
      { label: ['`label` must not begin or end with a space. Change it to a value that fits.'] },
    ],
    [
      'with half of a pair',
      'a\ud83d',
      {
        label: [
          '`label` holds half of a surrogate pair, which is not a character. Write the character whole, or remove the half.',
        ],
      },
    ],
    [
      'with half of a pair in a list',
      [['\udc00']],
      { label: [expect.stringContaining('half of a surrogate pair')] },
    ],
    [
      'that is a number',
      5,
      { label: ['`label` must be a text, but this is the number 5. Put it in quotes: `"5"`.'] },
    ],
    [
      'that is null',
      null,
      {
        label: [
          '`label` must be a text, but this is nothing (null). Change it to a value that fits.',
        ],
      },
    ],
    ['that is an object', { en: 'x' }, { label: [expect.stringContaining('but this is {"')] }],
  ])('%s -> 400', async (_, label, errors) => {
    expect(await refused({ ...RIGHT, label })).toEqual({ status: 400, body: errors });
  });

  it.each([
    ['東京', 'tokyo'],
    ['CON', 'con-city'],
    ['!!!', 'exclamation'],
    ['Ⅷ'.repeat(200), 'viii'],
  ])('%s with the name %s -> a file of that name', async (label, name) => {
    const content = right();
    const { file } = await added({ ...RIGHT, label, name }, content);
    expect(inside(content, file)).toBe(`neighborhoods/US/CO/${name}.yaml`);
    expect(readContentFile(file).value).toMatchObject({ label, name });
  });

  it('of any characters: a file that reads back as it, or 400; nothing else, nowhere else', async () => {
    const content = right();
    const folder = path.dirname(content);
    const before = fingerprint(folder);
    let files = 0;
    const unit = fc.oneof(
      fc.constantFrom(...'abc -_:#\'"\\/.&*!%@`{}[]|>?,~=\n\t\0', '\u2028', '\u{feff}', '\u0301'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
    );
    const any = fc.string({ unit, maxLength: 12 });
    // Most strings are refused for their ends or for having no slug.
    const within = any.map((text) => `a${text}z`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(any, within), async (label) => {
        const answer = await send(content, { ...RIGHT, label });
        if (!isAdded(answer)) {
          expect(answer).toMatchObject({ status: 400 });
        } else {
          files++;
          const { [inside(folder, answer.file)]: own, ...others } = fingerprint(folder);
          expect(own).toBeDefined();
          expect(others).toEqual(before);
          expect(answer.file.startsWith(path.join(content, 'neighborhoods/US/CO/'))).toBe(true);
          expect(readContentFile(answer.file)).toMatchObject({ value: { label }, problems: [] });
          answer.undo();
        }
        expect(fingerprint(folder)).toEqual(before);
      }),
      { numRuns: 300 },
    );
    expect(files).toBeGreaterThan(20);
  });
});

describe('a field that is wrong -> 400 with a message under its name', () => {
  it.each<[string, object, Record<string, unknown>]>([
    [
      'state missing',
      { state_abbrev: undefined },
      {
        state_abbrev: [
          '`state_abbrev` is missing; United States requires a subdivision. The subdivisions of United States are CO, AL.',
        ],
      },
    ],
    [
      'state unknown',
      { state_abbrev: 'ZZ' },
      {
        state_abbrev: [
          'United States has no subdivision ZZ. The subdivisions of United States are CO, AL.',
        ],
      },
    ],
    [
      'state a path',
      { state_abbrev: '../../x' },
      { state_abbrev: [expect.stringContaining('has no subdivision')] },
    ],
    [
      'state empty',
      { state_abbrev: '' },
      { state_abbrev: ['`state_abbrev` must not be empty. Change it to a value that fits.'] },
    ],
    [
      'state of a country without any',
      { country: 'ES' },
      { state_abbrev: ['Spain has no subdivision CO. The subdivisions of Spain are (none).'] },
    ],
    [
      'country missing',
      { country: undefined },
      { country: ['`country` is missing. Add the field `country`.'] },
    ],
    [
      'country unknown',
      { country: 'ZZ' },
      { country: [expect.stringContaining('There is no country ZZ')] },
    ],
    [
      'country in lower case',
      { country: 'us' },
      { country: [expect.stringContaining('two capital letters')] },
    ],
    [
      'country a number',
      { country: 840 },
      {
        country: [
          '`country` must be a text, but this is the number 840. Put it in quotes: `"840"`.',
        ],
      },
    ],
    [
      'city_fips a number',
      { city_fips: 811810 },
      {
        city_fips: [
          '`city_fips` must be a text, but this is the number 811810. Put it in quotes: `"811810"`.',
        ],
      },
    ],
    [
      'city_fips of another state',
      { city_fips: '0111810' },
      {
        city_fips: [
          'The codes of cities in Colorado begin with 08. Correct `city_fips` or `state_abbrev`.',
        ],
      },
    ],
    [
      'speed_limit 0',
      { speed_limit: 0 },
      { speed_limit: ['`speed_limit` must be more than 0. Change it to a value that fits.'] },
    ],
    [
      'speed_limit 2^53',
      { speed_limit: 2 ** 53 },
      {
        speed_limit: [
          '`speed_limit` must be at most 9007199254740991. Change it to a value that fits.',
        ],
      },
    ],
    [
      'speed_limit with a part',
      { speed_limit: 2.5 },
      { speed_limit: [expect.stringContaining('a whole number')] },
    ],
    [
      'speed_limit in quotes',
      { speed_limit: '25' },
      { speed_limit: [expect.stringContaining('must be a number, but this is "25".')] },
    ],
    [
      'last_job no UUID',
      { last_job: 'x' },
      { last_job: [expect.stringContaining('must be a UUID')] },
    ],
    [
      'name no slug',
      { name: '../x' },
      { name: ['`name` must be a slug such as los-angeles. Change it to a value that fits.'] },
    ],
    [
      'name a device’s',
      { name: 'lpt1' },
      { name: [expect.stringContaining('Give another `name`.')] },
    ],
    [
      'visibility private',
      { visibility: 'private' },
      { visibility: ['`visibility` must be "public". Change it to a value that fits.'] },
    ],
    [
      'unknown field, like a known one',
      { speedlimit: 25 },
      { speedlimit: [expect.stringContaining('Is it meant to be `speed_limit`?')] },
    ],
    [
      'unknown field, like none',
      { constructor: 5 },
      {
        constructor: [
          expect.stringMatching(
            /^`constructor` is not a field here\. Remove it\. The fields are label, name, country, /,
          ),
        ],
      },
    ],
    [
      'field that follows by itself',
      { uuid: UUID },
      { uuid: [expect.stringContaining('`uuid` is not a field here.')] },
    ],
    [
      'several at once',
      { label: undefined, country: 'us', speed: 1 },
      { label: [expect.anything()], country: [expect.anything()], speed: [expect.anything()] },
    ],
    [
      'two that the schema can’t see',
      { state_abbrev: 'ZZ', label: '!!!' },
      { label: [expect.anything()], state_abbrev: [expect.anything()] },
    ],
  ])('%s', async (_, changes, errors) => {
    expect(await refused({ ...RIGHT, ...changes })).toEqual({ status: 400, body: errors });
  });
});

describe('a body that is no object in JSON -> 400 with a detail', () => {
  it.each<[string, Body, RegExp]>([
    ['empty', '', /^The body is empty\. Send an object/],
    ['only space', ' \n', /^The body is empty\./],
    ['cut off', '{"label": "x"', /^Line 1, column 14: This is not JSON: /],
    ['with a comma too many', '{\n "label": "x",\n}', /^Line 3, column 1: This is not JSON: /],
    ['with a comment', '{} // x', /This is not JSON/],
    ['not UTF-8', Buffer.from('{"label": "Ca\u00f1on"}', 'latin1'), /^The body is not UTF-8\./],
    ['UTF-16', Buffer.from(JSON.stringify(RIGHT), 'utf16le'), /This is not JSON/],
    [
      'a field twice',
      '{"label": "a",\n"label": "b"}',
      /^Line 2, column 1: This field is given twice/,
    ],
    ['a list', '[]', /^The body is JSON, but not an object\. Send an object/],
    ['a list of a record', [RIGHT], /not an object/],
    ['null', 'null', /not an object/],
    ['a text', '"x"', /not an object/],
    ['hundreds deep', `{"label": ${'['.repeat(201)}${']'.repeat(201)}}`, /nested too deeply/],
    ['thousands deep', `{"label": ${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested too deeply/],
    ['hundreds of thousands deep', '['.repeat(500_000), /nested too deeply/],
    [
      'of 1,001 fields',
      `{${Array.from({ length: 1001 }, (_, index) => `"f${index}": 1`)}}`,
      /^The body has 1001 fields/,
    ],
  ])('%s', async (_, body, detail) => {
    const answer = await refused(body);
    expect(answer).toEqual({ status: 400, body: { detail: expect.stringMatching(detail) } });
  });
});

/** The refusal of a right record while other content is wrong. */
const BROKEN = {
  status: 409,
  body: {
    detail: expect.stringMatching(/^Other content is broken, .* the terminal says where\.$/),
  },
};

describe('the content that is there', () => {
  it('has the place already -> 400', async () => {
    const { status, body } = await refused({ ...RIGHT, label: 'CANON City' });
    const message =
      /^This record shares its country, state and name \(US\/CO\/canon-city\) with another record\. Remove one of the two, or change what they share\.$/;
    expect({ status, body }).toEqual({
      status: 400,
      body: { non_field_errors: [expect.stringMatching(message)] },
    });
  });

  it('has the place in a file of another language -> 400', async () => {
    const record = { ...(readContentFile(path.join(right(), CANON_CITY_FILE)).value as object) };
    const json = CANON_CITY_FILE.replace('.yaml', '.json');
    const content = contentFolder(
      changed({ [CANON_CITY_FILE]: null, [json]: JSON.stringify(record) }),
    );
    const answer = await refused({ ...RIGHT, label: 'Cañon City' }, content);
    expect(answer.body).toEqual({
      non_field_errors: [expect.stringContaining('(US/CO/canon-city) with another record.')],
    });
  });

  it('has a private record there -> 400', async () => {
    const content = contentFolder(
      changed({ [CANON_CITY_FILE]: `${CANON_CITY}visibility: private\n` }),
    );
    const answer = await refused({ ...RIGHT, label: 'Cañon City' }, content);
    expect(answer).toMatchObject({ status: 400, body: { non_field_errors: [expect.any(String)] } });
  });

  it('has something of the file’s name that holds no record -> 400, told under `name`', async () => {
    const content = right();
    mkdirSync(path.join(content, RIGHT_FILE));
    expect(await refused(RIGHT, content)).toEqual({
      status: 400,
      body: {
        name: [
          `The record would be in ${RIGHT_FILE}, which already exists. Give another \`name\`.`,
        ],
      },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['a file that can’t be read', { 'countries/zz.yaml': 'a: [' }],
    ['a record that is wrong', { [CANON_CITY_FILE]: edited(CANON_CITY, 'US', 'us') }],
    ['two records alike', { 'neighborhoods/US/CO/copy.yaml': CANON_CITY }],
  ])('has a problem: %s -> 409, which tells nothing of it', async (_, files) => {
    expect(await refused(RIGHT, contentFolder(changed(files)))).toEqual(BROKEN);
  });

  it('has a problem, and so has the body -> 400 for the body', async () => {
    const content = contentFolder(changed({ 'countries/zz.yaml': 'a: [' }));
    const answer = await refused({ ...RIGHT, speed_limit: 0 }, content);
    expect(answer.status).toBe(400);
  });

  it('is reached through a link, as a whole -> the file is there', async () => {
    const content = right();
    const link = path.join(temporaryFolder(), 'link');
    symlinkSync(content, link);
    const answer = await send(link, RIGHT);
    expect(answer).toMatchObject({ status: 201, file: path.join(link, RIGHT_FILE) });
    expect(readFileSync(path.join(content, RIGHT_FILE), 'utf8')).toBe(RIGHT_TEXT);
  });

  it('has a link to a folder elsewhere -> 409, and nothing is written there', async () => {
    const content = right();
    const elsewhere = temporaryFolder();
    renameSync(path.join(content, 'neighborhoods/US'), path.join(elsewhere, 'US'));
    symlinkSync(path.join(elsewhere, 'US'), path.join(content, 'neighborhoods/US'));
    const before = fingerprint(elsewhere);
    const answer = await send(content, RIGHT);
    expect(answer).toEqual(BROKEN);
    expect(fingerprint(elsewhere)).toEqual(before);
  });

  it('is not there -> a UsageError', async () => {
    const content = path.join(temporaryFolder(), 'content');
    await expect(send(content, RIGHT)).rejects.toThrow(UsageError);
  });

  it.skipIf(hasNoLimits)(
    'can’t be written -> the system’s error, and nothing is left',
    async () => {
      const content = right();
      const before = fingerprint(content);
      const folder = path.join(content, 'neighborhoods/US/CO');
      chmodSync(folder, 0o555);
      await expect(send(content, RIGHT)).rejects.toThrow(/EACCES/);
      chmodSync(folder, 0o755);
      expect(fingerprint(content)).toEqual(before);
    },
  );
});

describe('undo', () => {
  it('takes the file away, and no other', async () => {
    const content = right();
    const before = fingerprint(content);
    const { undo } = await added(RIGHT, content);
    undo();
    expect(fingerprint(content)).toEqual(before);
  });

  it('leaves a file that somebody has changed since', async () => {
    const { file, undo } = await added(RIGHT);
    writeFileSync(file, 'label: mine\n');
    undo();
    expect(readFileSync(file, 'utf8')).toBe('label: mine\n');
  });

  it('is content with a file that is gone', async () => {
    const { file, undo } = await added(RIGHT);
    rmSync(file);
    expect(undo).not.toThrow();
  });
});

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

describe('writeNewFile', () => {
  it.each<[string, typeof linkSync | undefined]>([
    ['where files can have two names', undefined],
    ['where they can’t', failing('EPERM')],
  ])('writes a file and leaves nothing beside it, %s', (_, link) => {
    const folder = temporaryFolder();
    expect(writeNewFile(path.join(folder, 'a.yaml'), 'é\n', link)).toBe(true);
    expect(filesOf(folder)).toEqual(['a.yaml']);
    expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8')).toBe('é\n');
  });

  it.each<[string, typeof linkSync | undefined]>([
    ['where files can have two names', undefined],
    ['where they can’t', failing('ENOTSUP')],
  ])('leaves a file that is there as it is, %s', (_, link) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.yaml': 'old' });
    expect(writeNewFile(path.join(folder, 'a.yaml'), 'new', link)).toBe(false);
    expect(filesOf(folder)).toEqual(['a.yaml']);
    expect(readFileSync(path.join(folder, 'a.yaml'), 'utf8')).toBe('old');
  });

  it('does not write through a link that leads nowhere', () => {
    const folder = temporaryFolder();
    symlinkSync(path.join(folder, 'target'), path.join(folder, 'a.yaml'));
    expect(writeNewFile(path.join(folder, 'a.yaml'), 'new')).toBe(false);
    expect(writeNewFile(path.join(folder, 'a.yaml'), 'new', failing('EPERM'))).toBe(false);
    expect(filesOf(folder)).toEqual(['a.yaml']);
  });

  it('throws where there is no such folder', () => {
    expect(() => writeNewFile(path.join(temporaryFolder(), 'no/a.yaml'), '')).toThrow(/ENOENT/);
  });
});

describe('makeFolders', () => {
  it('makes each that is missing', () => {
    const folder = temporaryFolder();
    makeFolders(folder, ['a', 'b', 'c']);
    makeFolders(folder, ['a', 'b', 'c']);
    const made = path.join(folder, 'a/b/c');
    expect(realpathSync(made)).toBe(path.join(realpathSync(folder), 'a/b/c'));
  });

  it('refuses a link, and makes nothing behind it', () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, path.join(folder, 'a'));
    expect(() => makeFolders(folder, ['a', 'b'])).toThrow(UsageError);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

it('removeUnchanged tells a file from another by its bytes', () => {
  const file = path.join(temporaryFolder(), 'a');
  writeFileSync(file, Buffer.from([0xff]));
  removeUnchanged(file, '\u{fffd}');
  expect(filesOf(path.dirname(file))).toEqual(['a']);
});

const thingSchema = z.object({
  id: z.string(),
  label: z.string().max(5),
  parts: z.array(z.object({ size: z.number() })).optional(),
  shown: z.boolean().default(true),
  at: z.date().optional(),
  note: z.string().optional(),
});
const bodySchema = z.object({
  label: z.string(),
  parts: z.array(z.strictObject({ size: z.any() })).optional(),
  shown: z.boolean().optional(),
  note: z.any().optional(),
});

/** An API of one collection, whose creation has these changes. */
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
      namedBy: 'label',
      ...changes,
    },
  });
  const others = { ...things, name: 'others', create: undefined } as never;
  return defineApi({ name: 'N', description: 'D', collections: [things, others] });
};

const addThing = (body: object, changes: object = {}, name = 'things') => {
  const content = temporaryFolder();
  return sent(addRecord({ api: thingsApi(changes), content }, name, bytesOf(body)));
};

describe('any other collection', () => {
  it('gets its records where it says, without undefined fields', async () => {
    const answer = await addThing({ label: 'a', parts: [{ size: 1 }, { size: -0.5 }] });
    if (!isAdded(answer)) throw new Error(JSON.stringify(answer.body));
    expect(answer).toMatchObject({ key: 'a', file: expect.stringMatching(/things.all.a\.yaml$/) });
    const text = 'id: a\nlabel: a\nparts:\n  - size: 1\n  - size: -0.5\n';
    expect(readFileSync(answer.file, 'utf8')).toBe(text);
  });

  it('may use one object twice, which is written out twice', async () => {
    const part = { size: 1 };
    const record = () => ({ id: 'a', label: 'a', parts: [part, part], shown: undefined });
    const answer = await addThing({ label: 'a' }, { record });
    if (!isAdded(answer)) throw new Error(JSON.stringify(answer.body));
    const text = 'id: a\nlabel: a\nparts:\n  - size: 1\n  - size: 1\n';
    expect(readFileSync(answer.file, 'utf8')).toBe(text);
  });

  it.each<[string, object, object]>([
    [
      'what only the record’s schema refuses',
      { label: 'abcdefg' },
      { label: ['`label` must be at most 5 characters long. Change it to a value that fits.'] },
    ],
    [
      'a part of a field: under the field',
      { label: 'a', parts: [{ size: 'x' }, { size: 1 }, { size: null }] },
      {
        parts: [
          '`parts.0.size` must be a number, but this is "x". Change it to a value that fits.',
          '`parts.2.size` must be a number, but this is nothing (null). Change it to a value that fits.',
        ],
      },
    ],
    [
      'a part that is unknown: under the field',
      { label: 'a', parts: [{ sice: 1 }] },
      {
        parts: [
          expect.stringContaining('is missing'),
          '`parts.0.sice` is not a field here. Is it meant to be `size`? The fields are size.',
        ],
      },
    ],
    [
      'what only it refuses, with the value',
      { label: 'a', note: 5 },
      { note: ['`note` must be a text, but this is the number 5. Put it in quotes: `"5"`.'] },
    ],
    [
      'what would not be shown',
      { label: 'a', shown: false },
      {
        non_field_errors: ['The definition would not publish this record. Write its file by hand.'],
      },
    ],
    [
      'a key that can’t be one',
      { label: 'a/b' },
      { id: [expect.stringContaining('becomes a file name')] },
    ],
  ])('refuses %s', async (_, body, errors) => {
    expect(await addThing(body)).toEqual({ status: 400, body: errors });
  });

  it.each<[string, readonly string[]]>([
    ['no names', []],
    ['numbers', [5] as never],
    ['a parent folder', ['..', 'a']],
    ['a path in a name', ['a/b']],
    ['a path of Windows', ['a\\b']],
    ['an absolute path', ['/a']],
    ['nothing', ['', 'a']],
    ['a device', ['aux', 'a']],
    ['a device with an ending', ['nul.x']],
    ['a full stop at the end', ['a.', 'b']],
    ['a hidden file', ['.a']],
    ['a name too long', ['a'.repeat(201)]],
  ])('refuses a file’s path that holds %s', async (_, names) => {
    const answer = await addThing({ label: 'a' }, { file: () => names });
    const told = expect.stringMatching(
      /a path that not every system can have\. Give another `label`\.$/,
    );
    expect(answer).toEqual({ status: 400, body: { label: [told] } });
  });

  it.each<[string, object, RegExp]>([
    [
      'record throws',
      {
        record: () => {
          throw new Error('no');
        },
      },
      /: create\.record threw an error/,
    ],
    ['record is null', { record: () => null }, /: create\.record threw an error/],
    ['file is async', { file: async () => ['a'] }, /: create\.file returned a promise/],
    [
      'schema is async',
      { schema: z.object({ label: z.string().refine(async () => true) }) },
      /: create\.schema threw an error/,
    ],
  ])('whose %s is told as a mistake of the definition', async (_, changes, message) => {
    const adding = addThing({ label: 'a' }, changes);
    await expect(adding).rejects.toThrow(UsageError);
    await expect(adding).rejects.toThrow(message);
    await expect(adding).rejects.toThrow(/The definition of things fails on a new record: /);
  });

  it.each(['others', 'nowhere'])('that takes no records, %s -> a UsageError', async (name) => {
    await expect(addThing({ label: 'a' }, {}, name)).rejects.toThrow(/takes no new records/);
  });

  it('whose record YAML can’t hold -> 400, and there is no file', async () => {
    const content = temporaryFolder();
    const dated = { record: () => ({ id: 'a', label: 'a', at: new Date(0) }) };
    const adding = addRecord({ api: thingsApi(dated), content }, 'things', bytesOf({ label: 'a' }));
    expect(await sent(adding)).toMatchObject({ status: 400, body: { at: [expect.any(String)] } });
    expect(filesOf(content)).toEqual([]);
  });
});
