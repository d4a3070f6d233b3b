import { fileOf } from '../core/address.ts';
import { basePath, type Grid } from '../core/grid.ts';
import { HEADERS, type Headers, headersOf, REDIRECT_HEADERS } from '../core/header.ts';
import { type ApiRequest, isApiPath, missing, type Resolution, resolve } from '../core/resolve.ts';
import { PAGE } from '../describe/files.ts';
import type { Deviation, Outcome } from './deviation.ts';
import type { Host } from './host.ts';

/** What a host will answer. */
export interface Prediction {
  readonly outcome: Outcome;
  /** Those of the contract that the host sends; what it sends besides is its own business. */
  readonly headers: Headers;
}

/** The parts of a host that decide what it answers. */
type Answering = Pick<Host, 'kind' | 'deviations' | 'fileMethods'>;

/** Is there such a file in the site? */
type Exists = (file: string) => Promise<boolean>;

/** Predicts what a host answers: what the contract says, but for the host's deviations. */
export async function predict(
  { kind, deviations, fileMethods = ['GET', 'HEAD'] }: Answering,
  grid: Grid,
  request: ApiRequest,
  exists: Exists,
): Promise<Prediction> {
  const asked = deviations.reduce((one, { reads }) => reads?.(one, grid) ?? one, request);
  const file = fileBeside(grid, asked.path);
  if (file !== null && (await exists(file))) {
    const isSent = fileMethods === 'any' || fileMethods.includes(asked.method);
    const status = isSent ? 200 : 405;
    return { outcome: { status, own: `the file ${file}` }, headers: {} };
  }
  const resolution = resolve(grid, asked, { composes: kind === 'code' });
  const settled = await settle(resolution, exists);
  const outcome = deviations.reduce(
    (one, { answers }) => answers?.(one, asked, grid) ?? one,
    settled,
  );
  const lacking = deviations.flatMap(({ lacks = [] }) => lacks);
  const headers = Object.entries(headersFor(outcome)).filter(([name]) => !lacking.includes(name));
  return { outcome, headers: Object.fromEntries(headers) };
}

/** Those of a host's deviations without which a request would be answered otherwise. */
export async function deviationsIn(
  host: Answering,
  grid: Grid,
  request: ApiRequest,
  exists: Exists,
): Promise<Deviation[]> {
  const textOf = async (deviations: readonly Deviation[]) =>
    JSON.stringify(await predict({ ...host, deviations }, grid, request, exists));
  const all = await textOf(host.deviations);
  const without = host.deviations.map(async (deviation) => {
    const others = host.deviations.filter((one) => one !== deviation);
    return (await textOf(others)) === all ? [] : [deviation];
  });
  return (await Promise.all(without)).flat();
}

/** The file of a site that a path outside of the API may lead to, which a host sends as it is. */
function fileBeside(grid: Grid, path: string): string | null {
  const folder = `${basePath(grid)}/`;
  if (!path.startsWith(folder) || isApiPath(folder, path)) return null;
  const file = path.slice(folder.length) || PAGE;
  return /^(?:\w[\w.-]*\/)*\w[\w-]*(?:\.\w+)+$/.test(file) ? file : null;
}

/** An outcome that knows whether its item is there. */
async function settle(resolution: Resolution, exists: Exists): Promise<Outcome> {
  if ('collection' in resolution) throw new Error('Nothing is added to a site of files.');
  if ('location' in resolution) return resolution;
  const { address } = resolution;
  if (address.kind !== 'item' || (await exists(fileOf(address)))) return resolution;
  return missing(address.collection);
}

function headersFor(outcome: Outcome): Headers {
  if ('location' in outcome) return { ...REDIRECT_HEADERS, Location: outcome.location };
  if ('address' in outcome) return headersOf(outcome.address);
  return 'file' in outcome ? HEADERS : {};
}
