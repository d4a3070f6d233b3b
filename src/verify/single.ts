import { type Address, collectionHref, fileOf } from '../address/address.ts';
import type { Grid } from '../grid.ts';
import { singleAddresses } from './expected.ts';
import type { Fault, Finding } from './fault.ts';
import { fileAt, isOwn } from './link.ts';
import { decoded, type SiteReader } from './reader.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Checks the index and what endpoints say: all there, JSON, and with links of the site.
 * @param damaged files of which it is known that they are not as they were built
 */
export function* singleFindings(
  site: SiteReader,
  grid: Grid,
  damaged: ReadonlySet<string>,
): Generator<Finding> {
  for (const address of singleAddresses(grid)) {
    const path = fileOf(address);
    if (damaged.has(path)) continue;
    const body = site.read(path);
    const value = body && parsed(body);
    if (!body) yield { code: 'missing', path, message: ABSENT };
    else if (!value) yield { code: 'syntax', path, message: 'is not a JSON object' };
    else yield* linkFaults(grid, address, value);
    yield null;
  }
}

/** What a file is that a grid asks for and that is nowhere. */
export const ABSENT = 'is not there, and the grid of the manifest has it';

function parsed(body: Uint8Array): Values | null {
  try {
    const value = JSON.parse(decoded(body));
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function* linkFaults(grid: Grid, address: Address, value: Values): Generator<Fault> {
  const path = fileOf(address);
  if (address.kind === 'index') return yield* indexFaults(grid, path, value);
  // Other texts may name any address.
  const { supported } = value;
  const links = (Array.isArray(supported) ? supported : []).map(String);
  for (const link of links.filter((one) => /^https?:/.test(one) && !isOwn(grid, one))) {
    yield { code: 'link', path, message: `has the link ${link}, which leads elsewhere` };
  }
}

/** The index has a link to each collection, and nothing else. */
function* indexFaults(grid: Grid, path: string, index: Values): Generator<Fault> {
  const { base, collections } = grid;
  const names = new Set([...Object.keys(index), ...collections.map(({ name }) => name)]);
  for (const name of names) {
    const own = collections.find((one) => one.name === name);
    const href = own && collectionHref(base, name);
    const given = Object.hasOwn(index, name) ? index[name] : undefined;
    const isSame = href && typeof given === 'string' && fileAt(grid, given) === fileAt(grid, href);
    if (isSame) continue;
    yield {
      code: 'link',
      path,
      message: `has ${given} for ${name} instead of ${href ?? 'nothing'}`,
    };
  }
}
