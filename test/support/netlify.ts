import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseAllRedirects } from '@netlify/redirect-parser';
import redirector, { type Matcher } from 'netlify-redirector';
import { type ApiRequest, partsOf } from '../../src/core/resolve.ts';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { Answer } from './ask.ts';

/** A line of `_redirects` as Netlify's parser reads it. */
interface NetlifyRule {
  readonly from: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly to: string;
  readonly status: number;
  readonly force: boolean;
  readonly conditions: object;
}

/** What Netlify answers with: a status, and a file's path from the document root. */
interface NetlifyAnswer {
  readonly status: number;
  readonly file: string;
}

/** The page that stands in for whatever is not there. */
const NOT_FOUND: NetlifyAnswer = { status: 404, file: '404.html' };

/** What a file is sent as, by its ending, where no rule says so. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ts': 'video/mp2t',
};

/** The GET of a target: a path with its query. */
export const requestOf = (target: string): ApiRequest => ({ method: 'GET', ...partsOf(target) });

/**
 * Netlify with a deployed site, as far as it can be had on this machine: its own engine of rules, with
 * the files and the headers looked up here as its documentation says.
 */
export async function startNetlify({ root }: Deployed): Promise<Engine> {
  const site = await netlifySite(root);
  const headers = headersIn(readFileSync(path.join(root, '_headers'), 'utf8'));
  return {
    async ask(target, { method = 'GET' } = {}) {
      if (!['GET', 'HEAD'].includes(method)) return NOT_ALLOWED;
      const { status, file } = site.ask(target);
      const body = method === 'HEAD' ? Buffer.alloc(0) : readFileSync(path.join(root, file));
      const type = TYPES[path.extname(file)];
      const own = type === undefined ? {} : { 'content-type': [type] };
      return { status, headers: { ...own, ...headers(partsOf(target).path) }, body };
    },
    async close() {},
  };
}

/**
 * What Netlify does with other methods is documented nowhere. So its own local server answers:
 * https://github.com/netlify/cli/blob/main/src/utils/static-server.ts
 */
const NOT_ALLOWED: Answer = {
  status: 405,
  headers: { 'content-type': ['text/plain; charset=utf-8'] },
  body: Buffer.from('Method Not Allowed'),
};

/**
 * The headers of a path by a `_headers` file of one block whose path ends with a star: what Netlify
 * serves at a path has its headers, whichever file it is. The slash before a star may be missing, as
 * in Netlify's own parser of such files.
 */
function headersIn(text: string): (urlPath: string) => Answer['headers'] {
  const [pattern = '', ...lines] = text.trimEnd().split('\n');
  if (!pattern.endsWith('/*') || lines.some((line) => !line.startsWith('  '))) {
    throw new Error(`This is more than one block of headers: ${text}`);
  }
  const pairs = lines.map((line) => line.trim().split(/: (.*)/));
  const headers = Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name.toLowerCase(), [value]]),
  );
  const root = pattern.slice(0, -1);
  return (urlPath) => (`${urlPath}/`.startsWith(root) ? headers : {});
}

/** Opens a folder as Netlify publishes it. */
export async function netlifySite(folder: string): Promise<NetlifySite> {
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [path.join(folder, '_redirects')],
    configRedirects: [],
    minimal: false,
  });
  if (errors.length > 0) throw new AggregateError(errors, 'Netlify refuses lines of _redirects.');
  const rules = redirects as NetlifyRule[];
  return new NetlifySite(folder, rules, await matcherOf(rules));
}

/** A document root behind Netlify's own rule engine. */
export class NetlifySite {
  /** A matcher for each rule alone, made when one is first asked for. */
  #alone: Promise<Matcher[]> | undefined;

  constructor(
    readonly folder: string,
    readonly rules: readonly NetlifyRule[],
    private readonly matcher: Matcher,
  ) {}

  /**
   * The answer to a GET of a path with its query. The engine says which rule wins; which file that
   * leads to is the server's part, and is followed here.
   */
  ask(target: string): NetlifyAnswer {
    const match = this.match(target);
    const { path: requested } = requestOf(target);
    // A rule stands back where its path is a file's own, unless it is forced.
    const own = requested.replace(/\/$/, '/index.html');
    if (!match?.force && this.has(own)) return { status: 200, file: fileAt(own) };
    if (!match) return NOT_FOUND;
    const { status, to } = match;
    if (status !== 200 && status !== 404) throw new Error(`${target} gets ${status} by a rule.`);
    return this.has(to) ? { status, file: fileAt(to) } : NOT_FOUND;
  }

  /** The rule that the engine picks, with its placeholders filled in. */
  match(target: string) {
    return matchOf(this.matcher, target);
  }

  /**
   * The same site with only the rules that hold for a target. Whatever differs from the target only
   * where no rule looks gets the same answer from it, and sooner: the engine takes time per rule.
   */
  async withRulesFor(target: string): Promise<NetlifySite> {
    this.#alone ??= Promise.all(this.rules.map((rule) => matcherOf([rule])));
    const alone = await this.#alone;
    const holding = this.rules.filter((_, index) => {
      const matcher = alone[index];
      return matcher && matchOf(matcher, target);
    });
    return new NetlifySite(this.folder, holding, await matcherOf(holding));
  }

  /** Is this the path of a file, other than by a rule? */
  has(urlPath: string): boolean {
    const segments = segmentsOf(urlPath);
    if (!segments.every(isName)) return false;
    const file = path.join(this.folder, ...segments);
    return existsSync(file) && statSync(file).isFile();
  }
}

/** A matcher for rules. The parser and the engine have other words for the same. */
const matcherOf = (rules: readonly NetlifyRule[]): Promise<Matcher> => {
  const worded = rules.map(({ from, query, ...rule }) => ({
    ...rule,
    origin: from,
    params: query,
  }));
  return redirector.parseJSON(JSON.stringify(worded), {});
};

/** The first rule that holds. No rule of ours looks at anything but the path and the query. */
function matchOf(matcher: Matcher, target: string) {
  const { path, query } = requestOf(target);
  return matcher.match({
    scheme: 'https',
    host: 'example.org',
    path,
    query,
    headers: {},
    cookieValues: {},
    getHeader: () => '',
    getCookie: () => '',
  });
}

const fileAt = (urlPath: string): string => segmentsOf(urlPath).join('/');

/** A path's segments, each decoded by itself, so that an encoded slash does not divide. */
const segmentsOf = (urlPath: string): string[] => urlPath.slice(1).split('/').map(decoded);

/** What can't be decoded names no file: as the empty string, it can't. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

const isName = (segment: string): boolean =>
  !['', '.', '..'].includes(segment) && !/[/\0]/.test(segment);
