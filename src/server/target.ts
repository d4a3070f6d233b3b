import { errorAddress, fileOf } from '../core/address.ts';
import { basePath, type Grid } from '../core/grid.ts';
import { type Headers, headersOf } from '../core/header.ts';
import {
  type Abilities,
  type ApiRequest,
  failure,
  isRendered,
  methodsAt,
  type Resolution,
  resolve,
} from '../core/resolve.ts';
import { DESCRIBED_FILES, PAGE } from '../describe/files.ts';

/** What a request is answered with. */
export interface Target {
  /** The file that is the answer's body; absent: no file is. */
  readonly file?: { readonly path: string; readonly status: number; readonly headers: Headers };
  /** What the answer is made of where the site has no such file. */
  readonly resolution: Resolution;
  /** The methods that `Allow` names; absent: it stays as it is. */
  readonly allow?: readonly string[];
}

/** The methods of the files that describe the API, which hosts send as static files. */
const STATIC_METHODS = ['GET', 'HEAD'];

/** Finds what a request is answered with: a file that describes the API, or what `resolve` returns. */
export function targetOf(grid: Grid, asked: ApiRequest, abilities: Abilities): Target {
  const { method, path } = asked;
  const folder = basePath(grid);
  // The links of the page are relative to the folder.
  if (path !== '' && path === folder) return { resolution: { status: 301, location: `${path}/` } };
  const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) || PAGE : '';
  const type = DESCRIBED_FILES.get(name);
  const resolution = resolve(grid, asked, abilities);
  if (type === undefined) {
    return { ...apiTarget(grid, resolution), allow: methodsAt(grid, path, abilities) };
  }
  return STATIC_METHODS.includes(method)
    ? { file: { path: name, status: 200, headers: staticHeaders(type) }, resolution }
    : { ...apiTarget(grid, failure(errorAddress('method'))), allow: STATIC_METHODS };
}

function apiTarget(grid: Grid, resolution: Resolution): Target {
  if (!('address' in resolution) || !isRendered(grid, resolution.address)) return { resolution };
  const { status, address } = resolution;
  return { file: { path: fileOf(address), status, headers: headersOf(address) }, resolution };
}

/** Pages of any site may read the file, and a reload always shows the latest build. */
const staticHeaders = (type: string): Headers => ({
  'Content-Type': type,
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
});
