import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { run } from '../support/cli.ts';
import { djangoTowns, startDjango } from '../support/django.ts';
import { lacks } from '../support/engine.setup.ts';
import { userFolder } from '../support/folder.ts';

/* `init` from an address, as users run it, of genuine APIs. */

const COUNT = 2620;

/** Runs `init`, and returns its folder, exit code and output, and the records in the content. */
async function init(address: string, ...args: string[]) {
  const cwd = userFolder();
  const { code, stdout, stderr } = await run(['init', '--from', address, ...args], { cwd });
  const [file] = glob.sync('content/*/*.jsonl', { cwd, absolute: true });
  const lines = file ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return { cwd, code, text: stdout + stderr, records: lines.map((line) => JSON.parse(line)) };
}

const idsIn = (records: readonly { id: number }[]) => records.map(({ id }) => id);

describe.skipIf(lacks('django'))('Django REST Framework', () => {
  it.each([
    ['limit and offset', 'api/towns/'],
    ['limit and offset, from the middle of a query', 'api/towns/?limit=100&ordering=-id'],
    ['page numbers', 'api/pages/'],
    ['a cursor', 'api/cursor/'],
    ['a list', 'api/list/', '--count', `${COUNT}`],
    ['a token', 'private/locked/', '--header', 'Authorization: Token secret'],
  ])('%s -> all records, and `pull` fetches the same', async (_, target, ...args) => {
    const server = await startDjango(djangoTowns(COUNT));
    const { cwd, code, text, records } = await init(server + target, ...args);
    expect(code, text).toBe(0);
    const all = djangoTowns(COUNT);
    expect(idsIn(records)).toEqual(idsIn(target.includes('-id') ? all.reverse() : all));
    const header = args[0] === '--header' ? args : [];
    const pulled = await run(['pull', ...header, '--dry-run'], { cwd });
    expect(pulled).toMatchObject({ code: 0, stdout: expect.stringMatching(/: 2,620 records/) });
    const files = glob.sync('**', { cwd, dot: true, absolute: true, ignore: ['node_modules/**'] });
    expect(files.filter((one) => readFileSync(one).includes('Token secret'))).toEqual([]);
  });
});
