import { describe, expect, it } from 'vitest';
import { parseSelection } from '../src/cli/selection.ts';
import { adviceFor } from '../src/hosts/advice.ts';
import { renderedThings } from './support/rendered-things.ts';

const full = renderedThings();
/** Files that are no listing's, such as a host's. */
const OTHERS = 30;
const all = full.files.size + OTHERS;
const least = renderedThings({ limits: [20], orderings: [], formats: [] }).files.size + OTHERS;

/** The options of an advice as a build takes them. */
function selectionOf(options: string) {
  const [, limits] = /--limits (\S+)/.exec(options) ?? [];
  const [, orderings] = /--orderings (\S+)/.exec(options) ?? [];
  const [, formats] = /--formats (\S+)/.exec(options) ?? [];
  return parseSelection({ limits, orderings, formats });
}

describe('adviceFor', () => {
  const limits = Array.from({ length: 8 }, (_, step) =>
    Math.round(least + ((all - 1 - least) * step) / 7),
  );

  it.each(limits)('%i files -> options that leave exactly what is said, and no more', (limit) => {
    const advice = adviceFor(full.site.grid, all, limit);
    expect(advice?.files).toBeLessThanOrEqual(limit);
    const left = renderedThings(selectionOf(advice?.options ?? '')).files.size + OTHERS;
    expect(left).toBe(advice?.files);
  });

  it('fewer than there can be -> none', () => {
    expect(adviceFor(full.site.grid, all, least - 1)).toBeUndefined();
  });
});
