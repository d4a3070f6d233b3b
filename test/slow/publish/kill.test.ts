import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { build } from '../../../src/build/build.ts';
import { MAIN } from '../../support/cli.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import placesApi from '../../support/places-api.mjs';
import { expireLocks, namesNextTo } from '../../support/publishing.ts';
import { fingerprint } from '../../support/site-files.ts';

const SUPPORT = path.resolve('test/support');

/** Each kind of step of a build, as a regular expression, and where there is which site before it. */
const KILLS: readonly [step: string, place: 'target' | 'previous', site: 'old' | 'new'][] = [
  ['^mkdir \\.dist\\.staticrest-staging-\\*$', 'target', 'old'],
  ['^mkdir \\.dist\\.staticrest-staging-\\*/.*/', 'target', 'old'],
  ['^open \\.dist\\.staticrest-staging-\\*/.*/', 'target', 'old'],
  ['^link dist/.* -> \\.dist\\.staticrest-staging-\\*/', 'target', 'old'],
  ['^open \\.dist\\.staticrest-staging-\\*/manifest\\.json$', 'target', 'old'],
  ['^rename dist -> \\.dist\\.staticrest-previous-\\*$', 'target', 'old'],
  ['^rename \\.dist\\.staticrest-staging-\\* -> dist$', 'previous', 'old'],
  ['^rename \\.dist\\.staticrest-previous-\\* -> \\.dist\\.staticrest-discarded-', 'target', 'new'],
  ['^rm \\.dist\\.staticrest-discarded-\\*$', 'target', 'new'],
];

/** The paths of a content folder and the site of it, which a build of this process makes. */
async function siteIn(folder: string, name: string) {
  const [content, out] = [path.join(folder, name, 'content'), path.join(folder, name, 'dist')];
  const place = { id: 1, name, country: 'de', size: 1, founded: '1900-01-01' };
  writeFiles(content, {
    'countries/all.json': '[{"code": "de", "name": "Deutschland"}]',
    'places/all.json': JSON.stringify([place]),
  });
  await build({ api: placesApi, content, out, base: 'https://example.org' });
  return { content, out, files: fingerprint(out) };
}

it('killed before each kind of step -> a whole site, and the next build removes the rest', async () => {
  const folder = temporaryFolder();
  const sites = { old: await siteIn(folder, 'old'), new: await siteIn(folder, 'new') };
  for (const [index, [step, place, site]] of KILLS.entries()) {
    const target = path.join(folder, `target-${index}`, 'dist');
    cpSync(sites.old.out, target, { recursive: true, preserveTimestamps: true });
    const options = ['--content', sites.new.content, '--base-url', 'https://example.org'];
    const child = spawn(
      process.execPath,
      [
        ...['--import', path.join(SUPPORT, 'kill.mjs'), MAIN, 'build', '--out', target],
        ...['--api', path.join(SUPPORT, 'places-api.mjs'), ...options],
      ],
      { env: { STATICREST_KILL_IN: path.dirname(target), STATICREST_KILL_AT: step } },
    );
    expect(await once(child, 'close'), step).toEqual([null, 'SIGKILL']);
    const previous = namesNextTo(target).find((name) => name.includes('-previous-')) ?? '';
    const isAtTarget = place === 'target';
    expect(existsSync(target), step).toBe(isAtTarget);
    const found = isAtTarget ? target : path.join(path.dirname(target), previous);
    expect(fingerprint(found), step).toEqual(sites[site].files);
    expireLocks(target);
    const { content } = sites.new;
    await build({ api: placesApi, content, out: target, base: 'https://example.org' });
    expect(fingerprint(target), step).toEqual(sites.new.files);
    expect(namesNextTo(target), step).toEqual([]);
  }
}, 120_000);
