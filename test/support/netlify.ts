import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllRedirects } from '@netlify/redirect-parser';
import redirector, { type Matcher } from 'netlify-redirector';
import { splitTarget } from '../../src/core/resolve.ts';
import type { Engine } from '../contract/contract.ts';
import type { Deployed } from '../contract/deployed.ts';
import type { Answer } from './http.ts';
import { fileAt } from './site-files.ts';

/** A line of `_redirects` as Netlify's parser reads it. */
interface NetlifyRule {
  readonly from: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly to: string;
  readonly status: number;
  readonly force: boolean;
}

/** What Netlify answers with: a status, and a file's path from the document root. */
interface NetlifyAnswer {
  readonly status: number;
  readonly file: string;
  /** True if a rule led to the file. */
  readonly isRewritten?: true;
}

/** The answer to a path without a file. */
const NOT_FOUND: NetlifyAnswer = { status: 404, file: '404.html' };

/** The media types of files by their extensions, where no header rule sets one. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ts': 'video/mp2t',
};

/**
 * Netlify's own rule engine with a deployed site. Files and headers are looked up here as Netlify's
 * documentation says.
 */
export async function startNetlify({ root }: Deployed): Promise<Engine> {
  const matcher = await matcherOf(await rulesIn(root));
  const headers = headersIn(readFileSync(path.join(root, '_headers'), 'utf8'));
  return {
    async send(target, { method = 'GET' } = {}) {
      const { status, file, isRewritten } = answerTo(root, matcher, target);
      if (!['GET', 'HEAD'].includes(method)) {
        return { ...NOT_ALLOWED, status: isRewritten ? status : NOT_ALLOWED.status };
      }
      const body = method === 'HEAD' ? Buffer.alloc(0) : readFileSync(path.join(root, file));
      const type = TYPES[path.extname(file)];
      const typed = type === undefined ? {} : { 'content-type': [type] };
      return { status, headers: { ...typed, ...headers(splitTarget(target).path) }, body };
    },
    async close() {},
  };
}

/**
 * What Netlify does with other methods is documented nowhere. So its own local server answers, with the
 * status of the rule if its file exists: https://github.com/netlify/cli/blob/main/src/utils/proxy.ts
 */
const NOT_ALLOWED: Answer = {
  status: 405,
  headers: { 'content-type': ['text/plain; charset=utf-8'] },
  body: Buffer.from('Method Not Allowed'),
};

/**
 * The headers of a path by a `_headers` file: what Netlify serves at a path has its headers, whichever file it
 * is. The slash before a star may be missing, as in Netlify's own parser of such files.
 */
function headersIn(text: string): (urlPath: string) => Answer['headers'] {
  const blocks = text.trimEnd().split(/\n(?! )/);
  const parsed = blocks.map((block) => {
    const [pattern = '', ...lines] = block.split('\n');
    if (/\*(?!$)/.test(pattern))
      throw new Error(`This path has a star that is not its end: ${pattern}`);
    const pairs = lines.map((line) => line.trim().split(/: (.*)/));
    const headers = pairs.map(([name = '', value = '']) => [name.toLowerCase(), [value]] as const);
    return { pattern, headers };
  });
  return (urlPath) => {
    const matching = parsed.filter(({ pattern }) =>
      pattern.endsWith('*') ? `${urlPath}/`.startsWith(pattern.slice(0, -1)) : urlPath === pattern,
    );
    if (matching.length > 1) throw new Error(`Several blocks are for ${urlPath}.`);
    return Object.fromEntries(matching.flatMap(({ headers }) => headers));
  };
}

/** The rules in `_redirects`, as Netlify's parser reads them. */
async function rulesIn(folder: string): Promise<NetlifyRule[]> {
  const file = path.join(folder, '_redirects');
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [file],
    configRedirects: [],
    minimal: false,
  });
  if (errors.length > 0) throw new AggregateError(errors, 'Netlify rejects lines of _redirects.');
  const lines = readFileSync(file, 'utf8').match(/^[^#\n]/gm) ?? [];
  if (redirects.length !== lines.length) throw new Error('Netlify ignores lines of _redirects.');
  return redirects as NetlifyRule[];
}

/** A matcher for rules. The parser and the engine name the same properties differently. */
const matcherOf = (rules: readonly NetlifyRule[]): Promise<Matcher> => {
  const renamed = rules.map(({ from, query, ...rule }) => ({
    ...rule,
    origin: from,
    params: query,
  }));
  return redirector.parseJSON(JSON.stringify(renamed), {});
};

/**
 * The answer to a GET of a path with its query. The engine selects the rule; the lookup of its file
 * is the server's part and is done here.
 */
function answerTo(folder: string, matcher: Matcher, target: string): NetlifyAnswer {
  const { path: requestPath, query } = splitTarget(target);
  const match = matcher.match({
    scheme: 'https',
    host: 'example.org',
    path: requestPath,
    query,
    headers: {},
    cookieValues: {},
    getHeader: () => '',
    getCookie: () => '',
  });
  // A file at the requested path has priority over a rule that is not forced.
  const file = fileAt(folder, requestPath.replace(/\/$/, '/index.html'));
  if (!match?.force && file) return { status: 200, file };
  if (!match) return NOT_FOUND;
  const { status, to } = match;
  if (status !== 200 && status !== 404) throw new Error(`${target} gets ${status} by a rule.`);
  const destination = fileAt(folder, to);
  return destination ? { status, file: destination, isRewritten: true } : NOT_FOUND;
}
