import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../../support/cli.ts';
import { userFolder } from '../../support/folder.ts';
import { expectParts } from '../../support/imported.ts';
import { startLiveApi } from '../../support/live-api.ts';
import { filesOf } from '../../support/site-files.ts';
import { rowsOf } from '../../support/table.ts';

/** A file that is added, the end of a definition with | between its lines, its new lines, and what is printed. */
it.each(
  rowsOf(`
    a list         -> votes -> collections: [parties, colors] -> colors, votes] -> party: 'parties', color: 'colors'
    several lines  -> votes -> collections: [|  colors,|  parties,|] -> [|  colors,|  parties,|  votes,|] -> which has no 99.|Written: votes.mjs, content/votes/|Changed: api.mjs
    CRLF           -> votes -> collections: [parties,colors ,] -> 'staticrest';|import votes from './votes.mjs';|; colors, votes ,] -> Written: votes.mjs, content/votes/
    a name in use  -> bike-shops -> collections: [parties, colors], // bike_shops| -> import bike_shops_2 from './bike-shops.mjs';; colors, bike_shops_2] -> Written: bike-shops.mjs
    no plain list  -> votes -> collections: [...[parties, colors]] -> !votes -> api.mjs:|  import votes from './votes.mjs';|  collections: [..., votes],|
    another list   -> votes -> collections: [parties], ['collections']: [parties, colors] -> !votes -> api.mjs:|  import votes from './votes.mjs';
    its collection -> colors -> collections: [parties, colors] -> !mjs -> The collection colors already exists
    its module     -> api -> collections: [parties, colors] -> !mjs -> api.mjs already exists`),
)('%s: %s, %s', async (kind, name, lines = '', parts = '', printed = '') => {
  const inLines = (text: string) => text.replaceAll('|', kind === 'CRLF' ? '\r\n' : '\n');
  const definition = inLines(
    `import {|defineApi, defineCollection, z|} from 'staticrest';|const define = (name, key) =>|` +
      "defineCollection({ name, key, title: 'T', description: 'D', schema: z.object({ id: z.int(), color: z.string() }) });|" +
      "const [parties, colors] = [define('parties', 'id'), define('colors', 'color')];|" +
      `export default defineApi({ name: 'N', description: 'D', ${lines} });|`,
  );
  const two = 'id,color\n1,Red\n2,Blue\n';
  const content = { 'content/parties/a.csv': two, 'content/colors/a.csv': two };
  const rows = Array.from({ length: 9 }, (_, at) => `${at + 9},1,Red,2,1\n`).join('');
  const data = { [`${name}.csv`]: `id,party,color,n,party_id\n7,2,,1,99\n8,1,Red,2,2\n${rows}` };
  const cwd = userFolder({ 'api.mjs': definition, ...content, ...data });
  const { code, stdout, stderr } = await runInProcess(['init', '--add', `${name}.csv`], { cwd });
  const text = readFileSync(path.join(cwd, 'api.mjs'), 'utf8');
  expectParts(text, inLines(parts).split('; '));
  expectParts(stdout + stderr, [printed.replaceAll('|', '\n')]);
  const files = filesOf(cwd).filter((file) => file.includes(`${name}.`));
  const isAdded = stdout.includes('Written');
  expect([code, files.length]).toEqual(isAdded ? [0, 3] : [2, files.includes('api.mjs') ? 2 : 1]);
  const { code: valid } = await runInProcess(['validate'], { cwd });
  expect(valid).toBe(parts === '!votes' ? 1 : 0);
});

it('an address -> its source, references, and the file for `pull`; no key -> refused', async () => {
  const headers = { 'Content-Type': 'text/csv' };
  const { address } = await startLiveApi(({ pathname }) => ({
    headers,
    body: pathname === '/numbers.csv' ? 'n\n5\n5\n' : 'id,party,share\n7,spd,"1,5"\n8,cdu,"2,5"\n',
  }));
  const cwd = userFolder({ 'parties.csv': 'party,name\nspd,SPD\ncdu,CDU\n' });
  const init = (...args: string[]) => runInProcess(['init', ...args], { cwd });
  expect(await init('parties.csv')).toMatchObject({ code: 0 });
  expect((await init('--add', `${address}numbers.csv`)).stderr).toContain('has no key');
  expect(await init('--add', `${address}votes.csv`)).toMatchObject({ code: 0 });
  expect(filesOf(cwd).filter((file) => /votes|numbers/.test(file))).toEqual([
    'content/votes/.votes.csv',
    'content/votes/votes.csv',
    'votes.mjs',
  ]);
  const module = readFileSync(path.join(cwd, 'votes.mjs'), 'utf8');
  expectParts(module, [
    `source: { url: '${address}votes.csv', numbers: '1.234,5' }`,
    "party: 'parties'",
  ]);
  expect(await runInProcess(['pull', '--dry-run'], { cwd })).toMatchObject({ code: 0 });
  const other = userFolder({ 'parties.csv': 'party,name\nspd,SPD\ncdu,CDU\n' });
  await runInProcess(['init', 'parties.csv'], { cwd: other });
  const added = await runInProcess(['init', '--add', `${address}parties.csv`], { cwd: other });
  expect(added.stdout).toContain('parties exists, so this collection is parties_2.');
});
