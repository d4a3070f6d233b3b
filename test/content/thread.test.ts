import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { newCount } from '../../src/content/batch.ts';
import { ContentCache } from '../../src/content/cache.ts';
import { readContentFile } from '../../src/content/file.ts';
import { readContent } from '../../src/content/read.ts';
import { SecondReader } from '../../src/content/second-reader.ts';
import type { ShareOptions } from '../../src/content/share.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';

type Texts = Readonly<Record<string, string | Uint8Array>>;

/** Files of every kind, each several times, so that either thread gets some of them. */
function mixed(): Texts {
  const kinds: Texts = {
    'fine.yaml': 'id: 1\nlabel: a\nsizes: [1, -0, .inf, 1e400]\n',
    'shared.yaml': 'id: 1\nfirst: &it { a: 1 }\nsecond: *it\n',
    'list.yaml': '- id: 1\n- id: 2\n- 3\n',
    'list.json': '[{"id": 3}, {"id": 4, "label": "b"}, []]',
    'none.json': '[]',
    'empty.yaml': '',
    'null.json': 'null',
    'broken.yaml': 'id: 5\nlabel: [\nmore: }\n',
    'broken.json': '{"id": 5,}',
    'twice.json': '{"id": 5, "id": 6}',
    'latin.yaml': Buffer.from('label: Cañon', 'latin1'),
    'deep.json': `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    'deep.yaml': `${'['.repeat(700)}1${']'.repeat(700)}`,
    'readme.txt': 'no record',
  };
  const files = Object.entries(kinds).flatMap(([name, text]) =>
    Array.from({ length: 25 }, (_, at) => [`things/${at}/${name}`, text] as const),
  );
  return Object.fromEntries(files);
}

function contentFolder(files: Texts = mixed()): string {
  const folder = path.join(temporaryFolder(), 'content');
  writeFiles(folder, files);
  return folder;
}

/** All that can be told of a reading. */
async function told(folder: string, options: ShareOptions & { cache?: ContentCache }) {
  const { entries, problems } = await readContent(folder, ['things'], options);
  const places = entries.map(({ place }) => [place([]), place(['label'], 'name')]);
  return { entries: entries.map(({ place: _, ...entry }) => entry), places, problems };
}

/** What the second thread alone finds in files. */
async function readThere(files: readonly string[]): Promise<unknown[]> {
  const reader = new SecondReader();
  const values: unknown[] = [];
  await reader.read({ files, taken: newCount() }, (answer) => void values.push(...answer.values));
  reader.close();
  return values;
}

/** A reader whose thread runs this module instead; its statements know `parentPort`. */
function readerOf(source: string): SecondReader {
  const file = path.join(temporaryFolder(), 'thread.mjs');
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${source}`);
  return new SecondReader(file);
}

const onTask = (statements: string) =>
  `parentPort.on('message', ({ files, taken }) => { ${statements} });`;

describe('content that two threads read', () => {
  it('has the same records, problems and places, in the same order, as what one reads', async () => {
    const folder = contentFolder();
    const alone = await told(folder, { second: () => undefined });
    expect(alone.problems.length).toBeGreaterThan(200);
    for (let run = 0; run < 3; run++) {
      expect(await told(folder, { second: () => new SecondReader() })).toEqual(alone);
    }
  });

  it('is kept by a cache as what one reads', async () => {
    const folder = contentFolder();
    await setTimeout(80);
    const cache = new ContentCache();
    const alone = await told(folder, { second: () => undefined });
    expect(await told(folder, { cache, second: () => new SecondReader() })).toEqual(alone);
    expect(await told(folder, { cache })).toEqual(alone);
    const [first] = (await readContent(folder, ['things'], { cache })).entries;
    const [second] = (await readContent(folder, ['things'], { cache })).entries;
    expect(second?.value).toBe(first?.value);
  });

  it('is all read by one while the other is not up', async () => {
    const reader = readerOf('await new Promise(() => setTimeout(() => {}, 60_000));');
    const folder = contentFolder();
    expect(await told(folder, { second: () => reader })).toEqual(
      await told(folder, { second: () => undefined }),
    );
  });
});

describe('what the second thread finds in a file', () => {
  it('is what the first finds, and nothing for one with a problem', async () => {
    const folder = contentFolder();
    const files = Object.keys(mixed()).map((file) => path.join(folder, file));
    const data = files.filter((file) => !file.endsWith('.txt'));
    const there = await readThere(data);
    for (const [index, file] of data.entries()) {
      const { value, problems } = readContentFile(file);
      const expected = problems.length > 0 ? undefined : value;
      expect(isDeepStrictEqual(there[index], expected), file).toBe(true);
    }
  });

  it('is the same value, whatever the value', async () => {
    const scalar = fc.oneof(
      fc.constantFrom('.inf', '-.inf', '.nan', '-0', '-0.0', '0x1F', '0o17', '1e400', '~', 'NO'),
      fc.constantFrom('12345678901234567890', '1_000', '2020-01-01', '"\\ud800"', '"\\0"', '! x'),
      fc.double().map(String),
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    );
    const name = fc.oneof(fc.constantFrom('0', '1', 'constructor', 'a b', ''), fc.string());
    const fields = fc
      .dictionary(name, scalar)
      .map((one) => Object.entries(one).map(([key, text]) => `${JSON.stringify(key)}: ${text}\n`));
    const text = fc.oneof(
      fields.map((lines) => [lines.join(''), 'yaml']),
      fields.map((lines) => [`- &a\n  x: 1\n- *a\n${lines.map(() => '- *a\n').join('')}`, 'yml']),
      fc.jsonValue().map((value) => [stringify(value), 'yaml']),
      fc.jsonValue().map((value) => [JSON.stringify(value), 'json']),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 150 }), async (texts) => {
        const folder = temporaryFolder();
        const files = texts.map(([source = '', ending], index) => {
          const file = path.join(folder, `${index}.${ending}`);
          writeFileSync(file, source);
          return file;
        });
        const there = await readThere(files);
        for (const [index, file] of files.entries()) {
          const { value, problems } = readContentFile(file);
          const expected = problems.length > 0 ? undefined : value;
          // Unlike `toStrictEqual`, this tells an object without prototype from a plain one.
          expect(isDeepStrictEqual(there[index], expected), texts[index]?.[0]).toBe(true);
          expect(JSON.stringify(there[index])).toBe(JSON.stringify(expected));
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('a second thread that fails: it is told, and nothing waits', () => {
  const cases: [name: string, reader: () => SecondReader, told: RegExp][] = [
    ['is not there', () => new SecondReader('/nowhere/thread.js'), /Cannot find module/],
    ['throws as it is loaded', () => readerOf('throw new Error("Oh.")'), /failed: Oh\./],
    [
      'throws where it has taken files',
      () => readerOf(onTask('Atomics.add(taken, 0, 32); throw new Error("Oh.")')),
      /failed: Oh\./,
    ],
    [
      'ends where it has taken all files',
      () => readerOf(onTask('Atomics.add(taken, 0, 9999); process.exit(0)')),
      /failed: it ended before its work did/,
    ],
    [
      'ends where it has found something',
      () =>
        readerOf(
          onTask(
            'Atomics.add(taken, 0, 64); parentPort.postMessage({ from: 0, values: [1] }); process.exit(0)',
          ),
        ),
      /failed: it ended before its work did/,
    ],
  ];
  it.each(cases)('%s', async (_, start, expected) => {
    const folder = contentFolder();
    // The first thread is held up, so that it does not read everything before the other has failed.
    const onProgress = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    const options = { second: start, onProgress };
    await expect(readContent(folder, ['things'], options)).rejects.toThrow(expected);
  });

  it('had failed before there was anything to read', async () => {
    const reader = readerOf('throw new Error("Oh.")');
    await setTimeout(500);
    await expect(
      readContent(contentFolder(), ['things'], { second: () => reader }),
    ).rejects.toThrow(/Oh\./);
  });
});

describe('an end from outside', () => {
  const reason = new Error('Enough.');

  it('while the first thread reads', async () => {
    const abort = new AbortController();
    const onProgress = (_: string, done = 0) => void (done > 50 && abort.abort(reason));
    const second = () => new SecondReader();
    const options = { second, onProgress, signal: abort.signal };
    await expect(readContent(contentFolder(), ['things'], options)).rejects.toBe(reason);
  });

  it('while it waits for the second', async () => {
    const hold = 'Atomics.add(taken, 0, 9999); Atomics.wait(taken, 0, 9999 + 32, 60_000);';
    const signal = AbortSignal.timeout(1500);
    const onProgress = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    const options = { second: () => readerOf(onTask(hold)), onProgress, signal };
    await expect(readContent(contentFolder(), ['things'], options)).rejects.toThrow(/timeout/);
  });
});
