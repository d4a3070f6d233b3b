import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  utimesSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { runBuilds } from './faulty-build.ts';
import { writeFiles } from './folder.ts';
import { fingerprint } from './site-files.ts';

/** The module of the API that has these words. */
export const API = fileURLToPath(new URL('./tiny-api.mjs', import.meta.url));

/** The content of a site. */
export type Content = 'old' | 'new';

/** What a target is, as far as it is whole. */
export type Before = Content | 'nothing' | 'an empty folder';

/** Where a folder with some hundred sites is made and removed soonest: in memory, if there is room. */
function scratch(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 ** 30 ? memory : os.tmpdir();
}

/** Two kinds of content for `tiny-api.mjs`, with the sites that they make, and room for targets. */
export class Words {
  folder = '';
  readonly #sites = new Map<string, string>();
  #count = 0;

  /** @param counts how many words each has */
  async make(counts: Readonly<Record<Content, number>>): Promise<void> {
    this.folder = mkdtempSync(path.join(scratch(), 'staticrest-words-'));
    for (const [text, count] of Object.entries(counts)) {
      const words = Array.from({ length: count }, (_, at) => ({ word: `w${at}`, text }));
      writeFiles(this.folder, { [`${text}/words/all.json`]: JSON.stringify(words) });
    }
    const outs = {
      old: path.join(this.folder, 'site/old'),
      new: path.join(this.folder, 'site/new'),
    };
    const prepare = [
      { content: this.content('old'), out: outs.old },
      { content: this.content('new'), out: outs.new },
    ];
    await runBuilds({ prepare });
    for (const [name, out] of Object.entries(outs)) this.#sites.set(shapeOf(out), name);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  content(name: Content): string {
    return path.join(this.folder, name);
  }

  /** A target that is absent, in a folder of its own. */
  #newTarget(): string {
    this.#count++;
    const folder = path.join(this.folder, 'targets', `${this.#count}`);
    mkdirSync(folder, { recursive: true });
    return path.join(folder, 'dist');
  }

  /** Targets in a state, each alone in its folder. They are removed when the test has finished. */
  async targets(count: number, before: Before): Promise<string[]> {
    const targets = Array.from({ length: count }, () => this.#newTarget());
    onTestFinished(() => {
      for (const target of targets) rmSync(path.dirname(target), { recursive: true, force: true });
    });
    if (before === 'an empty folder') for (const target of targets) mkdirSync(target);
    if (before === 'old' || before === 'new') {
      const content = this.content(before);
      await runBuilds({ prepare: targets.map((out) => ({ content, out })) });
    }
    return targets;
  }

  /** What a target is: a whole site, nothing, nothing with a whole site set aside, or broken. */
  stateOf(target: string): string {
    if (existsSync(target)) return this.#nameOf(target);
    const aside = leftoversOf(target).filter((name) => name.includes('.staticrest-previous-'));
    const sites = aside.map((name) => this.#nameOf(path.join(path.dirname(target), name)));
    return ['nothing', ...sites].join(', beside it ');
  }

  #nameOf(folder: string): string {
    if (readdirSync(folder).length === 0) return 'an empty folder';
    return this.#sites.get(shapeOf(folder)) ?? 'broken';
  }
}

const shapeOf = (folder: string) => JSON.stringify(fingerprint(folder));

/** The names in the folder of a target, but its own. */
export const leftoversOf = (target: string): string[] =>
  readdirSync(path.dirname(target)).filter((name) => name !== path.basename(target));

/** Makes the locks that builds left beside a target look as old as those of killed builds are some day. */
export function expireLocks(target: string): void {
  for (const name of leftoversOf(target).filter((one) => one.includes('.staticrest-staging-'))) {
    try {
      utimesSync(path.join(path.dirname(target), name), 1, 1);
    } catch {
      // The build is alive, and has renamed its folder meanwhile.
    }
  }
}

/** Words for all tests of a file. */
export function useWords(counts: Readonly<Record<Content, number>>): Words {
  const words = new Words();
  beforeAll(() => words.make(counts));
  afterAll(() => words.remove());
  return words;
}
