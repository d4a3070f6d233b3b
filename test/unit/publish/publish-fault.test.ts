import { existsSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { interceptWrites } from '../../support/intercept-writes.mjs';
import {
  expireLocks,
  NEW,
  namesNextTo,
  OLD,
  publish,
  type Texts,
  targetWith,
  textsOf,
} from '../../support/publishing.ts';

/** What a build replaces: a site with these texts, or nothing. */
type Before = Texts | 'absent';

const BEFORE: readonly { name: string; before: Before }[] = [
  { name: 'a site with a file of the new one', before: { ...OLD, 'data/both.json': 'new' } },
  { name: 'nothing', before: 'absent' },
];

/** What is at a target: the texts of a whole site, `absent`, or `broken`. */
function stateOf(target: string): unknown {
  if (!existsSync(target)) return 'absent';
  return existsSync(path.join(target, 'manifest.json')) ? textsOf(target) : 'broken';
}

/** As `stateOf`; if the target is absent, what the next build puts back there. */
function recoverableStateOf(target: string): unknown {
  const previous = namesNextTo(target).filter((name) => name.includes('-previous-'));
  const isSetAside = !existsSync(target) && previous.length > 0;
  return stateOf(isSetAside ? path.join(path.dirname(target), `${previous[0]}`) : target);
}

async function targetOf(before: Before): Promise<string> {
  const target = targetWith(null);
  if (before !== 'absent') await publish(target, before);
  return target;
}

/**
 * Publishes, with errors from the file system.
 * @param failing the code of the error with which a step fails, by its index
 * @returns the steps, and the error of the build
 */
async function publishWithFaults(
  target: string,
  texts: Texts,
  failing: (index: number) => string | undefined = () => undefined,
) {
  const steps: string[] = [];
  const end = interceptWrites(path.dirname(target), (step) => {
    const code = failing(steps.push(step) - 1);
    if (code) throw Object.assign(new Error(`${code}: ${step}`), { code, syscall: step });
  });
  onTestFinished(end);
  const error: NodeJS.ErrnoException | null = await publish(target, texts).then(
    () => null,
    (reason) => reason,
  );
  end();
  return { steps, error };
}

/** To the disk, a process that can change nothing any more is one that was killed. */
const failingFrom = (first: number) => (index: number) =>
  index < first ? undefined : index === first ? 'EIO' : 'EROFS';

/** The next build succeeds, and leaves only its site. */
async function expectNextBuild(target: string): Promise<void> {
  expireLocks(target);
  await publish(target, NEW);
  expect(stateOf(target)).toEqual(NEW);
  expect(namesNextTo(target)).toEqual([]);
}

describe.each(BEFORE)('a build that replaces $name', ({ before }) => {
  /** The steps of a build without a fault, and the index of that after which the site is replaced. */
  async function stepsOf() {
    const { steps } = await publishWithFaults(await targetOf(before), NEW);
    const swap = steps.indexOf('rename .dist.staticrest-staging-* -> dist');
    const isSetAside = steps[swap - 1] === 'rename dist -> .dist.staticrest-previous-*';
    expect(isSetAside).toBe(before !== 'absent');
    return { steps: [...steps.entries()], swap };
  }

  it('one call fails -> the old site and that error, or the new site; nothing else', async () => {
    for (const [index, step] of (await stepsOf()).steps) {
      const target = await targetOf(before);
      const code = ['ENOSPC', 'EACCES', 'EIO', 'EMFILE'][index % 4];
      const failing = (at: number) => (at === index ? code : undefined);
      const { error } = await publishWithFaults(target, NEW, failing);
      expect([undefined, code], step).toContain(error?.code);
      expect(stateOf(target), step).toEqual(error ? before : NEW);
      if (!step.includes('-discarded-')) expect(namesNextTo(target), step).toEqual([]);
      await expectNextBuild(target);
    }
  });

  it('every call fails from one on -> the site is whole, and the first error is reported', async () => {
    const { steps, swap } = await stepsOf();
    for (const [index, step] of steps) {
      const target = await targetOf(before);
      const { error } = await publishWithFaults(target, NEW, failingFrom(index));
      expect(recoverableStateOf(target), step).toEqual(index > swap ? NEW : before);
      expect(error?.code, step).toBe(index > swap ? undefined : 'EIO');
      expect(String(error)).not.toMatch(/-discarded-/);
      await expectNextBuild(target);
    }
  });
});

it('any sequence of builds that stop at any step -> the site is whole each time', async () => {
  const stop = fc.tuple(fc.constantFrom(OLD, NEW), fc.nat(18));
  const property = fc.asyncProperty(fc.array(stop, { maxLength: 6 }), async (stops) => {
    const target = await targetOf(OLD);
    for (const [texts, index] of stops) {
      const before = recoverableStateOf(target);
      const { error } = await publishWithFaults(target, texts, failingFrom(index));
      expect(recoverableStateOf(target)).toEqual(error ? before : texts);
      expireLocks(target);
    }
    await expectNextBuild(target);
  });
  await fc.assert(property, { numRuns: 15 });
});
