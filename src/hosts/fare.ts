import { fileOf } from '../address/address.ts';
import { type ApiRequest, missing, type Resolution, resolve } from '../address/resolve.ts';
import type { Grid } from '../grid.ts';
import { type Headers, headersOf, REDIRECT_HEADERS } from '../header.ts';
import type { Deviation, Outcome } from './deviation.ts';
import type { Host } from './host.ts';

/** How a request fares at a host. */
export interface Faring {
  readonly outcome: Outcome;
  /** Those of the contract that the host sends; what it sends besides is its own business. */
  readonly headers: Headers;
  /** In what way, if any, this is otherwise than the contract says. */
  readonly deviations: readonly Deviation[];
}

/** The parts of a host that decide how a request fares. */
type Answering = Pick<Host, 'kind' | 'deviations'>;

/**
 * Tells how a request fares at a host: as the contract says, but for the host's deviations.
 * @param exists is there such a file in the site?
 */
export async function fareAt(
  { kind, deviations }: Answering,
  grid: Grid,
  request: ApiRequest,
  exists: (file: string) => Promise<boolean>,
): Promise<Faring> {
  const applied = new Set<Deviation>();
  const follow = <T>(from: T, step: (one: T, deviation: Deviation) => T | undefined): T =>
    deviations.reduce((before, deviation) => {
      const after = step(before, deviation) ?? before;
      if (JSON.stringify(after) !== JSON.stringify(before)) applied.add(deviation);
      return after;
    }, from);
  const asked = follow(request, (one, { reads }) => reads?.(one, grid));
  const resolution = resolve(grid, asked, { composes: kind === 'code' });
  const settled = await settle(resolution, exists);
  const outcome = follow(settled, (one, { answers }) => answers?.(one, asked, grid));
  const headers = follow(headersFor(outcome), (one, { headers }) => headers?.(one, outcome));
  return { outcome, headers, deviations: [...applied] };
}

/** An outcome that knows whether its item is there. */
async function settle(
  resolution: Resolution,
  exists: (file: string) => Promise<boolean>,
): Promise<Outcome> {
  if ('collection' in resolution) throw new Error('Nothing is added to a site of files.');
  if ('location' in resolution) return resolution;
  const { address } = resolution;
  if (address.kind !== 'item' || (await exists(fileOf(address)))) return resolution;
  return missing(address.collection);
}

function headersFor(outcome: Outcome): Headers {
  if ('location' in outcome) return { ...REDIRECT_HEADERS, Location: outcome.location };
  return 'address' in outcome ? headersOf(outcome.address) : {};
}
