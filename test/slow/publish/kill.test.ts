import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../../src/cli/options.ts';
import { CliProcess, run } from '../../support/cli.ts';
import { runKilled, type Step } from '../../support/faulty-build.ts';
import { writeFiles } from '../../support/folder.ts';
import {
  buildOf,
  faultsAfterNext,
  inPairs,
  isLanding,
  isSettingAside,
  LANDING,
  PUBLICATIONS,
  type Publication,
  stagesOf,
} from '../../support/publication.ts';
import { API, leftoversOf, useWords } from '../../support/words.ts';

const words = useWords({ old: 2, new: 3 });

/** A moment to die at, and what may be in the target's place then. */
interface Death extends Step {
  readonly mode: 'kill' | 'killed';
  readonly states: readonly string[];
}

/** Deaths before each rare step of a publication and some of the others, and after each rename. */
async function deathsIn(publication: Publication): Promise<Death[]> {
  const stages = await stagesOf(publication, words, 40);
  return stages.flatMap((stage, at): Death[] => {
    const before = { ...stage, mode: 'kill' } as const;
    const isRename = isLanding(stage) || isSettingAside(stage);
    const states = stages[at + 1]?.states ?? [publication.after];
    return isRename ? [before, { ...stage, mode: 'killed', states }] : [before];
  });
}

describe.each(PUBLICATIONS)('killed, $name', (publication) => {
  it('at each kind of step: the site is whole, and the next build tidies up', async () => {
    const { before, after } = publication;
    const deaths = await deathsIn(publication);
    const targets = await words.targets(deaths.length, before);
    await inPairs(deaths, ({ step, turn, mode }, at) =>
      runKilled(buildOf(words.content(after), targets[at] ?? '', { step, turn, mode })),
    );
    const wrong = deaths.flatMap(({ step, mode, states }, at) => {
      const state = words.stateOf(targets[at] ?? '');
      return states.includes(state) ? [] : [`${mode} at ${step}: leaves ${state}`];
    });
    expect.soft(wrong).toEqual([]);
    expect(await faultsAfterNext(deaths, targets, words)).toEqual([]);
  }, 120_000);
});

describe('killed between the two renames', () => {
  /** A target whose site is set aside, for its successor never came. */
  async function interrupted(): Promise<string> {
    const [target = ''] = await words.targets(1, 'old');
    const death = { step: LANDING, turn: 1, mode: 'kill' } as const;
    await runKilled(buildOf(words.content('new'), target, death));
    expect(words.stateOf(target)).toBe('nothing, beside it old');
    return target;
  }

  /** What each command takes here, run in the target’s own folder; null for one that opens no site. */
  const COMMANDS: Readonly<Record<string, readonly string[] | null>> = {
    dev: null,
    build: ['--api', API, '--content', 'content'],
    preview: ['dist', '--port', '0'],
    explain: ['/api/words/'],
    verify: ['dist'],
    snapshot: [],
    validate: null,
    schemas: null,
  };

  it('no command is forgotten here', () => {
    expect(commandNames.filter((name) => !(name in COMMANDS))).toEqual([]);
  });

  const opening = commandNames.filter((name) => COMMANDS[name]);

  it.each(opening)('staticrest %s puts the site back first', async (name) => {
    const target = await interrupted();
    const cwd = path.dirname(target);
    // A build that can't go on must have put it back already.
    writeFiles(cwd, { 'content/words/all.json': '[{"word": 1}]' });
    const args = [name, ...(COMMANDS[name] ?? [])];
    if (name === 'preview') {
      const running = new CliProcess(args, { cwd });
      const until = Date.now() + 10_000;
      while (!existsSync(target) && Date.now() < until) await setTimeout(50);
      await running.interrupt();
    } else {
      await run(args, { cwd });
    }
    expect(words.stateOf(target)).toBe('old');
    const left = leftoversOf(target).filter((one) => one.includes('.staticrest-previous-'));
    expect(left).toEqual([]);
  });
});
