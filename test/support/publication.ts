import path from 'node:path';
import { type Build, type Plan, runBuilds, type Step, stepsOf } from './faulty-build.ts';
import {
  type Before,
  type Content,
  expireLocks,
  leftoversOf,
  useWords,
  type Words,
} from './words.ts';

/** What a build finds in its target's place, and what it makes of it. */
export interface Publication {
  readonly name: string;
  readonly before: Before;
  readonly after: Content;
  /** Of the many similar steps, such as writing a file, each so many-th is tested. */
  readonly every: number;
}

/** Every kind of target that a build may replace. */
export const PUBLICATIONS: readonly Publication[] = [
  { name: 'over an old site', before: 'old', after: 'new', every: 1 },
  { name: 'over a site of the same content', before: 'old', after: 'old', every: 4 },
  { name: 'into nothing', before: 'nothing', after: 'new', every: 1 },
  { name: 'over an empty folder', before: 'an empty folder', after: 'new', every: 8 },
];

const BIG_PUBLICATION: Publication = {
  name: 'over an old site, of many files',
  before: 'old',
  after: 'new',
  every: 400,
};

/** Every publication with its contents, one of them large. To be called at the top of a file or suite. */
export function useCases(): (Publication & { readonly words: Words })[] {
  const [small, big] = [useWords({ old: 2, new: 3 }), useWords({ old: 2, new: 1200 })];
  const many = { ...BIG_PUBLICATION, words: big };
  return [...PUBLICATIONS.map((publication) => ({ ...publication, words: small })), many];
}

/** Is it the rename that sets the old site aside? */
export const isSettingAside = ({ step }: Step): boolean =>
  step === 'rename dist → .dist.staticrest-previous-*';

/** The step that puts the new site in its place. */
export const LANDING = 'rename .dist.staticrest-staging-* → dist';

export const isLanding = ({ step }: Step): boolean => step === LANDING;

/** A step that a build has only a few of: all but writing or linking one of the site's files. */
const isRare = ({ step }: Step): boolean =>
  !/^(writeFile|open|mkdir|unlink|rmdir) \S+-\*\/(?!manifest\.json$)/.test(step) &&
  !/^link /.test(step);

/** A step, and what a target may be after a process died just before it. */
export interface Stage extends Step {
  readonly states: readonly string[];
  readonly isLanded: boolean;
}

/**
 * The steps of a publication, as a build without a fault logs them.
 * @param every of the steps that are alike, each so many-th
 * @throws where the build does not swap as expected, so that nothing would be tested
 */
export async function stagesOf(
  { before, after, every: own }: Publication,
  words: Words,
  every = own,
): Promise<Stage[]> {
  const [target = ''] = await words.targets(1, before);
  const steps = await stepsOf(buildOf(words.content(after), target), path.dirname(target));
  const [landed, aside] = [steps.findIndex(isLanding), steps.findIndex(isSettingAside)];
  const isSwap = landed > aside && (before !== 'old' || aside > 0);
  if (!isSwap) throw new Error(`No swap as expected: ${JSON.stringify(steps, null, 2)}`);
  const stages = steps.map((step, at) => {
    if (at > landed) return { ...step, states: [after], isLanded: true };
    const isBetween = aside >= 0 && at > aside;
    return { ...step, states: isBetween ? betweenOf(before) : [before], isLanded: false };
  });
  return stages.filter((stage, at) => isRare(stage) || at % every === 0);
}

/** What there may be between the two renames of a swap. Nobody misses an empty folder. */
const betweenOf = (before: Before): string[] =>
  before === 'an empty folder'
    ? ['nothing', 'nothing, beside it an empty folder', before]
    : [`nothing, beside it ${before}`];

export const buildOf = (content: string, out: string, plan?: Omit<Plan, 'folder'>): Build => ({
  content,
  out,
  plan: plan && { folder: path.dirname(out), ...plan },
});

/**
 * Builds once more into each target.
 * @param steps where the build before was stopped
 * @returns what is still wrong there
 */
export async function faultsAfterNext(
  steps: readonly Step[],
  targets: readonly string[],
  words: Words,
): Promise<string[]> {
  for (const target of targets) expireLocks(target);
  await runBuilds({ prepare: targets.map((out) => buildOf(words.content('new'), out)) });
  return targets.flatMap((target, at) => {
    const [state, left] = [words.stateOf(target), leftoversOf(target)];
    const isRight = state === 'new' && left.length === 0;
    return isRight ? [] : [`${steps[at]?.step}: the next build makes ${state}, leaves ${left}`];
  });
}

/** Does something with each, two at a time. */
export async function inPairs<T>(
  items: readonly T[],
  act: (item: T, at: number) => Promise<unknown>,
): Promise<void> {
  const entries = items.entries();
  const worker = async () => {
    for (const [at, item] of entries) await act(item, at);
  };
  await Promise.all([worker(), worker()]);
}
