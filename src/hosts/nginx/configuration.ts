import { createHash } from 'node:crypto';
import { basePath, type Grid } from '../../core/grid.ts';
import { FILE_HEADERS, HEADERS, PREFLIGHT_HEADERS } from '../../core/header.ts';
import { NAMED_HEADERS } from '../../describe/media-type.ts';
import {
  AMBIGUOUS_PATH,
  keyMatchers,
  matchersOf,
  type ParameterMatcher,
} from '../rules/parameter-matcher.ts';
import {
  ALL_TYPES,
  assertSafe,
  blocksWith,
  COMPRESSING_HEADERS,
  fillTemplate,
  PLAIN_TYPE,
  typesByExtension,
} from '../rules/printing.ts';
import { apiRoot } from '../rules/route.ts';
import { type Rule, type RuleAction, ruleInput, rulesOf, STATUSES } from '../rules/rule.ts';

/*
 * The text of nginx's configuration. Its syntax:
 * https://github.com/nginx/nginx/blob/release-1.22.1/src/core/ngx_conf_file.c, ngx_conf_read_token
 */

/**
 * The names of a site's variables. Each has a hash of the base address, because one nginx may serve
 * many sites. The address itself is too long: with the default `variables_hash_bucket_size` of 64 a
 * name may have 46 characters.
 */
function variableNamer({ base }: Grid): (name: string) => string {
  const hash = createHash('sha256').update(base).digest('hex').slice(0, 8);
  return (name) => `$staticrest_${hash}_${name}`;
}

/** Named captures. They are read at once, so all sites share them. */
type Capture = 'key' | 'value' | 'query' | 'to';
const CAPTURE = 'staticrest_';

/** The headers that only the answer to a CORS preflight has. */
const PREFLIGHT = Object.entries(PREFLIGHT_HEADERS).map(([name, value]) => ({
  name,
  value,
  /** Of the variable that holds the value, or nothing. */
  suffix: name.toLowerCase().replace('access-control-', '').replaceAll('-', '_'),
}));

/** The maps that select the answer to a request; nginx allows them in `http { }` only. */
export function formatMaps(grid: Grid): string[] {
  const variable = variableNamer(grid);
  const matchers = matchersOf(grid);
  const keys = keyMatchers(grid);
  const values = [...matchers, ...keys].map((matcher) => variable(matcher.variable));
  const mapFrom = (source: string) => (matcher: ParameterMatcher) => [
    formatComment(matcher.comment),
    map(source, variable(matcher.variable), matcherLines(matcher)),
  ];
  return [
    formatComment('The decoded path; empty if servers disagree on how to normalize it.'),
    map('$request_uri', variable('path'), [
      `${matching(AMBIGUOUS_PATH)} "";`,
      `${matching('^[^?]*#')} "";`,
      'default $uri;',
    ]),
    formatComment('The query as it was sent.'),
    map('$request_uri', variable('query'), [
      `${matching('^[^?]*[?](.*)$', 'query')} $${CAPTURE}query;`,
    ]),
    ...matchers.flatMap(mapFrom(variable('query'))),
    ...keys.flatMap(mapFrom('$request_uri')),
    formatComment(
      'The answer: the first match applies. /page<file>:<answer if it does not exist>,',
    ),
    formatComment('/301<location> or /<status><file>.'),
    map(
      quoteTemplate(ruleInput('$request_method', values, variable('path'))),
      variable('answer'),
      rulesOf(grid).map((rule) => ruleLine(rule, variable)),
    ),
    formatComment('Headers of some answers. nginx omits a header with an empty value.'),
    map(quoteTemplate(`${variable('answer')}?${variable('query')}`), variable('location'), [
      `${matching('^/301([^?]*)[?]$', 'to')} $${CAPTURE}to;`,
      `${matching('^/301(.*)$', 'to')} $${CAPTURE}to;`,
    ]),
    ...PREFLIGHT.map(({ suffix, value }) =>
      map(variable('answer'), variable(suffix), [`${matching('^/200/')} ${quoteLiteral(value)};`]),
    ),
  ];
}

const matcherLines = ({ alternatives }: ParameterMatcher): string[] =>
  alternatives.map(({ pattern, value, comment: text }) => {
    const result = value === null ? `$${CAPTURE}value` : quoteLiteral(value);
    return `${matching(pattern, 'value')} ${result}; ${formatComment(text)}`;
  });

function ruleLine({ pattern, action }: Rule, variable: (name: string) => string): string {
  const named = (name: string) => (name === 'key' ? `${CAPTURE}key` : variable(name).slice(1));
  const answer = fillTemplate(actionText(action), assertNoVariable, (name) => `\${${named(name)}}`);
  return `${matching(pattern, 'key')} ${quoteTemplate(answer)};`;
}

const actionText = ({ status, file, missing }: RuleAction): string =>
  missing ? `/page${file}:/${missing.status}${missing.file}` : `/${status}${file}`;

const map = (from: string, to: string, lines: readonly string[]): string =>
  `${block(`map ${from} ${to}`, lines)}\n`;

/** A regular expression of a map, whose group becomes a named capture. */
const matching = (pattern: string, name: Capture = 'key'): string =>
  quoteTemplate(`~${pattern.replace(/\((?!\?)/g, `(?<${CAPTURE}${name}>`)}`);

/** The locations that carry out what the maps decide; they belong in `server { }`. */
export function formatLocations(grid: Grid): string[] {
  const root = apiRoot(grid);
  const answers = `${assertNoVariable(root).slice(0, -1)}-answer`;
  const toAnswer = `rewrite ^ ${quoteTemplate(answers + variableNamer(grid)('answer'))} last;`;
  return [
    formatComment('Accept a body of any size, so that the answer is 405 and not 413.'),
    block(`location = ${quoteLiteral(root.slice(0, -1))}`, ['client_max_body_size 0;', toAnswer]),
    block(`location ^~ ${quoteLiteral(root)}`, ['client_max_body_size 0;', toAnswer]),
    '',
    formatComment('The answer that the maps selected. Requests from outside get 404.'),
    block(`location ^~ ${quoteLiteral(`${answers}/`)}`, [
      'internal;',
      'client_max_body_size 0;',
      ...headerLines(grid),
      '',
      formatComment('Override settings of the server block: send JSON, and whole files.'),
      'types { }',
      `default_type ${quoteLiteral(HEADERS['Content-Type'] ?? '')};`,
      'charset off;',
      'expires off;',
      'max_ranges 0;',
      '',
      formatComment('Compress for clients that accept it, as the Vary header states.'),
      ...compressionLines([HEADERS['Content-Type'] ?? '']),
      'gzip_vary off;',
      '',
      formatComment('A page, or an error if its file does not exist.'),
      block(
        `location ~ ${pathMatching(answers, '/page(?<staticrest_file>[^:]*):(?<staticrest_else>.*)')}`,
        [`try_files $staticrest_file ${quoteTemplate(`${answers}$staticrest_else`)};`],
      ),
      '',
      formatComment('A status and a file. nginx reads an error page with GET for every method.'),
      ...STATUSES.map((status) => statusLocation(answers, status)),
      block(`location ~ ${pathMatching(answers, '/file(?<staticrest_file>/.*)')}`, [
        'etag off;',
        'if_modified_since off;',
        'try_files $staticrest_file =500;',
      ]),
      block(`location = ${quoteLiteral(`${answers}/empty`)}`, [
        'default_type "";',
        'return 200 "";',
      ]),
    ]),
  ];
}

/** The settings for the other files of a site; they belong in the `location { }` that serves them. */
export const formatFileSettings = (grid: Grid): string[] => [
  formatComment('Pages of other origins may read the files.'),
  ...Object.entries(FILE_HEADERS).map(addHeader),
  '',
  formatComment('The media type of each file. A server knows other ones, or none.'),
  block(
    'types',
    typesByExtension(grid).map(([extension, type]) => `${quoteLiteral(type)} ${extension};`),
  ),
  `default_type ${quoteLiteral(PLAIN_TYPE)};`,
  'charset off;',
  ...Array.from(NAMED_HEADERS, ([file, { 'Content-Type': type = '', ...headers }]) =>
    block(`location = ${quoteLiteral(`${basePath(grid)}/${file}`)}`, [
      ...Object.entries({ ...FILE_HEADERS, ...headers }).map(addHeader),
      'types { }',
      `default_type ${quoteLiteral(type)};`,
    ]),
  ),
  '',
  formatComment('Compress for clients that accept it.'),
  ...compressionLines(ALL_TYPES),
  'gzip_vary on;',
];

/** @param types with their parameters, because nginx compares the whole text */
const compressionLines = (types: readonly string[]): string[] => [
  'gzip on;',
  `gzip_types ${types.map(quoteLiteral).join(' ')};`,
  'gzip_proxied any;',
  'gzip_min_length 256;',
];

const addHeader = ([name, value]: readonly [string, string]): string =>
  `add_header ${name} ${quoteLiteral(value)} always;`;

/** All headers at one level: a location with an `add_header` inherits none of the level above. */
function headerLines(grid: Grid): string[] {
  const variable = variableNamer(grid);
  return [
    ...Object.entries(COMPRESSING_HEADERS).map(addHeader),
    ...PREFLIGHT.map(({ name, suffix }) => `add_header ${name} ${variable(suffix)} always;`),
    `add_header Location ${variable('location')} always;`,
  ];
}

function statusLocation(answers: string, status: number): string {
  const body = status === 301 ? '/empty' : '/file$staticrest_file';
  return block(`location ~ ${pathMatching(answers, `/${status}(?<staticrest_file>/.*)`)}`, [
    `error_page 418 =${status} ${quoteTemplate(answers + body)};`,
    'return 418;',
  ]);
}

/** A pattern for the paths that begin with a literal path and continue with another pattern. */
const pathMatching = (path: string, pattern: string): string =>
  quoteTemplate(`^${path.replaceAll('.', '[.]')}${pattern}$`);

/**
 * A text as one argument, in which nginx still substitutes variables.
 * @throws UsageError if it has a control character
 */
const quoteTemplate = (text: string): string =>
  `"${assertSafe('nginx', text).replace(/["\\]/g, '\\$&')}"`;

/**
 * A text as one argument without variables.
 * @throws UsageError as `quoteTemplate` and `assertNoVariable`
 */
export const quoteLiteral = (text: string): string => quoteTemplate(assertNoVariable(text));

/**
 * A text without variables.
 * @throws UsageError if it has a `$`, which nginx cannot escape
 */
const assertNoVariable = (text: string): string => assertSafe('nginx', text, /\$/);

/** @throws UsageError as `quoteTemplate` */
export const formatComment = (text: string): string => `# ${assertSafe('nginx', text)}`;

const block = blocksWith('    ');
