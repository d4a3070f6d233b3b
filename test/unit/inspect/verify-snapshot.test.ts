import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/index.ts';
import { snapshot } from '../../../src/inspect/snapshot/snapshot.ts';
import { verifyArchive } from '../../../src/inspect/snapshot/verify.ts';
import { difficultSite } from './difficult-site.ts';
import { archiveOf, contentsOf, type Entry, entriesOf, snapshotOf } from './tarball.ts';

/** Snapshots without and with the site. */
let [small, full] = [Buffer.alloc(0), Buffer.alloc(0)];
let [sandbox, temporary, file] = ['', '', ''];

beforeAll(async () => {
  const { site, folder, remove } = await difficultSite();
  const packed = async (withSite: boolean) =>
    readFileSync((await snapshot({ site, out: folder, withSite })).file);
  [small, full] = [await packed(false), await packed(true)];
  remove();
  sandbox = mkdtempSync(path.join(os.tmpdir(), 'staticrest-archives-'));
  [temporary, file] = [path.join(sandbox, 'temp'), path.join(sandbox, 'x.tar.gz')];
  mkdirSync(temporary);
});
afterAll(() => rmSync(sandbox, { recursive: true }));

beforeEach(() => {
  vi.stubEnv('TMPDIR', temporary);
  return () => vi.unstubAllEnvs();
});

/** Verifies an archive, and checks that no other file is left. */
async function verified(archive: Uint8Array) {
  writeFileSync(file, archive);
  const { faults, ...rest } = await verifyArchive(file);
  expect(readdirSync(sandbox, { recursive: true }).sort()).toEqual(['temp', 'x.tar.gz']);
  const found = faults.map((fault) => `${fault.code}: ${fault.path} ${fault.message}`);
  return { ...rest, found };
}

/** The small snapshot with a text replaced in one file, and a SHA256SUMS that matches. */
function edited(archive: Buffer, name: string, search: RegExp, replacement: string): Buffer {
  const contents = contentsOf(archive);
  const text = contents.get(name) ?? '';
  expect(text).toMatch(search);
  return snapshotOf(contents.set(name, text.replace(search, replacement)));
}

describe('a snapshot without faults', () => {
  it.each([
    ['of downloads', () => small],
    ['compressed by another program', () => gzipSync(gunzipSync(small), { level: 9 })],
    ['with other metadata of the same files', () => archiveOf(entriesOf(small))],
  ])('%s', async (_, archive) => {
    const { bytes, name, records, ...rest } = await verified(archive());
    expect(rest).toEqual({ found: [], files: 9, listings: 0, unwalked: [] });
    expect(bytes).toBe(Buffer.byteLength([...contentsOf(small).values()].join('')));
    expect(name).toMatch(/^odd-things-more-[0-9a-f]{8}$/);
    expect(Object.fromEntries(records)).toEqual({ names: 3, nothing: 0, things: 6 });
  });

  it('with a site -> its listings are walked', async () => {
    const expected = { found: [], files: entriesOf(full).length, listings: 19, unwalked: [] };
    expect(await verified(full)).toMatchObject(expected);
  });

  it('with a site of another version -> UsageError', async () => {
    const other = edited(full, 'manifest.json', /"staticrest [^"]+"/, '"staticrest 0.0.1"');
    const refused = verified(other);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(
      /^The site in .*x\.tar\.gz can’t be verified\. .*staticrest 0\.0\.1/,
    );
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each(['Unpacked', 'Hashing'])('aborted at "%s" -> nothing is left', async (step) => {
    writeFileSync(file, full);
    const controller = new AbortController();
    const onProgress = (now: string) => now === step && controller.abort();
    const aborted = verifyArchive(file, { signal: controller.signal, onProgress });
    await expect(aborted).rejects.toThrow(/abort/);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

it.each(['no', '.'])('%s: no archive -> UsageError', async (name) => {
  await expect(verifyArchive(path.join(sandbox, name))).rejects.toThrow(UsageError);
});

/** Verifies the small snapshot with one more entry, which must not be written anywhere. */
async function faultsWith({ path: name, ...entry }: Entry): Promise<string[]> {
  const entries = entriesOf(small);
  const [folder = ''] = entries[0]?.path.split('/') ?? [];
  entries.push({ path: name.replace('FOLDER', folder), ...entry });
  const { found } = await verified(archiveOf(entries));
  for (const folder of ['..', '../..', '/', '.']) {
    expect(readdirSync(path.resolve(sandbox, folder))).not.toContain('escaped');
    expect(readdirSync(folder)).not.toContain('escaped');
  }
  return found;
}

describe('an entry that must not be unpacked', () => {
  it.each([
    '../escaped',
    'FOLDER/../escaped',
    'FOLDER/a/../../../escaped',
    '/escaped',
    'C:/escaped',
    'FOLDER\\..\\escaped',
    'FOLDER/a\u001b[2J',
    './escaped',
    'other/escaped',
    'escaped',
  ])('path %j -> extra', async (name) => {
    const [fault] = await faultsWith({ path: name, body: 'x' });
    expect(fault).toMatch(/^extra: .* has a path outside of the snapshot’s folder$/);
  });

  it('the only file is in no folder -> extra', async () => {
    const { found } = await verified(archiveOf([{ path: 'escaped', body: 'x' }]));
    expect(found).toEqual(['extra: escaped has a path outside of the snapshot’s folder']);
  });

  it.each(['SymbolicLink', 'Link', 'CharacterDevice', 'FIFO', 'Directory', 'SparseFile'] as const)(
    'type %s -> kind',
    async (type) => {
      const linkpath = type.endsWith('Link') ? '../../../escaped' : '';
      const [fault] = await faultsWith({ path: 'FOLDER/escaped', type, linkpath });
      expect(fault).toMatch(new RegExp(`^kind: .*escaped/? is not a plain file \\(${type}\\)`));
    },
  );
});

describe('files that differ from SHA256SUMS', () => {
  it('every kind of difference -> one fault each', async () => {
    const contents = contentsOf(small);
    const checksums = contents.get('SHA256SUMS')?.replace(/^.*nothing\.csv\n/m, '') ?? '';
    contents.set('SHA256SUMS', checksums).set('README.md', 'x').set('z', 'x');
    contents.delete('things.csv');
    const entries = [...contents].map(([name, body]) => ({ path: `odd-01234567/${name}`, body }));
    const { found, records } = await verified(archiveOf(entries));
    expect(found).toEqual([
      'hash: SHA256SUMS does not match the folder’s name, odd-01234567',
      'hash: README.md does not have the hash that SHA256SUMS lists',
      'missing: things.csv is missing; SHA256SUMS lists it',
      'extra: nothing.csv is not listed in SHA256SUMS',
      'extra: z is not listed in SHA256SUMS',
    ]);
    // Other faults would follow from these.
    expect(records.size).toBe(0);
  });

  it('SHA256SUMS is missing -> missing', async () => {
    const { found } = await verified(archiveOf(entriesOf(small).slice(1)));
    expect(found).toEqual(['missing: SHA256SUMS is missing, so the archive is not a snapshot']);
  });
});

describe('a site in a snapshot', () => {
  it('a page of the site is changed', async () => {
    const page = 'data/things/list/f-/o-/l-2/2.json';
    const { found, unwalked } = await verified(edited(full, page, /"count":6/, '"count":7'));
    expect(found).toEqual([`hash: ${page} was changed after the build`]);
    expect(unwalked).toEqual(['things']);
  });
});

describe('bytes that are not an archive', () => {
  const DAMAGED = 'is damaged, or is not a .tar.gz archive';

  it.each<[string, () => Uint8Array, string]>([
    ['no bytes', () => Buffer.alloc(0), 'Unrecognized archive format'],
    ['a text', () => Buffer.from('Hello, world!'), 'TAR_BAD_ARCHIVE: Unrecognized archive format'],
    ['a compressed archive in gzip', () => gzipSync(small), 'invalid base256 encoding'],
    ['a truncated tar', () => gzipSync(gunzipSync(small).subarray(0, -1600)), 'Truncated input'],
    [
      'text after the archive',
      () => Buffer.concat([small, Buffer.from('garbage')]),
      'incorrect header check',
    ],
  ])('%s -> unreadable', async (_, archive, reason) => {
    const { found, ...rest } = await verified(archive());
    expect(found).toEqual([expect.stringContaining(`unreadable: ${file} ${DAMAGED} (`)]);
    expect(found[0]).toContain(reason);
    expect(rest).toMatchObject({ name: '', files: 0, bytes: 0 });
  });

  it('a file of many zeros -> unreadable', async () => {
    const found = await faultsWith({ path: 'FOLDER/z', body: Buffer.alloc(4e7) });
    expect(found[0]).toContain('max decompression ratio exceeded');
    expect(found).toHaveLength(1);
  });

  it('truncated anywhere -> one fault', async () => {
    const property = fc.asyncProperty(fc.nat(full.length - 1), async (length) => {
      expect((await verified(full.subarray(0, length))).found).toHaveLength(1);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('a byte changed anywhere -> a fault', async () => {
    const [position, bits] = [fc.nat(small.length - 1), fc.integer({ min: 1, max: 255 })];
    const property = fc.asyncProperty(position, bits, async (at, changed) => {
      const archive = Buffer.from(small);
      archive[at] = (archive[at] ?? 0) ^ changed;
      // Some bits, such as gzip's time, have no meaning.
      fc.pre(!unpacksToSmall(archive));
      expect((await verified(archive)).found).not.toEqual([]);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  function unpacksToSmall(archive: Buffer): boolean {
    try {
      return gunzipSync(archive).equals(gunzipSync(small));
    } catch {
      return false;
    }
  }
});
