import type { Grid } from '../../core/grid.ts';
import { FILE_HEADERS, HEADERS, type Headers, PREFLIGHT_HEADERS } from '../../core/header.ts';
import { compressibleTypes } from '../../describe/media-type.ts';
import { AMBIGUOUS_PATH, PLAIN_KEY, pathPattern } from '../rules/pattern.ts';
import { COMPRESSING_HEADERS, PLAIN_TYPE, shortHash, typesByExtension } from '../rules/printing.ts';
import { type PathPart, type Rules, rulesOf, STATUSES, type Target } from '../rules/rules.ts';

/*
 * The text of nginx's configuration. Its syntax:
 * https://github.com/nginx/nginx/blob/release-1.22.1/src/core/ngx_conf_file.c, ngx_conf_read_token
 * In quotes, a backslash before a letter or a digit is part of the text.
 */

/** The headers that only the answer to a CORS preflight has. */
const PREFLIGHT = Object.entries(PREFLIGHT_HEADERS);

/** The variable with the value of such a header: `$api_methods`. */
const variableOf = (header: string) => `$api_${header.toLowerCase().replace(/^.*-/, '')}`;

/**
 * What answers the requests to a site: maps for `http { }`, where nginx allows them, and locations for `server { }`.
 * All sites of one nginx share the names of variables, and of two maps to one name the later applies. So each name has
 * a hash of all maps.
 */
export function formatRules(grid: Grid): Readonly<Record<'http' | 'server', string>> {
  const rules = rulesOf(grid, true);
  const maps = formatMaps(rules);
  const named = (text: string) => text.replaceAll('$api_', `$api_${shortHash(maps)}_`);
  return { http: named(maps), server: named(formatLocations(rules.root.slice(0, -1))) };
}

/** The maps that select the answer to a request. */
function formatMaps(rules: Rules): string {
  const { root, error, options, endpoints, parts, refusedBehindPath } = rules;
  const api = pathPattern(root);
  const records = endpoints.filter(({ isRecord }) => isRecord).map(({ name }) => name);
  const lists = endpoints.filter(({ isRecord }) => !isRecord);
  const names = lists.map(({ name }) => name).filter((name) => name !== 'index');
  const others = names.filter((name) => !records.includes(name));
  const keys = endpoints.flatMap(({ path, encodedKeys }) =>
    encodedKeys.map(([key, name]) => `"~^${pathPattern(path)}${decodedPattern(key)}/$" ${name};`),
  );
  const page = (path: string, file: string, missing: Target) =>
    `"~^${path}$" ${root}${file}$api_refused.json/${answerOf(missing)};`;
  const pages = lists.map(({ name, path, parts, missing }) =>
    page(pathPattern(path), name + parts.map((part) => `$api_${part.name}`).join(''), missing),
  );
  return `
# The decoded path; empty if servers disagree on how to normalize it.
map $request_uri $api_path {
    "~${AMBIGUOUS_PATH}" "";
    "~#" "";
    default $uri;
}

# The collection of a path.
map $api_path $api_name {
    "~^${api.slice(0, -1)}(?:/|/index[.]json)?$" index;
    "~^${api}(${records.join('|')})(?:/|/[^/]+/?|(?:/.*)?[.]json)?$" $1;
    "~^${api}(${others.join('|')})(?:/|(?:/.*)?[.]json)?$" $1;
}

# The name of the file of a key.
map $api_path $api_key {
    ${inLines([...keys, `"~/${PLAIN_KEY}/$" $1;`])}
}

${parts.map(formatPart).join('\n\n')}

# A page by its query: its file, and the answer if there is none.
map $api_path $api_page {
    ${inLines(pages)}
    ${page(`${api}[^/]+/[^/]+/?`, '$api_name/$api_key', error('key', '$api_name'))}
}

# A page by its path, behind which is no parameter of the API.
map "&$args&" $api_file {
    "~${refusedBehindPath}" ${answerOf(error('query'))};
    default /page$api_path/${answerOf(error('path'))};
}

# The answer: a page, a redirect, or a status and a file.
map "$request_method$api_format:$api_name:$api_path" $api_answer {
    "~^[^:]*::" ${answerOf(error('path'))};
    "~^OPTIONS[/:]" ${answerOf(options('$api_name'))};
    "~^(?!(?:GET|HEAD)[/:])" ${answerOf(error('method'))};
    "~[.]json$" $api_file;
    "~^[^:]*:[^:]*:([\\w./~-]*[\\w-])$" /301$1/$is_args$args;
    "~^[^:]*/" ${answerOf(error('format'))};
    default /page$api_page;
}

# Headers of some answers. nginx sends none with an empty value.
map $api_answer $api_location { "~^/301(.*)$" $1; }
${PREFLIGHT.map(([name, value]) => `map $api_answer ${variableOf(name)} { "~^/200/" '${value}'; }`).join('\n')}
`;
}

const answerOf = ({ status, file }: Target): string => `/${status}${file}`;

/** The map of a part of a path. */
function formatPart({ name, comment, cases, default: absent }: PathPart): string {
  const lines = cases.map(
    ({ pattern, text }) => `"~${pattern}" ${text.endsWith('/') ? `${text}$1` : text || '""'};`,
  );
  const others = absent ? [`default ${absent};`] : [];
  return `# ${comment}\nmap "&$args&" $api_${name} {\n    ${inLines([...lines, ...others])}\n}`;
}

const inLines = (lines: readonly string[]): string => lines.join('\n    ');

/** A pattern for a decoded text. */
const decodedPattern = (text: string): string =>
  text.replace(/[^\w\u0080-\uffff-]/g, (one) => `[\\x${Buffer.from(one).toString('hex')}]`);

/** The locations that carry out what the maps decide. Other rules may replace their numbered captures. */
const formatLocations = (root: string): string => `
# Accept a body of any size, so that the answer is 405 and not 413.
location = ${root} { client_max_body_size 0; rewrite ^ ${root}-answer$api_answer last; }
location ^~ ${root}/ { client_max_body_size 0; rewrite ^ ${root}-answer$api_answer last; }

# The answer that the maps selected. Requests from outside get 404.
location ^~ ${root}-answer/ {
    internal;
    client_max_body_size 0;

    # Headers. A location with one inherits none of the level above.
    ${inLines(headerLines(COMPRESSING_HEADERS))}
    ${inLines(PREFLIGHT.map(([name]) => `add_header ${name} ${variableOf(name)} always;`))}
    add_header Location $api_location always;

    # Override settings of the server block: send JSON, and whole files.
    types { }
    default_type ${HEADERS['Content-Type']};
    charset off;
    expires off;
    max_ranges 0;

    # Compress for clients that accept it, as the Vary header states.
    ${inLines(compressionLines([HEADERS['Content-Type'] ?? '']))}
    gzip_vary off;

    # A page, or an error if its file does not exist.
    location ~ "^${pathPattern(root)}-answer/page(?<staticrest>.*)/(?<staticrest_else>/.*)$" {
        try_files $staticrest ${root}-answer$staticrest_else;
    }

    # A status and a file. nginx reads an error page with GET for every method.
    ${inLines(STATUSES.map((status) => `location ${root}-answer/${status} { error_page 418 =${status} ${root}-answer/body$uri; return 418; }`))}
    location ~ "^${pathPattern(root)}-answer/body${pathPattern(root)}-answer/[0-9]*(?<staticrest>/.*)$" {
        etag off;
        if_modified_since off;
        try_files $staticrest =500;
    }
    location ^~ ${root}-answer/body${root}-answer/301 { default_type ""; return 200 ""; }
}
`;

/** The settings for the other files of a site; they belong in the `location { }` that serves them. */
export const formatFileSettings = (grid: Grid): string => `
# Pages of other origins may read the files.
${headerLines(FILE_HEADERS).join('\n')}

# The media type of each file. A server knows other ones, or none.
types {
    ${inLines(typesByExtension(grid).map(([extension, type]) => `'${type}' ${extension};`))}
}
default_type '${PLAIN_TYPE}';
charset off;

# Compress for clients that accept it. Parquet files are compressed already.
${compressionLines(compressibleTypes()).join('\n')}
gzip_vary on;
`;

/** @param types with their parameters, because nginx compares the whole text */
const compressionLines = (types: readonly string[]): string[] => [
  'gzip on;',
  `gzip_types ${types.map((type) => `'${type}'`).join(' ')};`,
  'gzip_proxied any;',
  'gzip_min_length 256;',
];

/** No value of a header has a single quote or a `$`. */
const headerLines = (headers: Headers): string[] =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} '${value}' always;`);
