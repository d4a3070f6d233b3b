import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MAIN, runInProcess } from '../support/cli.ts';
import { userFolder, writeFiles } from '../support/folder.ts';
import { startLiveApi, townLines, towns } from '../support/live-api.ts';
import { expireLocks, textsOf } from '../support/publishing.ts';

const KILL = fileURLToPath(new URL('../support/kill.mjs', import.meta.url));
const NAMES = ['a', 'b', 'c', 'd'];

/** The files of the content, with this label in each record. */
const contentWith = (label: string) =>
  Object.fromEntries(
    NAMES.flatMap((name) => ['', '.'].map((dot) => `${name}/${dot}${name}.jsonl`)).map((file) => [
      file,
      townLines(9, label),
    ]),
  );

it('killed at each step -> all old or all new files for the next command', async () => {
  const { address } = await startLiveApi(() => ({
    body: { count: 9, next: null, results: towns(9, 'City') },
  }));
  const collection = (name: string) => `defineCollection({ name: '${name}', title: 'T',
    description: 'D', key: 'id', source: '${address}', schema: z.object({ id: z.int(), label: z.string() }) })`;
  const definition = `import { defineApi, defineCollection, z } from 'staticrest';
    export default defineApi({ name: 'N', description: 'D', collections: [${NAMES.map(collection)}] });`;
  const [before, after] = [contentWith('Town'), contentWith('City')];
  const found = new Set<string>();
  let index = 0;
  for (let isKilled = true; isKilled; index++) {
    const cwd = userFolder({ 'api.mjs': definition });
    const content = path.join(cwd, 'content');
    writeFiles(content, before);
    const child = spawn(process.execPath, ['--import', KILL, MAIN, 'pull'], {
      cwd,
      env: {
        STATICREST_KILL_IN: cwd,
        STATICREST_KILL_AT: '',
        STATICREST_KILL_INDEX: `${index}`,
      },
    });
    const [, signal] = await once(child, 'close');
    isKilled = signal === 'SIGKILL';
    expect(await runInProcess(['validate'], { cwd })).toMatchObject({ code: 0 });
    const texts = textsOf(content);
    const state = JSON.stringify(texts).includes('Town') ? 'old' : 'new';
    found.add(`${isKilled} ${state}`);
    const own = Object.entries(texts).filter(([file]) => !file.startsWith('.'));
    expect(Object.fromEntries(own), `${index}`).toEqual(state === 'old' ? before : after);
    expireLocks(path.join(content, 'pull'));
    expect(await runInProcess(['pull'], { cwd })).toMatchObject({ code: 0 });
    expect(textsOf(content), `${index}`).toEqual(after);
  }
  expect([...found].toSorted()).toEqual(['false new', 'true new', 'true old']);
  expect(index).toBeGreaterThan(30);
}, 300_000);
