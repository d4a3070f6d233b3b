import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { report } from '../../../src/cli/report.ts';
import { asOtherUser, give, isRoot, NOBODY, restrict } from '../../support/other-user.ts';
import { NEW, namesNextTo, OLD, publish, targetWith, textsOf } from '../../support/publishing.ts';

/** A target with the old site, which belongs to the user who builds. */
async function ownTarget(): Promise<string> {
  const target = targetWith(null);
  await publish(target, OLD);
  if (isRoot) give(path.dirname(target), NOBODY);
  return target;
}

/** Publishes the new site as another user than root, and returns the error. */
const publishAsUser = (target: string): Promise<unknown> =>
  asOtherUser(() =>
    publish(target, NEW).then(
      () => null,
      (error) => error,
    ),
  );

describe('permissions', () => {
  it.each<[string, (target: string) => void]>([
    ['parent folder, to write', (target) => restrict(0o555, path.dirname(target))],
    ['old site, to search', (target) => restrict(0o000, target)],
    ['old site, to list', (target) => restrict(0o311, target)],
    // There may be files in it that no build wrote.
    ['folder, to list', (target) => restrict(0o311, path.join(target, 'data'))],
    ['manifest', (target) => restrict(0o000, path.join(target, 'manifest.json'))],
  ])('no permission: %s -> one sentence, and nothing is changed', async (_, withhold) => {
    const target = await ownTarget();
    withhold(target);
    const error = await publishAsUser(target);
    const print = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => print.mockRestore());
    expect(report(error)).toBe(1);
    expect(print.mock.calls).toEqual([[expect.stringMatching(/^System error: EACCES[^\n]*\.$/)]]);
    expect(namesNextTo(target)).toEqual([]);
    // To read it if this is not root.
    for (const name of ['', 'data', 'manifest.json']) chmodSync(path.join(target, name), 0o755);
    expect(textsOf(target)).toEqual(OLD);
  });

  it.each<[string, (target: string) => void, left: number]>([
    ['file, to write', (target) => restrict(0o444, path.join(target, '_redirects')), 0],
    ['file, to read', (target) => restrict(0o000, path.join(target, '_redirects')), 0],
    ['folder, to write', (target) => restrict(0o555, path.join(target, 'data')), 1],
  ])('no permission: %s of the old site -> the new site', async (_, withhold, left) => {
    const target = await ownTarget();
    withhold(target);
    for (let time = 0; time < 2; time++) {
      expect(await publishAsUser(target)).toBeNull();
      expect(textsOf(target)).toEqual(NEW);
      expect(namesNextTo(target)).toHaveLength(left);
    }
  });
});
