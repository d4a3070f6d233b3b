import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { build } from '../../../src/publish/build.ts';
import { MAIN } from '../../support/cli.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import placesApi from '../../support/places-api.mjs';
import { expireLocks, namesNextTo } from '../../support/publishing.ts';
import { fingerprint } from '../../support/site-files.ts';

const API = fileURLToPath(new URL('../../support/places-api.mjs', import.meta.url));
const KILL = fileURLToPath(new URL('../../support/kill.mjs', import.meta.url));

/** Each kind of step of a build, as a regular expression, and where there is which site before it. */
const KILLS: readonly [step: string, place: 'target' | 'previous', site: 'old' | 'new'][] = [
  ['^mkdir \\.dist\\.staticrest-staging-\\*$', 'target', 'old'],
  ['^mkdir \\.dist\\.staticrest-staging-\\*/.*/', 'target', 'old'],
  ['^open \\.dist\\.staticrest-staging-\\*/.*/', 'target', 'old'],
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
    const { content } = sites.new;
    const options = { api: placesApi, content, out: target, base: 'https://example.org' };
    const args = ['--api', API, '--content', content, '--out', target, '--base-url', options.base];
    const child = spawn(process.execPath, ['--import', KILL, MAIN, 'build', ...args], {
      env: { STATICREST_KILL_IN: path.dirname(target), STATICREST_KILL_AT: step },
    });
    expect(await once(child, 'close'), step).toEqual([null, 'SIGKILL']);
    const previous = namesNextTo(target).find((name) => name.includes('-previous-')) ?? '';
    expect(existsSync(target), step).toBe(place === 'target');
    const found = place === 'target' ? target : path.join(target, '..', previous);
    expect(fingerprint(found), step).toEqual(sites[site].files);
    expireLocks(target);
    await build(options);
    expect(fingerprint(target), step).toEqual(sites.new.files);
    expect(namesNextTo(target), step).toEqual([]);
  }
});
