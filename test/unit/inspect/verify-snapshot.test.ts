import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/index.ts';
import { snapshot } from '../../../src/inspect/snapshot/snapshot.ts';
import { verifyArchive } from '../../../src/inspect/snapshot/verify.ts';
import type { FaultCode } from '../../../src/inspect/verify/inspection.ts';
import { MANIFEST } from '../../../src/site/manifest.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { mayNotMount, mountMemory } from '../../support/mount.ts';
import { oddSite } from './odd-things.ts';
import { archiveOf, type Entry, entriesOf, filesOf, snapshotOf } from './tarball.ts';

let [small, full] = [Buffer.alloc(0), Buffer.alloc(0)];
let sandbox = '';

beforeAll(async () => {
  const { site, folder, remove } = await oddSite();
  const packed = async (withSite: boolean) =>
    readFileSync((await snapshot({ site, out: folder, withSite })).file);
  [small, full] = [await packed(false), await packed(true)];
  remove();
  sandbox = mkdtempSync(path.join(os.tmpdir(), 'staticrest-archives-'));
  mkdirSync(path.join(sandbox, 'temp'));
});
afterAll(() => rmSync(sandbox, { recursive: true }));

// Temporary files are written where the tests see them.
beforeEach(() => {
  vi.stubEnv('TMPDIR', path.join(sandbox, 'temp'));
  return () => vi.unstubAllEnvs();
});

/** Verifies bytes as an archive, and checks that nothing is left or written elsewhere. */
async function verified(archive: Uint8Array) {
  const file = path.join(sandbox, 'x.tar.gz');
  writeFileSync(file, archive);
  const { faults, ...rest } = await verifyArchive(file);
  expect(readdirSync(sandbox, { recursive: true }).sort()).toEqual(['temp', 'x.tar.gz']);
  expect(readFileSync(file).equals(archive)).toBe(true);
  for (const folder of ['..', '../..', '/', '.']) {
    expect(readdirSync(path.resolve(sandbox, folder))).not.toContain('escaped');
    expect(readdirSync(folder)).not.toContain('escaped');
  }
  const found = faults.map(({ code, path: where, message }) => ({
    code,
    text: `${where} ${message}`,
  }));
  return { ...rest, found };
}

describe('a snapshot without faults', () => {
  it.each([
    ['of a dataset', () => small],
    ['of a site', () => full],
    ['compressed by another program', () => gzipSync(gunzipSync(small), { level: 9 })],
    ['with other metadata of the same files', () => archiveOf(entriesOf(small))],
    ['with a name of its own', () => snapshotOf(filesOf(small))],
  ])('%s', async (_, archive) => {
    const { found, records, files } = await verified(archive());
    expect(found).toEqual([]);
    expect(files).toBe(entriesOf(archive()).length);
    expect([...records].sort()).toEqual([
      ['names', 3],
      ['nothing', 0],
      ['things', 6],
    ]);
  });

  it('the site in it is verified', async () => {
    expect(await verified(full)).toMatchObject({ listings: 19, unwalked: [] });
    expect(await verified(small)).toMatchObject({ listings: 0, unwalked: [] });
  });

  it('a site of another version is not verified', async () => {
    const files = filesOf(full);
    replaceIn(files, `site/${MANIFEST}`, /"staticrest [^"]+"/, '"staticrest 0.0.1"');
    const refused = verified(snapshotOf(files));
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(
      /^The files of .*x\.tar\.gz are as they were packed, but the site in it can’t be verified\. .*staticrest 0\.0\.1/,
    );
    expect(readdirSync(path.join(sandbox, 'temp'))).toEqual([]);
  });

  it('has the name of its folder, whatever the file is called', async () => {
    const file = path.join(temporaryFolder(), 'mine-20260131.tgz');
    writeFileSync(file, small);
    const { faults, name } = await verifyArchive(file);
    expect(name).toMatch(/^odd-things-more-[0-9a-f]{8}$/);
    expect(faults).toEqual([]);
  });

  it('that does not exist is a usage error', async () => {
    await expect(verifyArchive(path.join(sandbox, 'no'))).rejects.toBeInstanceOf(UsageError);
    await expect(verifyArchive(sandbox)).rejects.toBeInstanceOf(UsageError);
  });

  it.each(['Unpacked', 'Comparing'])('aborted at "%s": nothing is left', async (when) => {
    const file = path.join(sandbox, 'x.tar.gz');
    writeFileSync(file, full);
    const controller = new AbortController();
    const onProgress = (step: string) => step === when && controller.abort();
    const aborted = verifyArchive(file, { signal: controller.signal, onProgress });
    await expect(aborted).rejects.toThrow(/abort/);
    expect(readdirSync(path.join(sandbox, 'temp'))).toEqual([]);
  });

  it.skipIf(mayNotMount())('a full disk is not a fault of the archive', async () => {
    const disk = path.join(temporaryFolder(), 'disk');
    mountMemory(disk, 'size=16384');
    vi.stubEnv('TMPDIR', disk);
    const file = path.join(sandbox, 'x.tar.gz');
    writeFileSync(file, full);
    await expect(verifyArchive(file)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(disk)).toEqual([]);
  });
});

/** Replaces a part of a file. */
function replaceIn(files: Map<string, Buffer>, file: string, from: string | RegExp, to: string) {
  const text = String(files.get(file));
  expect(text).toMatch(from);
  files.set(file, Buffer.from(text.replace(from, to)));
}

/** The small snapshot with other entries. */
const withEntries = (change: (entries: Entry[], folder: string) => readonly Entry[]) => () => {
  const entries = entriesOf(small);
  const [folder = ''] = entries[0]?.path.split('/') ?? [];
  return archiveOf(change(entries, folder));
};
const withMore = (entry: Entry) =>
  withEntries((entries, folder) => [
    ...entries,
    { ...entry, path: entry.path.replace('{folder}', folder) },
  ]);

/** A snapshot with other files, and a SHA256SUMS that matches them. */
const withFiles = (archive: () => Buffer, change: (files: Map<string, Buffer>) => void) => () => {
  const files = filesOf(archive());
  change(files);
  return snapshotOf(files);
};

const THINGS = 'dataset/things';
const PAGE = 'data/things/list/f-/o-/l-2/2.json';
const body = 'x';

const FAULTS: readonly [string, () => Uint8Array, FaultCode, RegExp][] = [
  // Paths outside of the folder.
  ['../', withMore({ path: '../escaped', body }), 'extra', /escaped has a path outside/],
  ['../ within', withMore({ path: '{folder}/../escaped', body }), 'extra', /path outside/],
  ['../ deep', withMore({ path: '{folder}/a/../../../escaped', body }), 'extra', /path outside/],
  ['an absolute path', withMore({ path: '/escaped', body }), 'extra', /path outside/],
  ['a drive', withMore({ path: 'C:/escaped', body }), 'extra', /path outside/],
  ['backslashes', withMore({ path: '{folder}\\..\\escaped', body }), 'extra', /path outside/],
  [
    'a control character',
    withMore({ path: '{folder}/a\u001b[2J', body }),
    'extra',
    /a.\[2J has a path outside/,
  ],
  ['./', withMore({ path: './escaped', body }), 'extra', /path outside/],
  ['two folders', withMore({ path: 'other/escaped', body }), 'extra', /path outside/],
  ['no folder', withMore({ path: 'escaped', body }), 'extra', /path outside/],
  ['a file in no folder', () => archiveOf([{ path: 'escaped', body }]), 'extra', /path outside/],

  // Anything but plain files.
  ...(['SymbolicLink', 'Link', 'CharacterDevice', 'FIFO', 'Directory', 'SparseFile'] as const).map(
    (type): (typeof FAULTS)[number] => [
      type,
      withMore({
        path: '{folder}/escaped',
        type: type as never,
        ...(type.endsWith('Link') && { linkpath: '../../../escaped' }),
      }),
      'kind',
      new RegExp(`escaped.* is not a plain file \\(${type}\\)`),
    ],
  ),

  // Files that do not match SHA256SUMS.
  [
    'an extra file',
    withMore({ path: '{folder}/z', body }),
    'extra',
    /z is not listed in SHA256SUMS/,
  ],
  ['a missing file', withEntries((all) => all.slice(0, -1)), 'missing', /things.ndjson is missing/],
  [
    'a changed file',
    withEntries((all) =>
      all.map((one) => ({ ...one, body: String(one.body).replace('zażółć', 'zazolc') })),
    ),
    'hash',
    /things.csv does not have the hash/,
  ],
  ['no SHA256SUMS', withEntries((all) => all.slice(1)), 'missing', /SHA256SUMS is missing, so/],
  [
    'another name of the folder',
    withEntries((all) =>
      all.map((one) => ({ ...one, path: one.path.replace(/-\w+\//, '-01234567/') })),
    ),
    'hash',
    /SHA256SUMS does not match the folder’s name, odd-things-more-01234567/,
  ],
  [
    'a line of SHA256SUMS that is missing',
    withEntries(([sums, ...all]) => [
      { path: sums?.path ?? '', body: String(sums?.body).replace(/^.*README.*\n/m, '') },
      ...all,
    ]),
    'extra',
    /README.md is not listed/,
  ],

  // Files that match SHA256SUMS, but not one another.
  [
    'no CSV',
    withFiles(
      () => small,
      (files) => files.delete(`${THINGS}.csv`),
    ),
    'records',
    /things.csv has other records than dataset.things.ndjson/,
  ],
  ...(
    [
      ['csv', /^1,.*\n/m, ''],
      ['csv', 'a,b', 'a;b'],
      ['csv', '"",""', ','],
      ['json', /^\{"id":2.*\n/m, ''],
      ['json', /,\n/, '\n'],
    ] as const
  ).map(([format, from, to]): (typeof FAULTS)[number] => [
    `${from} replaced in the ${format}`,
    withFiles(
      () => small,
      (files) => replaceIn(files, `${THINGS}.${format}`, from, to),
    ),
    'records',
    new RegExp(`things.${format} has other records than`),
  ]),
  [
    'a site without a page',
    withFiles(
      () => full,
      (files) => files.delete(`site/${PAGE}`),
    ),
    'missing',
    /^site\/data.*l-2.2.json/,
  ],
  [
    'a site with a changed page',
    withFiles(
      () => full,
      (files) => replaceIn(files, `site/${PAGE}`, '"count":6', '"count":7'),
    ),
    'hash',
    /^site\/data.*l-2.2.json/,
  ],

  // Bytes that are not an archive.
  ['no bytes', () => Buffer.alloc(0), 'unreadable', /x.tar.gz is damaged, or is not/],
  ['a text', () => Buffer.from('Hello, world!'), 'unreadable', /is not a \.tar\.gz archive$/],
  ['a long text', () => Buffer.alloc(5000, 'Hello, world!'), 'unreadable', /is not a \.tar\.gz/],
  ['the header of gzip', () => small.subarray(0, 10), 'unreadable', /is truncated$/],
  ['a compressed archive in gzip', () => gzipSync(small), 'unreadable', /is damaged/],
  ['gzipped text', () => gzipSync(Buffer.alloc(5000, 'noise')), 'unreadable', /is damaged/],
  ['gzip of nothing', () => gzipSync(Buffer.alloc(1024)), 'unreadable', /is damaged/],
  [
    'a truncated tar',
    () => gzipSync(gunzipSync(small).subarray(0, -1600)),
    'unreadable',
    /is truncated$/,
  ],
  [
    'text after the archive',
    () => Buffer.concat([small, Buffer.from('garbage')]),
    'unreadable',
    /is damaged/,
  ],

  // Archives that are too large.
  [
    'a file of zeros',
    withMore({ path: '{folder}/z', body: Buffer.alloc(4e7) }),
    'unreadable',
    /unpacks to more than 200 times its size/,
  ],
];

describe('faults of an archive are reported, and nothing is written', () => {
  it.each(FAULTS)('%s', async (_, archive, code, text) => {
    const { found } = await verified(archive());
    expect(found.map((one) => one.code)).toContain(code);
    expect(found.find((one) => one.code === code)?.text).toMatch(text);
  });
});

describe('any damage is reported', () => {
  it('truncated anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(full.length - 1), async (length) => {
        expect((await verified(full.subarray(0, length))).found).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  it('a byte changed', async () => {
    const [position, bits] = [fc.nat(small.length - 1), fc.integer({ min: 1, max: 255 })];
    await fc.assert(
      fc.asyncProperty(position, bits, async (at, changed) => {
        const archive = Buffer.from(small);
        archive[at] = (archive[at] ?? 0) ^ changed;
        // Some bits, such as gzip's time, have no meaning.
        if (isSame(archive)) return;
        expect((await verified(archive)).found).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  /** Does an archive unpack to the same bytes as the small one? */
  function isSame(archive: Buffer): boolean {
    try {
      return gunzipSync(archive).equals(gunzipSync(small));
    } catch {
      return false;
    }
  }
});
