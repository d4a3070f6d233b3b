import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Pax } from 'tar';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../src/index.ts';
import { snapshot } from '../../src/inspect/snapshot/snapshot.ts';
import { verifyArchive } from '../../src/inspect/snapshot/verify.ts';
import { type FaultCode, Faults } from '../../src/inspect/verify/fault.ts';
import { MANIFEST } from '../../src/site/manifest.ts';
import { temporaryFolder } from '../support/folder.ts';
import { sha256 } from '../support/site-files.ts';
import { oddSite } from './odd-things.ts';
import {
  consistent,
  type Entry,
  entriesOf,
  entryBytes,
  type Files,
  gzipped,
  sumsOf,
  TAR_END,
  tarOf,
} from './tarball.ts';

let [small, full] = [Buffer.alloc(0), Buffer.alloc(0)];
let sandbox = '';

beforeAll(async () => {
  const { site, folder, remove } = await oddSite();
  const packed = async (withSite: boolean) =>
    readFileSync((await snapshot({ site, out: folder, withSite })).file);
  [small, full] = [await packed(false), await packed(true)];
  remove();
  sandbox = mkdtempSync(path.join(os.tmpdir(), 'staticrest-hostile-'));
  mkdirSync(path.join(sandbox, 'temp'));
});
afterAll(() => rmSync(sandbox, { recursive: true }));

// What is written for a while goes where the tests see it.
beforeEach(() => {
  vi.stubEnv('TMPDIR', path.join(sandbox, 'temp'));
  return () => vi.unstubAllEnvs();
});

/** Verifies bytes as an archive, and sees to it that nothing is written anywhere. */
async function verified(archive: Uint8Array) {
  const file = path.join(sandbox, 'x.tar.gz');
  writeFileSync(file, archive);
  const { faults, site, ...rest } = await verifyArchive(file);
  expect(readdirSync(sandbox, { recursive: true }).sort()).toEqual(['temp', 'x.tar.gz']);
  expect(readFileSync(file).equals(archive)).toBe(true);
  for (const place of ['..', '../..', '/', '.']) {
    expect(readdirSync(path.resolve(sandbox, place))).not.toContain('escaped');
    expect(readdirSync(place)).not.toContain('escaped');
  }
  const { faults: ofSite, ...walked } = site ?? { faults: new Faults() };
  const found = [...faults.kinds, ...ofSite.kinds].flatMap(({ code, first }) =>
    first.map(({ path: where, message }) => ({ code, told: `${where} ${message}` })),
  );
  return { ...walked, ...rest, found, count: faults.count + ofSite.count };
}

describe('a snapshot as it was packed', () => {
  it.each([
    ['of a dataset', () => small],
    ['of a site', () => full],
    ['packed again with the same entries', () => gzipped(gunzipSync(small))],
    ['packed again with a name of its own', () => gzipped(tarOf(consistent(filesOf(small))))],
  ])('%s is whole', async (_, archive) => {
    const { found, count, records } = await verified(archive());
    expect(found).toEqual([]);
    expect(count).toBe(0);
    expect([...records]).toEqual([
      ['names', 3],
      ['nothing', 0],
      ['things', 6],
    ]);
  });

  it('the site in it is walked', async () => {
    expect(await verified(full)).toMatchObject({ listings: 19, unwalked: [] });
    expect(await verified(small)).not.toHaveProperty('listings');
  });

  it('a site of another version is not walked, and what else is right is told', async () => {
    const old = (files: Map<string, Buffer>) =>
      replaced(`site/${MANIFEST}`, /"staticrest [^"]+"/, '"staticrest 0.0.1"')(files);
    const file = path.join(sandbox, 'x.tar.gz');
    writeFileSync(file, withFiles(() => full, old)());
    const told = verifyArchive(file);
    await expect(told).rejects.toBeInstanceOf(UsageError);
    await expect(told).rejects.toThrow(
      /every file as it was packed, and the same 9 records in each format; its site was not walked, for it was made by staticrest 0\.0\.1 and this is version .*: verify it with that version\.$/,
    );
    const broken = withFiles(
      () => full,
      (files) => {
        old(files);
        replaced(`${THINGS}.csv`, 'a,b', 'a;b')(files);
      },
    );
    expect((await verified(broken())).found).toMatchObject([{ code: 'record' }]);
    expect(readdirSync(path.join(sandbox, 'temp'))).toEqual([]);
  });

  describe('under a name', () => {
    const [hash, other] = ['{hash}', '0badcafe'];
    it.each([
      ['of its own', `odd-things-more-${hash}.tar.gz`, true],
      ['with another slug', `mine-${hash}.tar.gz`, true],
      ['with another hash', `odd-things-more-${other}.tar.gz`, false],
      ['with another slug and hash', `mine-${other}.tar.gz`, false],
      ['with another hash and ending', `odd-things-more-${other}.tgz`, false],
      ['with a day', 'odd-things-more-20260131.tar.gz', true],
      ['with digits that are no day', 'odd-things-more-20261331.tar.gz', false],
      ['with a longer hash', `mine-${other}0.tar.gz`, true],
      ['of a second download', `mine-${other} (1).tar.gz`, true],
      ['that says nothing', 'mine.tar.gz', true],
    ])('%s', async (_, named, isFine) => {
      const { folder } = entriesOf(small);
      const file = path.join(temporaryFolder(), named.replace(hash, folder.slice(-8)));
      writeFileSync(file, small);
      const { faults, name } = await verifyArchive(file);
      expect(name).toBe(folder);
      const message = `has the name of another snapshot; in it is ${folder}`;
      const fault = { code: 'hash', path: file, message };
      expect(faults.kinds.flatMap(({ first }) => first)).toEqual(isFine ? [] : [fault]);
    });

    it('that its folder contradicts: it has none', async () => {
      const file = path.join(temporaryFolder(), 'x.tar.gz');
      const other = (path: string) => path.replace(/-\w+\//, '-01234567/');
      const moved = withEntries((all) => all.map((one) => ({ ...one, path: other(one.path) })));
      writeFileSync(file, moved());
      expect(await verifyArchive(file)).not.toHaveProperty('name');
    });
  });

  it('a missing archive is a misuse', async () => {
    await expect(verifyArchive(path.join(sandbox, 'no'))).rejects.toBeInstanceOf(UsageError);
    await expect(verifyArchive(sandbox)).rejects.toBeInstanceOf(UsageError);
  });

  it('an end half way leaves nothing', async () => {
    const file = path.join(sandbox, 'x.tar.gz');
    writeFileSync(file, full);
    const controller = new AbortController();
    const onProgress = (step: string) => step !== 'Unpacking' && controller.abort();
    const ended = verifyArchive(file, { signal: controller.signal, onProgress });
    await expect(ended).rejects.toThrow(/abort/);
    expect(readdirSync(path.join(sandbox, 'temp'))).toEqual([]);
  });
});

/** The files of a snapshot but SHA256SUMS. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map(entriesOf(archive).files);
  files.delete('SHA256SUMS');
  return files;
}

/** The small snapshot with some more entries, or others. */
const withEntries = (change: (entries: Entry[], folder: string) => readonly Entry[]) => () => {
  const { folder, files } = entriesOf(small);
  const entries = [...files].map(([name, body]) => ({ path: `${folder}/${name}`, body }));
  return gzipped(tarOf(change(entries, folder)));
};
const withMore = (...more: readonly Entry[]) =>
  withEntries((entries, folder) => [
    ...entries,
    ...more.map((one) => ({ ...one, path: one.path.replace('{folder}', folder) })),
  ]);

/** The small snapshot with other files, and a SHA256SUMS that agrees. */
const withFiles = (archive: () => Buffer, change: (files: Map<string, Buffer>) => void) => () => {
  const files = filesOf(archive());
  change(files);
  const sorted: Files = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return gzipped(tarOf(consistent(sorted)));
};
const replaced =
  (file: string, from: string | RegExp, to: string) => (files: Map<string, Buffer>) => {
    const text = String(files.get(file));
    expect(text).toMatch(from);
    files.set(file, Buffer.from(text.replace(from, to)));
  };
const withSums = (change: (sums: string) => string) => () => {
  const files = filesOf(small);
  return gzipped(tarOf(consistent(files, change(sumsOf(files)))));
};

/** A change of the site in a snapshot that its manifest agrees with. */
const inSite =
  (file: string, from: string | RegExp, to: string) => (files: Map<string, Buffer>) => {
    const before = files.get(`site/${file}`) ?? Buffer.alloc(0);
    replaced(`site/${file}`, from, to)(files);
    const after = files.get(`site/${file}`) ?? Buffer.alloc(0);
    const row = (body: Buffer) => `"bytes":${body.length},"sha256":"${sha256(body)}"`;
    replaced(`site/${MANIFEST}`, row(before), row(after))(files);
  };

const THINGS = 'dataset/things';
const PAGE = 'data/things/list/f-/o-/l-2/2.json';
const escaped = { body: 'x' };

/** A header about the next file. */
const pax = (about: ConstructorParameters<typeof Pax>[0], isGlobal = false): Buffer =>
  new Pax(about, isGlobal).encode();

/** The tar of the small snapshot with bytes before its end. */
const withBytes =
  (...bytes: readonly Buffer[]) =>
  () =>
    gzipped(Buffer.concat([gunzipSync(small).subarray(0, -TAR_END.length), ...bytes, TAR_END]));

/** Fields of an object. */
const fields = (count: number, value = '1'): string =>
  Array.from({ length: count }, (_, at) => `"f${at}":${value}`).join(',');

const HOSTILE: readonly [string, () => Uint8Array, FaultCode, RegExp][] = [
  // Names that lead elsewhere.
  ['../', withMore({ path: '../escaped', ...escaped }), 'extra', /may lead out of the folder/],
  ['../ within', withMore({ path: '{folder}/../escaped', ...escaped }), 'extra', /may lead out/],
  [
    '../ deep',
    withMore({ path: '{folder}/a/../../../escaped', ...escaped }),
    'extra',
    /may lead out/,
  ],
  ['an absolute path', withMore({ path: '/escaped', ...escaped }), 'extra', /may lead out/],
  ['a drive', withMore({ path: 'C:/escaped', ...escaped }), 'extra', /may lead out/],
  ['backslashes', withMore({ path: '{folder}\\..\\escaped', ...escaped }), 'extra', /may lead out/],
  [
    'a control character',
    withMore({ path: '{folder}/a\u001b[2J', ...escaped }),
    'extra',
    /a\ufffd\[2J has a control character in its name/,
  ],
  ['./', withMore({ path: './escaped', ...escaped }), 'extra', /may lead out/],
  [
    'two top folders',
    withMore({ path: 'other/escaped', ...escaped }),
    'extra',
    /is not in the folder/,
  ],
  ['no folder', withMore({ path: 'escaped', ...escaped }), 'extra', /is not in the folder/],
  [
    'a name in a header about the file',
    withBytes(pax({ path: '../escaped' }), entryBytes({ path: 'x', body: 'x' })),
    'extra',
    /may lead out/,
  ],
  [
    'a name of GNU',
    withBytes(
      entryBytes({ path: '././@LongLink', type: 'NextFileHasLongPath', body: '../escaped\0' }),
      entryBytes({ path: 'x', body: 'x' }),
    ),
    'extra',
    /may lead out/,
  ],

  // What is no file.
  ...(
    [
      ['SymbolicLink', 'a symbolic link'],
      ['Link', 'a hard link'],
      ['CharacterDevice', 'a device'],
      ['BlockDevice', 'a device'],
      ['FIFO', 'a pipe'],
      ['Directory', 'a folder'],
      ['ContiguousFile', 'of the kind ContiguousFile'],
      ['SparseFile', 'of the kind SparseFile'],
    ] as const
  ).map(([type, words]): (typeof HOSTILE)[number] => [
    type,
    withMore({
      path: '{folder}/escaped',
      type: type as never,
      ...(type.endsWith('Link') && { linkpath: '../../../escaped' }),
    }),
    'kind',
    new RegExp(`escaped.* is ${words} instead of a file`),
  ]),
  [
    'a link in the place of a file',
    withEntries((entries) =>
      entries.map((one) =>
        one.path.endsWith('README.md')
          ? { path: one.path, type: 'SymbolicLink', linkpath: '/etc/passwd' }
          : one,
      ),
    ),
    'kind',
    /README.md is a symbolic link/,
  ],

  // Files that are not those of SHA256SUMS.
  [
    'a file too many',
    withMore({ path: '{folder}/z', ...escaped }),
    'extra',
    /z is not in SHA256SUMS/,
  ],
  [
    'a file twice',
    withMore({ path: '{folder}/README.md', ...escaped }),
    'twice',
    /README.md comes more/,
  ],
  [
    'only case differs',
    withMore({ path: '{folder}/readme.MD', ...escaped }),
    'extra',
    /nothing but upper/,
  ],
  [
    'a file missing',
    withEntries((all) => all.slice(0, -1)),
    'missing',
    /things.ndjson is not there/,
  ],
  [
    'another order',
    withEntries(([a, b, ...all]) => [...([a, ...all, b] as Entry[])]),
    'order',
    /README.md comes after/,
  ],
  [
    'an altered file',
    withEntries((all) =>
      all.map((one) => ({ ...one, body: String(one.body).replace('zażółć', 'zazolc') })),
    ),
    'hash',
    /things.csv has other bytes/,
  ],
  [
    'no SHA256SUMS',
    withEntries((all) => all.slice(1)),
    'manifest',
    /does not begin with SHA256SUMS/,
  ],
  [
    'SHA256SUMS not first',
    withEntries(([a, b, ...all]) => [b, a, ...all] as Entry[]),
    'manifest',
    /does not begin/,
  ],
  [
    'another folder',
    withEntries((all) =>
      all.map((one) => ({ ...one, path: one.path.replace(/-\w+\//, '-01234567/') })),
    ),
    'hash',
    /SHA256SUMS is not what the name of its folder/,
  ],
  [
    'a file missing, and packed again by another',
    withEntries((all) => all.slice(0, -1).map((one) => ({ ...one, mode: 0o600 }))),
    'missing',
    /things.ndjson is not there/,
  ],
  [
    'a file missing, and more after the end',
    () => Buffer.concat([withEntries((all) => all.slice(0, -1))(), Buffer.alloc(9)]),
    'missing',
    /things.ndjson is not there/,
  ],
  ['nothing at all', () => gzipped(TAR_END), 'unreadable', /there is no tar file in it/],

  // A SHA256SUMS that is up to something.
  ...(
    [
      ['a name that leads out', (sums: string) => `${sums}${'0'.repeat(64)}  ../escaped\n`],
      [
        'a name that leads out of the site',
        (sums: string) => `${sums}${'0'.repeat(64)}  site/../escaped\n`,
      ],
      ['a file that no snapshot has', (sums: string) => `${sums}${'0'.repeat(64)}  virus.exe\n`],
      ['a line that is none', (sums: string) => `${sums}hello\n`],
      ['something after its lines', (sums: string) => `${sums}hello`],
      ['no lines', () => ''],
      ['a line twice', (sums: string) => sums.replace(/^.*\n/, '$&$&')],
      ['lines in another order', (sums: string) => sums.replace(/^(.*\n)(.*\n)/, '$2$1')],
      [
        'two names that differ by case',
        (sums: string) => `${sums}${'0'.repeat(64)}  site/A\n${'0'.repeat(64)}  site/a\n`,
      ],
    ] as const
  ).map(([name, change]): (typeof HOSTILE)[number] => [
    `SHA256SUMS with ${name}`,
    withSums(change),
    'manifest',
    /has a line that is none of a snapshot/,
  ]),

  // What agrees with its SHA256SUMS and is wrong all the same.
  [
    'no README',
    withFiles(
      () => small,
      (files) => files.delete('README.md'),
    ),
    'missing',
    /README.md is not there/,
  ],
  [
    'no table',
    withFiles(
      () => small,
      (files) => files.delete(`${THINGS}.csv`),
    ),
    'missing',
    /things.csv is not there/,
  ],
  [
    'a row of a table is missing',
    withFiles(() => small, replaced(`${THINGS}.csv`, /^1,.*\n/m, '')),
    'record',
    /things.csv is not the table of the records in dataset.things.ndjson/,
  ],
  ...(
    [
      ['a cell of a table differs', 'a,b', 'a;b'],
      ['a column of a table is missing', /,open$/m, ''],
      ['a column of a table has another name', /^id,/, 'ID,'],
      ['two columns of a table have changed places', /^id,text,/, 'text,id,'],
      ['an empty text has become null', '"",""', ','],
      ['a table ends its lines otherwise', /\n/g, '\r\n'],
      ['a table has an empty line more', /\n$/, '\n\n'],
    ] as const
  ).map(([name, from, to]): (typeof HOSTILE)[number] => [
    name,
    withFiles(() => small, replaced(`${THINGS}.csv`, from, to)),
    'record',
    /things.csv is not the table of the records/,
  ]),
  ...(
    [
      ['are no JSON', ['hello']],
      ['are no objects', ['null']],
      ['are empty lines', ['', '', '']],
      ['make one column twice', ['{"a.b":1,"a":{"b":2}}']],
      ['are nested without end', [`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`]],
      ['make names without end', [`{"${'x'.repeat(2e5)}":{${fields(2e4)}}}`]],
      [
        'make names without end one by one',
        Array.from(
          { length: 500 },
          (_, at) => `{"${at}":{"${'x'.repeat(5000)}":{${fields(100)}}}}`,
        ),
      ],
      ['make a table without end', Array.from({ length: 2e4 }, (_, at) => `{"x${at}":1}`)],
      ['make null columns without end', [`{${fields(1e5, 'null')}}`]],
    ] as const
  ).map(([name, records]): (typeof HOSTILE)[number] => [
    `records that ${name}`,
    withFiles(
      () => small,
      (files) => {
        files.set(`${THINGS}.json`, Buffer.from(`[\n${records.join(',\n')}\n]\n`));
        files.set(`${THINGS}.ndjson`, Buffer.from(records.map((one) => `${one}\n`).join('')));
      },
    ),
    'record',
    /things.csv is not the table of the records/,
  ]),
  [
    'a record of an array is missing',
    withFiles(() => small, replaced(`${THINGS}.json`, /^\{"id":2.*\n/m, '')),
    'record',
    /things.json has other records/,
  ],
  [
    'an array lacks a comma',
    withFiles(() => small, replaced(`${THINGS}.json`, /,\n/, '\n')),
    'record',
    /things.json has other records/,
  ],
  [
    'a record differs',
    withFiles(() => small, replaced(`${THINGS}.ndjson`, 'a,b', 'a;b')),
    'record',
    /things.json has other records/,
  ],
  [
    'all but the site differ',
    withFiles(
      () => full,
      (files) => {
        for (const one of ['csv', 'json', 'ndjson'])
          replaced(`${THINGS}.${one}`, 'zażółć', 'zazolc')(files);
      },
    ),
    'record',
    /things.ndjson has other records than the site/,
  ],
  [
    'a collection that the site lacks',
    withFiles(
      () => full,
      (files) => {
        for (const one of ['csv', 'json', 'ndjson'])
          files.set(`dataset/more.${one}`, files.get(`dataset/nothing.${one}`) ?? Buffer.alloc(0));
      },
    ),
    'extra',
    /more.json is no collection/,
  ],
  [
    'a collection of the site is missing',
    withFiles(
      () => full,
      (files) => {
        for (const one of ['csv', 'json', 'ndjson']) files.delete(`dataset/names.${one}`);
      },
    ),
    'record',
    /names.ndjson has other records than the site/,
  ],
  [
    'a site without a manifest',
    withFiles(
      () => full,
      (files) => files.delete(`site/${MANIFEST}`),
    ),
    'manifest',
    /not a whole manifest/,
  ],
  [
    'a manifest that breaks off',
    withFiles(() => full, replaced(`site/${MANIFEST}`, /\]\}\n$/, '')),
    'manifest',
    /not a whole manifest/,
  ],
  [
    'a page of the site is missing',
    withFiles(
      () => full,
      (files) => files.delete(`site/${PAGE}`),
    ),
    'missing',
    /l-2.2.json is not there/,
  ],
  [
    'a page of the site differs',
    withFiles(() => full, replaced(`site/${PAGE}`, '"count":6', '"count":7')),
    'hash',
    /l-2.2.json has other bytes/,
  ],
  [
    'a file that the site lacks',
    withFiles(
      () => full,
      (files) => files.set('site/data/more.json', Buffer.from('{}')),
    ),
    'extra',
    /data.more.json is a file that the manifest/,
  ],
  [
    'a listing with a wrong count',
    withFiles(() => full, inSite(PAGE, '"count":6', '"count":7')),
    'count',
    /l-2.2.json has a count of 7/,
  ],
  [
    'a listing that goes elsewhere',
    withFiles(() => full, inSite(PAGE, /offset=4/, 'offset=5')),
    'next',
    /l-2.2.json has .*offset=5 as its next/,
  ],
  [
    'a listing with a record twice',
    withFiles(() => full, inSite(PAGE, /^(\{"id":3.*),\n.*$/m, '$1,\n$1')),
    'twice',
    /l-2.2.json/,
  ],

  // Bytes that are no archive, or more than one.
  ['no bytes', () => Buffer.alloc(0), 'unreadable', /x.tar.gz is empty$/],
  [
    'a text',
    () => Buffer.from('Hello, world! This is a text and no archive.'),
    'unreadable',
    /is no gzip file$/,
  ],
  ['a lone byte of gzip', () => small.subarray(0, 1), 'unreadable', /is no gzip file$/],
  ['the head of gzip', () => small.subarray(0, 10), 'unreadable', /breaks off before its end$/],
  ['a tar that is not compressed', () => gunzipSync(small), 'unreadable', /is no gzip file$/],
  [
    'a gzip of another program',
    () => gzipSync(gunzipSync(small), { level: 9 }),
    'unreadable',
    /was compressed by another program than staticrest$/,
  ],
  ['compressed twice', () => gzipped(small), 'unreadable', /is compressed twice/],
  ['noise', () => gzipped(Buffer.alloc(5000, 'noise')), 'unreadable', /a file in it is damaged$/],
  [
    'appended text',
    () => Buffer.concat([small, Buffer.from('garbage')]),
    'extra',
    /more bytes after its end/,
  ],
  [
    'an appended byte',
    () => Buffer.concat([small, Buffer.from([0])]),
    'extra',
    /more bytes after its end/,
  ],
  [
    'another archive appended',
    () => Buffer.concat([small, small]),
    'extra',
    /more bytes after its end/,
  ],
  ...[6e4, 65_526, 65_536, 7e4, 14e4, 1e6, 5e6].map((length): (typeof HOSTILE)[number] => [
    `${length} bytes appended`,
    () => Buffer.concat([small, Buffer.alloc(length, 'junk')]),
    'extra',
    /more bytes after its end$/,
  ]),
  [
    'the same archive appended until it is large',
    () => Buffer.concat(Array.from({ length: 100 }, () => full)),
    'extra',
    /more bytes after its end$/,
  ],
  [
    'an empty gzip appended',
    () => Buffer.concat([small, gzipped(Buffer.alloc(0))]),
    'extra',
    /more bytes/,
  ],
  [
    'bytes after the end of the tar',
    () => gzipped(Buffer.concat([gunzipSync(small), Buffer.alloc(512, 'x')])),
    'extra',
    /more in it than its files/,
  ],
  [
    'zeros after the end of the tar',
    () => gzipped(Buffer.concat([gunzipSync(small), Buffer.alloc(512)])),
    'extra',
    /more in it than its files/,
  ],
  [
    'a tar without an end',
    () => gzipped(gunzipSync(small).subarray(0, -TAR_END.length)),
    'extra',
    /more in it/,
  ],
  [
    'a tar that breaks off',
    () => gzipped(gunzipSync(small).subarray(0, -1600)),
    'unreadable',
    /is no sound archive: its last file breaks off$/,
  ],
  [
    'another mode',
    withEntries((all) => all.map((one) => ({ ...one, mode: 0o4777 }))),
    'extra',
    /tells other things/,
  ],
  [
    'another time',
    withEntries((all) => all.map((one) => ({ ...one, mtime: new Date(1) }))),
    'extra',
    /tells other/,
  ],
  [
    'a header about no file',
    withBytes(pax({ comment: 'psst' } as never, true)),
    'extra',
    /more in it/,
  ],
  ['a header about all files', withBytes(pax({ path: 'escaped' }, true)), 'extra', /more in it/],

  // Bombs.
  [
    'much of nothing',
    () =>
      gzipped(
        Buffer.concat([
          entryBytes({ path: 'odd/SHA256SUMS', size: 0o77777777777 }),
          Buffer.alloc(1e6),
        ]),
      ),
    'size',
    /is larger than any file|unpacks to more/,
  ],
  [
    'a large SHA256SUMS',
    () =>
      gzipped(
        Buffer.concat([entryBytes({ path: 'odd/SHA256SUMS', size: 1e7 }), Buffer.alloc(1e7)]),
      ),
    'size',
    /SHA256SUMS is larger/,
  ],
  [
    'much after the end',
    () => gzipped(Buffer.concat([gunzipSync(small), Buffer.alloc(3e7)])),
    'extra',
    /more in it than its files/,
  ],
  [
    'many files',
    () => {
      const { folder, files } = entriesOf(small);
      const sums = { path: `${folder}/SHA256SUMS`, body: files.get('SHA256SUMS') ?? '' };
      return gzipped(
        tarOf([sums, ...Array.from({ length: 40_000 }, () => ({ path: `${folder}/x` }))]),
      );
    },
    'extra',
    /x is not in SHA256SUMS/,
  ],
  [
    'a declared size beyond all',
    withEntries((all, folder) => [
      ...all.slice(0, 2),
      { path: `${folder}/${THINGS}.csv`, size: 2 ** 28 },
      ...all.slice(2),
    ]),
    'size',
    /unpacks to more than/,
  ],
  [
    'a large header about a file',
    withBytes(entryBytes({ path: 'x', type: 'ExtendedHeader', body: Buffer.alloc(100_000, 'x') })),
    'kind',
    /of the kind ExtendedHeader/,
  ],
  [
    'headers about headers',
    withBytes(...Array.from({ length: 30_000 }, () => pax({ path: 'x' }))),
    'size',
    /unpacks to more than \d+ MB/,
  ],
];

describe('a hostile archive is reported and nothing is written', () => {
  it.each(HOSTILE)('%s', async (_, archive, code, told) => {
    const { found, count } = await verified(archive());
    expect(count).toBeGreaterThan(0);
    expect(found.map((one) => one.code)).toContain(code);
    expect(found.find((one) => one.code === code)?.told).toMatch(told);
  });
});

describe('any damage is reported', () => {
  /** How many bytes stand before what is compressed. */
  const HEAD = 10;

  /** Does an archive unpack to what the small one does? */
  function isSame(archive: Buffer): boolean {
    try {
      return gunzipSync(archive).equals(gunzipSync(small));
    } catch {
      return false;
    }
  }

  it('cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(full.length - 1), async (length) => {
        expect((await verified(full.subarray(0, length))).count).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it('a byte changed in the archive', async () => {
    const places = fc.nat(small.length - 1);
    await fc.assert(
      fc.asyncProperty(places, fc.integer({ min: 1, max: 255 }), async (place, bits) => {
        const archive = Buffer.from(small);
        archive[place] = (archive[place] ?? 0) ^ bits;
        // Some bits of what is compressed mean nothing, or say the same in two ways.
        if (place >= HEAD && isSame(archive)) return;
        expect((await verified(archive)).count).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it('a byte changed in the tar', async () => {
    const tar = gunzipSync(full);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(tar.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (place, bits) => {
          const changed = Buffer.from(tar);
          changed[place] = (changed[place] ?? 0) ^ bits;
          expect((await verified(gzipped(changed))).count).toBeGreaterThan(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
