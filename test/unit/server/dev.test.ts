import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import glob from 'fast-glob';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bnaApi } from '../../../src/bna/bna.ts';
import type { RenderedSite } from '../../../src/build/build.ts';
import { AuthoringLoop } from '../../../src/server/dev.ts';
import { siteHandler } from '../../../src/server/handler.ts';
import { listen } from '../../../src/server/listen.ts';
import { ContentError } from '../../../src/util/problem.ts';
import { ask } from '../../support/ask.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import {
  CANON_CITY,
  CANON_CITY_FILE,
  changed,
  contentFolder,
  edited,
} from '../content/valid-content.ts';

const NEIGHBORHOODS = '/api/neighborhoods/';

/** An authoring loop over a small content folder, watched and served. All of it ends with the test. */
async function openLoop() {
  const folder = temporaryFolder();
  const content = contentFolder(changed(), folder);
  const events = new EventEmitter<{ built: [RenderedSite]; failed: [unknown] }>();
  const loop = new AuthoringLoop(
    { api: bnaApi(), content, base: 'http://localhost:8080' },
    {
      onBuilt: (site) => events.emit('built', site),
      onAdded: () => {},
      onFailed: (error) => events.emit('failed', error),
      onUnwatched: (error) => events.emit('failed', error),
    },
  );
  onTestFinished(() => loop.close());
  await loop.watch();
  await loop.build();
  const { creator } = loop;
  const server = await listen(
    siteHandler(loop, { creator }, () => {}),
    0,
    '127.0.0.1',
  );
  onTestFinished(() => server.close());
  const get = async (target: string) => {
    const { status, body } = await ask(server.port, target);
    return { status, value: JSON.parse(body.toString()) };
  };
  const labels = async () =>
    (await get(`${NEIGHBORHOODS}?ordering=label`)).value.results.map(
      ({ label }: { label: string }) => label,
    );
  const post = async (record: object) => {
    const { status, headers, body } = await ask(server.port, NEIGHBORHOODS, {
      method: 'POST',
      headers: { host: `localhost:${server.port}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(record)),
    });
    return { status, headers, value: JSON.parse(body.toString()) };
  };
  const files = () => glob.sync('**', { cwd: content, dot: true }).sort();
  return { loop, folder, content, events, get, labels, post, files };
}

type Opened = Awaited<ReturnType<typeof openLoop>>;

/** Does something to the content, and waits until the first build after it is over. */
async function until(event: 'built' | 'failed', { events }: Opened, change: () => void) {
  const heard = new Promise((done) => events.once(event, done));
  change();
  return heard;
}

/** Waits until what is served is as expected: one change may take more than one build. */
async function served(opened: Opened, expected: readonly string[]): Promise<void> {
  for (let round = 0; round < 10; round++) {
    if ((await opened.labels()).join() === expected.join()) return;
    await new Promise((done) => opened.events.once('built', done));
  }
  expect(await opened.labels()).toEqual(expected);
}

describe('a change of the content is served', () => {
  const renamed = edited(CANON_CITY, 'Cañon City', 'Salida');
  it.each<[string, (content: string) => void, string[]]>([
    [
      'an edit',
      (content) =>
        writeFiles(content, { [CANON_CITY_FILE]: edited(CANON_CITY, 'Cañon City', 'Canon City') }),
      ['Canon City', 'Toronto'],
    ],
    [
      'an added record',
      (content) =>
        writeFiles(content, {
          'neighborhoods/US/CO/salida.yaml': renamed
            .replaceAll('1111', '3333')
            .replace('0811810', '0867280'),
        }),
      ['Cañon City', 'Salida', 'Toronto'],
    ],
    ['a deleted record', (content) => rmSync(path.join(content, CANON_CITY_FILE)), ['Toronto']],
    [
      'a renamed file with its record',
      (content) => {
        renameSync(
          path.join(content, CANON_CITY_FILE),
          path.join(content, 'neighborhoods/US/CO/salida.yaml'),
        );
        writeFiles(content, { 'neighborhoods/US/CO/salida.yaml': renamed });
      },
      ['Salida', 'Toronto'],
    ],
    [
      'a file made private',
      (content) => writeFiles(content, { [CANON_CITY_FILE]: `${CANON_CITY}visibility: private\n` }),
      ['Toronto'],
    ],
  ])('%s', async (_, change, expected) => {
    const opened = await openLoop();
    await until('built', opened, () => change(opened.content));
    await served(opened, expected);
  });
});

describe('a broken file', () => {
  it('is told, the last good site stays up, and what mends it is served', async () => {
    const opened = await openLoop();
    const error = await until('failed', opened, () =>
      writeFiles(opened.content, { [CANON_CITY_FILE]: 'uuid: [' }),
    );
    expect(error).toBeInstanceOf(ContentError);
    expect((error as ContentError).problems[0]?.location).toMatchObject({ line: 1 });
    expect(await opened.labels()).toEqual(['Cañon City', 'Toronto']);
    const mended = edited(CANON_CITY, 'Cañon City', 'Canon City');
    await until('built', opened, () => writeFiles(opened.content, { [CANON_CITY_FILE]: mended }));
    await served(opened, ['Canon City', 'Toronto']);
  });

  it('elsewhere refuses a POST, and nothing is written', async () => {
    const opened = await openLoop();
    await until('failed', opened, () =>
      writeFiles(opened.content, { [CANON_CITY_FILE]: 'uuid: [' }),
    );
    const before = opened.files();
    const { status, value } = await opened.post(SALIDA);
    expect(status).toBe(409);
    expect(value.detail).toContain('Other content is broken');
    expect(opened.files()).toEqual(before);
  });
});

const SALIDA = { label: 'Salida', country: 'US', state_abbrev: 'CO' };

describe('POST', () => {
  it('adds a record: 201 when it is served, with its address and its file', async () => {
    const opened = await openLoop();
    const { status, headers, value } = await opened.post(SALIDA);
    expect(status).toBe(201);
    expect(value).toMatchObject({ label: 'Salida', name: 'salida', label_suffix: 'CO, US' });
    const { pathname } = new URL(headers.location?.[0] ?? '');
    expect(pathname).toBe(`${NEIGHBORHOODS}${value.uuid}/`);
    expect((await opened.get(pathname)).value).toEqual(value);
    expect(await opened.labels()).toEqual(['Cañon City', 'Salida', 'Toronto']);
    const file = path.join(opened.content, 'neighborhoods/US/CO/salida.yaml');
    expect(readFileSync(file, 'utf8')).toMatch(
      /^uuid: \S+\nlabel: Salida\ncountry: US\nstate_abbrev: CO\ncreated_at: '\S+Z'\nmodified_at: '\S+Z'\n$/,
    );
  });

  it('many at once: all land, each in a file of its own', async () => {
    const opened = await openLoop();
    const labels = ['Aspen', 'Breckenridge', 'Craig', 'Delta', 'Eagle'];
    const answers = await Promise.all(labels.map((label) => opened.post({ ...SALIDA, label })));
    expect(answers.map(({ status }) => status)).toEqual(labels.map(() => 201));
    expect(await opened.labels()).toEqual(
      [...labels, 'Cañon City', 'Toronto'].sort((a, b) => a.localeCompare(b, 'en')),
    );
  });

  it('the same twice at once: one lands, the other is told', async () => {
    const opened = await openLoop();
    const answers = await Promise.all([opened.post(SALIDA), opened.post(SALIDA)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await opened.labels()).toEqual(['Cañon City', 'Salida', 'Toronto']);
  });

  it('that the site can’t be built with -> 503, and its file is removed again', async () => {
    const opened = await openLoop();
    const before = opened.files();
    // Breaks other content between the check of the record and the build.
    opened.loop.build = async () => {
      throw new ContentError([]);
    };
    const { status, value } = await opened.post(SALIDA);
    expect(status).toBe(503);
    expect(value.detail).toContain('nothing was added');
    expect(opened.files()).toEqual(before);
  });
});

it('nothing but the content is written', async () => {
  const opened = await openLoop();
  await opened.post(SALIDA);
  await opened.loop.close();
  expect(readdirSync(opened.folder)).toEqual(['content']);
});

it('close ends it: nothing is built any more', async () => {
  const opened = await openLoop();
  await opened.loop.close();
  await expect(opened.loop.build()).rejects.toThrow('No build starts any more.');
  expect(await opened.labels()).toEqual(['Cañon City', 'Toronto']);
});
