import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { type Site, writeSite as writeNewSite } from '../../src/publish/new-site.ts';
import { publishSite } from '../../src/publish/publish.ts';
import { GENERATED_BY, manifestText, rowOf } from '../../src/site/manifest.ts';
import type { SiteFile } from '../../src/site/site-file.ts';
import type { TaskOptions } from '../../src/util/progress.ts';
import { temporaryFolder, writeFiles } from './folder.ts';
import { filesOf } from './site-files.ts';

/** The files of a site except its manifest: their paths and texts. */
export type Texts = Readonly<Record<string, string>>;

export const OLD: Texts = { 'data/old.json': 'old', 'data/both.json': 'old', _redirects: 'old' };
export const NEW: Texts = { 'data/new.json': 'new', 'data/both.json': 'new' };

export const HEAD: Site['head'] = {
  generator: GENERATED_BY,
  grid: { hostKind: 'rules', base: 'https://example.org', formats: [], collections: [] },
  about: { name: 'Texts', version: '1.0.0', description: 'Texts.', collections: [] },
};

export const fileOf = (file: string, text = 'new'): SiteFile => ({
  path: file,
  body: [Buffer.from(text)],
});

export const siteFilesOf = (texts: Texts): SiteFile[] =>
  Object.entries(texts).map(([file, text]) => fileOf(file, text));

/** Publishes a site of these texts or files. */
export function publish(target: string, site: Texts | Iterable<SiteFile>, task: TaskOptions = {}) {
  const files = Symbol.iterator in site ? (site as Iterable<SiteFile>) : siteFilesOf(site);
  return publishMade(target, async () => ({ head: HEAD, files: () => files }), task);
}

/** Publishes a site that is made when no other build can replace it, unless a check of the written site fails. */
export const publishMade = (
  target: string,
  makeSite: () => Promise<Site>,
  task: TaskOptions = {},
  check = () => {},
) =>
  publishSite(target, task, async (staging) => {
    const written = await writeNewSite(staging, await makeSite(), target, task);
    check();
    return written;
  });

/** A manifest of an earlier version, which marks a folder as a site. */
export const manifestOf = (texts: Texts): string =>
  manifestText(
    { ...HEAD, generator: 'staticrest 0.0.0' },
    siteFilesOf(texts)
      .map(({ path: file, body }) => rowOf(file, Buffer.concat(body)))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  );

/** Writes a site of an earlier version. */
export const writeSite = (folder: string, texts: Texts): void =>
  writeFiles(folder, { ...texts, 'manifest.json': manifestOf(texts) });

/** A target in a folder of its own, with a site unless that is null. */
export function targetWith(texts: Texts | null = OLD): string {
  const target = path.join(temporaryFolder(), 'dist');
  if (texts) writeSite(target, texts);
  return target;
}

/** A folder's files and their texts without the manifest. */
export const textsOf = (folder: string): Texts =>
  Object.fromEntries(
    filesOf(folder)
      .filter((file) => file !== 'manifest.json')
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );

/** The other names in the parent folder of a target. */
export const namesNextTo = (target: string): string[] =>
  readdirSync(path.dirname(target)).filter((name) => name !== path.basename(target));

/** Makes the staging folders of builds that ended look as if they had not been renewed for long. */
export function expireLocks(target: string): void {
  const staging = namesNextTo(target).filter((name) => name.includes('.staticrest-staging-'));
  for (const name of staging) utimesSync(path.join(path.dirname(target), name), 1, 1);
}
