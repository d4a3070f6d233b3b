import { expect, it } from 'vitest';
import { runInProcess } from '../../support/cli.ts';
import { servedSite } from '../../support/served.ts';
import { smallSite } from '../../support/small-site.ts';

const base = 'http://localhost:8080';

it('the preview of the site itself: the same answers, with exit code 0', async () => {
  const { folder } = await smallSite({ base });
  const { port } = await servedSite(folder);
  const address = `http://127.0.0.1:${port}/api/`;
  const args = ['compare', address, '--site', folder, '--seed', 'a'];
  const { code, stdout, stderr } = await runInProcess(args, { cwd: '.' });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^200 requests for [^:]*: 200 answered equally, 0 named deviations, 0 unexplained differences, in \d+\.\d s\n$/,
  );
  const published = ['compare', address, '--site', folder, '--to', `http://127.0.0.1:${port}`];
  expect(await runInProcess(published, { cwd: '.' })).toMatchObject({ code: 0, stderr: '' });
});

it('an API with other records: both answers of each difference, with exit code 1', async () => {
  const { folder } = await smallSite({ base });
  const other = await smallSite({ base }, 'abcdx');
  const { port } = await servedSite(other.folder);
  const args = ['compare', `http://127.0.0.1:${port}/api`, '--site', folder];
  const { code, stdout } = await runInProcess(args, { cwd: '.' });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^status: \d+ differences?\n +\d+ {2}not explained\n/);
  expect(stdout).toContain('  GET cities/e/\n    there: 404\n    here:  200\n');
  expect(stdout).toMatch(
    /^200 requests for [^:]*: 1\d\d answered .*, \d+ unexplained differences, in/m,
  );
  const json = await runInProcess([...args, '--json'], { cwd: '.' });
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, requests: 200, target: folder });
});
