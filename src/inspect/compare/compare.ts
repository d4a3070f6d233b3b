import { findCollection, type Grid } from '../../core/grid.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { deviationOf } from './deviations.ts';
import { type Answer, type Difference, differencesBetween, readAnswer } from './differences.ts';
import { type ComparedRequest, type Fields, formatRequest, requestsFor } from './requests.ts';

/** An API that is compared with another. */
export interface Side {
  /** The absolute addresses of the lists of its collections, by name. */
  readonly addresses: Readonly<Record<string, string>>;
  ask(request: ComparedRequest): Promise<Answer>;
}

/** A difference, with its request as a text and the row of docs/deviations.md that explains it. */
type Found = Difference & { readonly request: string; readonly deviation: string | null };

/**
 * Sends the same requests to a live API and to a site, one at a time.
 * @param seed selects some of all possible requests
 * @returns the numbers of requests and of those with the same answers, and the differences of the others
 * @throws the signal's reason, and what a side throws
 */
export async function compare(
  live: Side,
  own: Side,
  grid: Grid,
  seed: string,
  options: TaskOptions,
) {
  const relative = relativeTo([live, own]);
  const read = async (side: Side, request: ComparedRequest) =>
    readAnswer(await side.ask(request), relative, findCollection(grid, request).keyField);
  const samples = new Map<string, readonly Fields[]>();
  for (const { name: collection, orderings } of grid.collections) {
    // The reverse of an order begins with null, if a record has it.
    const queries = ['', 'limit=500', ...orderings.map((one) => `ordering=${one}`)];
    const pages = queries.map((query) => read(own, { collection, method: 'GET', query }));
    samples.set(
      collection,
      (await Promise.all(pages)).flatMap(({ records }) => records),
    );
  }
  const requests = requestsFor(grid, samples, seed);
  const differences: Found[] = [];
  let same = 0;
  for (const [index, request] of requests.entries()) {
    await yieldToEventLoop(options, `Sending request ${index + 1} of ${requests.length}`);
    const answers = { live: await read(live, request), own: await read(own, request) };
    const collection = findCollection(grid, request);
    const pair = {
      ...answers,
      request,
      grid,
      collection,
      sample: samples.get(collection.name) ?? [],
    };
    const found = differencesBetween(answers.live, answers.own);
    if (found.length === 0) same++;
    for (const one of found)
      differences.push({
        ...one,
        request: formatRequest(request),
        deviation: deviationOf(one.kind, pair),
      });
  }
  return { requests: requests.length, same, differences };
}

/** Returns a function that replaces the address of either API at the start of a text, so that their texts are equal. */
function relativeTo(sides: readonly Side[]): (text: string) => string {
  const lists = sides.flatMap(({ addresses }) => Object.entries(addresses));
  const origins = lists.map(([, address]) => new URL(address).origin);
  return (text) => {
    const [name, address = ''] = lists.find(([, start]) => text.startsWith(start)) ?? [];
    if (name !== undefined) return `${name}/${text.slice(address.length)}`;
    return text.replace(/^https?:[/][/][^/]*/, (origin) =>
      origins.includes(origin) ? '' : origin,
    );
  };
}
