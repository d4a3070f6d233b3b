import { readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifySite } from '../../../src/inspect/verify.ts';
import { runInProcess } from '../../support/cli.ts';
import { makePipe, writeFiles } from '../../support/folder.ts';
import { NEW, publish, targetWith } from '../../support/publishing.ts';
import { filesOf } from '../../support/site-files.ts';

/** Changes a site, given the paths of files in it. */
type Change = (at: (name: string) => string) => void;

/** The folder of a site, which is changed after the build. */
async function siteWith(change: Change = () => {}): Promise<string> {
  const site = targetWith(null);
  await publish(site, NEW);
  change((name) => path.join(site, name));
  return site;
}

const [FILE, MANIFEST] = ['data/new.json', 'manifest.json'];

describe('verifySite', () => {
  it.each<[string, Change, ...faults: string[]]>([
    [
      'a changed byte',
      (at) => writeFileSync(at(FILE), 'now'),
      `hash ${FILE} was changed after the build`,
    ],
    ['another size', (at) => writeFileSync(at(FILE), 'n'), `size ${FILE} has 1 bytes instead of 3`],
    ['a missing file', (at) => rmSync(at(FILE)), `missing ${FILE} is missing`],
    [
      'a pipe instead of a file',
      (at) => {
        rmSync(at(FILE));
        makePipe(at(FILE));
      },
      `unreadable ${FILE} can’t be read: ${FILE} is not a regular file, but a folder, a link or a special file`,
    ],
    [
      'extra files, one of them hidden',
      (at) => writeFiles(at(''), { '.private/a.txt': 'mine', 'b.txt': 'mine' }),
      'extra .private/a.txt is not in the manifest',
      'extra b.txt is not in the manifest',
    ],
  ])('%s -> each fault', async (_, change, ...lines) => {
    const site = await siteWith(change);
    const { faults } = await verifySite(site);
    const texts = faults.map((one) =>
      `${one.code} ${one.path} ${one.message}`.replace(`${site}/`, ''),
    );
    expect(texts).toEqual(lines);
  });

  it('a whole site, then one without the files for hosts -> no fault, and its size', async () => {
    const site = targetWith(null);
    await publish(site, { ...NEW, '_hosts/files/README.md': 'how' });
    const texts = filesOf(site).map((file) => readFileSync(path.join(site, file), 'utf8'));
    const whole = { faults: [], files: 4, bytes: texts.join('').length };
    expect(await verifySite(site)).toEqual(whole);
    rmSync(path.join(site, '_hosts'), { recursive: true });
    expect(await verifySite(site)).toEqual(whole);
  });

  it('replaced meanwhile -> UsageError', async () => {
    const site = await siteWith();
    const onProgress = () => {
      const text = readFileSync(path.join(site, MANIFEST));
      unlinkSync(path.join(site, MANIFEST));
      writeFileSync(path.join(site, MANIFEST), text);
    };
    const verifying = verifySite(site, { onProgress });
    await expect(verifying).rejects.toThrow('Another build replaced the site');
  });

  it('aborted -> the reason of the signal', async () => {
    const signal = AbortSignal.abort();
    await expect(verifySite(await siteWith(), { signal })).rejects.toThrow(signal.reason);
  });
});

describe('staticrest verify', () => {
  it('a whole site -> one line, exit code 0', async () => {
    const site = await siteWith();
    const { code, stdout } = await runInProcess(['verify', site], { cwd: '.' });
    expect(code).toBe(0);
    expect(stdout.replace(site, '')).toMatch(/^ is intact: 3 files, \d KB, in \d+\.\d s\n$/);
  });

  it('a damaged site -> the faults, exit code 1', async () => {
    const file = 'a\u001b[2J';
    const site = targetWith(null);
    await publish(site, { [file]: 'a' });
    rmSync(path.join(site, file));
    writeFiles(site, { extra: 'mine' });
    const { code, stdout } = await runInProcess(['verify', site], { cwd: '.' });
    expect(code).toBe(1);
    const lines = ['a\u{fffd}[2J is missing', 'extra is not in the manifest'];
    expect(stdout).toBe([...lines, `2 faults in ${site}.\n`].join('\n'));
  });
});
