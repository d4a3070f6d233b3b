import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterNames } from '../../../../src/core/endpoint.ts';
import { isPlainName } from '../../../../src/core/file-name.ts';
import { basePath } from '../../../../src/core/grid.ts';
import { addressOf, fileOf } from '../../../../src/core/path.ts';
import { type ApiRequest, resolve } from '../../../../src/core/resolve.ts';
import { AMBIGUOUS_PATH, keyPattern } from '../../../../src/hosts/rules/pattern.ts';
import { rulesOf } from '../../../../src/hosts/rules/rules.ts';
import { ruleEngine } from '../../../support/apply-rules.ts';
import { anyPath, anyQuery } from '../../../support/random-requests.ts';
import { renderedSite } from '../../../support/rendered-site.ts';
import { KINDS, smallApi, smallRecords, WORDS } from '../../../support/small-site.ts';

const { files, site } = renderedSite(smallApi, smallRecords());
const { grid } = site;
const root = `${basePath(grid)}/`;
const exists = (file: string) => files.has(file.slice(root.length));
const applyRules = ruleEngine(grid, exists);

/** What matters of an answer: the file, where it leads, or that it is an error. */
const summary = (status: number, target: string) =>
  status < 400 ? `${status} ${target}` : 'error';

function ruled(request: ApiRequest): string {
  const { status, file } = applyRules(request);
  // A listing has two files.
  const address = addressOf(grid, file.slice(root.length));
  return summary(status, address ? root + fileOf(grid, address) : file);
}

/** The answer of our resolver for a site of files. */
function resolved(request: ApiRequest): string {
  const found = resolve(grid, request, { composes: false });
  if (found.kind === 'redirect') return summary(301, found.location.replace(/\?.*/s, ''));
  if (!('address' in found)) throw new Error(`The outcome is ${found.kind}.`);
  const file = root + fileOf(grid, found.address);
  return summary(exists(file) ? found.status : 404, file);
}

/** A percent sign that encodes nothing, a letter or a digit: rules have no pattern for these. */
const UNUSUAL = /%(?:(?![\da-f]{2})|3\d|[46][1-9a-f]|[57][\da]|2d|2e|5f)/i;

/** A request that rules refuse by a named deviation, where code answers it. */
function deviates({ path, query }: ApiRequest): boolean {
  const isKnown = (pair: string) => {
    const [[name = '', value = ''] = []] = new URLSearchParams(`?${pair}`);
    if (pair.split('=')[0]?.includes('%')) return false;
    if (!/[%+]/.test(pair)) return true;
    const isListed = KINDS.includes(value) && !UNUSUAL.test(pair);
    return (
      isListed || !grid.collections.some(({ filters = {} }) => name in { ...filters, ...FIXED })
    );
  };
  return deviatesByPath(path) || MISUSED.test(`&${query}&`) || !query.split('&').every(isKnown);
}

const NAMES = parameterNames(grid).join('|');

/** A name twice or in brackets, which code ignores if it is of another collection. */
const MISUSED = new RegExp(`&(${NAMES})(?:\\[|[=&](?:.*&)?\\1[=&])`);

const FIXED = { format: 1, ordering: 1, limit: 1, offset: 1, page: 1, page_size: 1 };

function deviatesByPath(path: string): boolean {
  if (new RegExp(AMBIGUOUS_PATH).test(path) || path.endsWith('.json')) return true;
  const [, segment] = /^\/small\/[^/]+\/[^/]+\/([^/]+?)\/?$/.exec(path) ?? [];
  if (segment === undefined) return false;
  const key = decodeURIComponent(segment);
  // One that differs from another one only in case is listed, too.
  if (UNUSUAL.test(segment)) return true;
  const isUsual =
    WORDS.includes(key) && path.endsWith('/') && /^[\w!$&'()*+,.:;=@~%-]*$/.test(segment);
  return !isPlainName(key) && !isUsual;
}

const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'get');

describe('the rules answer as our resolver does', () => {
  it('any query of a listing, and any path with any query -> the same file, or an error', () => {
    const anyAddress = fc.oneof(
      fc.constantFrom(
        ...['cities', 'countries', 'lakes', 'words'].map((one) => `/small/api/${one}/`),
      ),
      anyPath,
    );
    const property = fc.property(method, anyAddress, anyQuery, (how, path, query) => {
      const request = { method: how, path, query };
      const answers = deviates(request) ? [resolved(request), 'error'] : [resolved(request)];
      expect(answers).toContain(ruled(request));
    });
    const examples: [string, string, string][] = [
      ['GET', '/small/api/cities/', 'limit=2&LIMIT=3&offset=4'],
      ['GET', '/small/api/cities/', 'offset=4'],
      ['GET', '/small/api/lakes/', 'page=3&page_size=4&area=n'],
      ['GET', '/small/api/words/', 'kind=S%C3%BCd'],
      ['GET', '/small/api/words/g++/', ''],
      ['GET', '/small/api/cities.json', 'name__in[]=a'],
    ];
    fc.assert(property, { numRuns: 5000, examples });
  });

  it('use only syntax that all dialects and configuration languages share', () => {
    const { endpoints, parts, refusedBehindPath } = rulesOf(grid);
    const patterns = [
      ...parts.flatMap(({ cases }) => cases.map(({ pattern }) => pattern)),
      ...endpoints.flatMap(({ encodedKeys }) => encodedKeys.map(([key]) => keyPattern(key))),
      refusedBehindPath,
    ];
    expect(patterns.filter((pattern) => /[\\{}"\s]/.test(pattern))).toEqual([]);
  });
});
