import type { Grid } from '../../core/grid.ts';
import { CONSTANT_HEADERS, HEADERS } from '../../core/header.ts';
import { apiRoot } from '../rules/route.ts';
import { STATUSES } from '../rules/rule.ts';
import { PREFLIGHT, variablesOf } from './maps.ts';
import { block, comment, literal, plain, quoted } from './syntax.ts';

/** The locations that carry out what the maps decide; they belong in `server { }`. */
export function locationsOf(grid: Grid): string[] {
  const root = apiRoot(grid);
  const answers = `${plain(root).slice(0, -1)}-answer`;
  const toAnswer = `rewrite ^ ${quoted(answers + variablesOf(grid)('answer'))} last;`;
  return [
    comment('Request bodies are not read, whatever their size: the answer is 405.'),
    block(`location = ${literal(root.slice(0, -1))}`, ['client_max_body_size 0;', toAnswer]),
    block(`location ^~ ${literal(root)}`, ['client_max_body_size 0;', toAnswer]),
    '',
    comment('The answer that the maps selected. Requests from outside get 404 here.'),
    block(`location ^~ ${literal(`${answers}/`)}`, [
      'internal;',
      'client_max_body_size 0;',
      ...headerLines(grid),
      '',
      comment('This type and the whole file, whatever the server block sets elsewhere.'),
      'types { }',
      `default_type ${literal(HEADERS['Content-Type'] ?? '')};`,
      'charset off;',
      'expires off;',
      'gzip off;',
      'max_ranges 0;',
      '',
      comment('A page, or the error if its file does not exist.'),
      block(
        `location ~ ${matching(answers, '/page(?<staticrest_file>[^:]*):(?<staticrest_else>.*)')}`,
        [`try_files $staticrest_file ${quoted(`${answers}$staticrest_else`)};`],
      ),
      '',
      comment('A status and a file: an error page, which nginx reads with GET for every method.'),
      ...STATUSES.map((status) => statusLocation(answers, status)),
      block(`location ~ ${matching(answers, '/file(?<staticrest_file>/.*)')}`, [
        'etag off;',
        'if_modified_since off;',
        'try_files $staticrest_file =500;',
      ]),
      block(`location = ${literal(`${answers}/empty`)}`, ['default_type "";', 'return 200 "";']),
    ]),
  ];
}

/** All headers at one level: a location with an `add_header` inherits none of the level above. */
function headerLines(grid: Grid): string[] {
  const variable = variablesOf(grid);
  return [
    ...Object.entries(CONSTANT_HEADERS).map(([name, value]) => [name, literal(value)]),
    ...PREFLIGHT.map(({ name, suffix }) => [name, variable(suffix)]),
    ['Location', variable('location')],
  ].map(([name, value]) => `add_header ${name} ${value} always;`);
}

function statusLocation(answers: string, status: number): string {
  const body = status === 301 ? '/empty' : '/file$staticrest_file';
  return block(`location ~ ${matching(answers, `/${status}(?<staticrest_file>/.*)`)}`, [
    `error_page 418 =${status} ${quoted(answers + body)};`,
    'return 418;',
  ]);
}

/** A pattern for the paths that begin with a literal path and continue with another pattern. */
const matching = (path: string, pattern: string): string =>
  quoted(`^${path.replaceAll('.', '[.]')}${pattern}$`);
