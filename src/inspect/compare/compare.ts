import { findCollection, type Grid } from '../../core/grid.ts';
import { type TaskOptions, yieldToEventLoop } from '../../util/progress.ts';
import { deviationOf } from './deviations.ts';
import { type Answer, type Difference, differencesBetween, readAnswer } from './differences.ts';
import { type ComparedRequest, type Fields, formatRequest, requestsFor } from './requests.ts';

/** An API that is compared with another. */
export interface Side {
  /** The absolute addresses of the lists of its collections, by name. */
  readonly addresses: Readonly<Record<string, string>>;
  send(request: ComparedRequest): Promise<Answer>;
}

/** A difference, with its request as a text and the row of docs/deviations.md that explains it. */
export type Found = Difference & { readonly request: string; readonly deviation: string | null };

/**
 * Sends the same requests to a live API and to a site, one at a time.
 * @param seed selects some of all possible requests
 * @returns the numbers of requests and of those with the same answers, and the differences of the others
 * @throws the signal's reason, and what a side throws
 */
export async function compare(
  sides: Readonly<Record<'live' | 'own', Side>>,
  grid: Grid,
  { seed, ...options }: TaskOptions & { readonly seed: string },
) {
  const relative = relativeTo(Object.values(sides));
  const send = async (name: keyof typeof sides, request: ComparedRequest) =>
    readAnswer(await sides[name].send(request), relative, findCollection(grid, request).keyField);
  const samples = new Map<string, Fields[]>();
  for (const { name: collection, orderings } of grid.collections) {
    const sample: Fields[] = [];
    // The reverse of an order begins with null, if a record has it.
    for (const query of ['', 'limit=500', ...orderings.map((one) => `ordering=${one}`)]) {
      sample.push(...(await send('own', { collection, method: 'GET', query })).records);
    }
    samples.set(collection, sample);
  }
  const requests = requestsFor(grid, samples, seed);
  const differences: Found[] = [];
  for (const [index, request] of requests.entries()) {
    await yieldToEventLoop(options, `Sending request ${index + 1} of ${requests.length}`);
    const [live, own] = [await send('live', request), await send('own', request)];
    const collection = findCollection(grid, request);
    const pair = {
      request,
      live,
      own,
      grid,
      collection,
      sample: samples.get(collection.name) ?? [],
    };
    for (const one of differencesBetween(live, own)) {
      const deviation = deviationOf(one.kind, pair);
      differences.push({ request: formatRequest(request), ...one, deviation });
    }
  }
  const different = new Set(differences.map(({ request }) => request));
  return { requests: requests.length, same: requests.length - different.size, differences };
}

/** Returns a function that replaces the address of either API at the start of a text, so that texts of both are equal. */
function relativeTo(sides: readonly Side[]): (text: string) => string {
  const lists = sides.flatMap(({ addresses }) => Object.entries(addresses));
  const origins = lists.map(([, address]) => [new URL(address).origin, ''] as const);
  const starts = [
    ...lists.map(([name, address]) => [address.replace(/\/?$/, '/'), `${name}/`] as const),
    ...origins,
  ];
  return (text) => {
    const [start, name] = starts.find(([one]) => text.startsWith(one)) ?? [];
    // Django REST Framework adds the `format` of a request to the addresses in its records.
    return start === undefined
      ? text
      : name + text.slice(start.length).replace(/\?format=\w+$/, '');
  };
}
