import type { Grid } from '../../core/grid.ts';
import { CONSTANT_HEADERS, HEADERS } from '../../core/header.ts';
import { decisionsOf } from '../rules/decision.ts';
import { rulesOf } from '../rules/route.ts';
import { PREFLIGHT, variablesOf } from './maps.ts';
import { block, comment, literal, plain, quoted } from './word.ts';

/** The locations that do what the maps say; they stand in `server { }`. */
export function locationsOf(grid: Grid): string[] {
  const { root } = rulesOf(grid);
  const answers = `${plain(root).slice(0, -1)}-answer`;
  const toAnswer = `rewrite ^ ${quoted(answers + variablesOf(grid)('answer'))} last;`;
  return [
    comment('No body is read, however large: the answer to it is 405.'),
    block(`location = ${literal(root.slice(0, -1))}`, ['client_max_body_size 0;', toAnswer]),
    block(`location ^~ ${literal(root)}`, ['client_max_body_size 0;', toAnswer]),
    '',
    comment('What the maps answered. Nobody can ask for it directly.'),
    block(`location ^~ ${literal(`${answers}/`)}`, [
      'internal;',
      'client_max_body_size 0;',
      ...headerLines(grid),
      '',
      comment('Exactly this type and the whole file, whatever the server does elsewhere.'),
      'types { }',
      `default_type ${literal(HEADERS['Content-Type'] ?? '')};`,
      'charset off;',
      'expires off;',
      'gzip off;',
      'max_ranges 0;',
      '',
      comment('A page, or the answer where it is missing.'),
      block(`location ~ ${at(answers, '/page(?<staticrest_file>[^:]*):(?<staticrest_else>.*)')}`, [
        `try_files $staticrest_file ${quoted(`${answers}$staticrest_else`)};`,
      ]),
      '',
      comment('A status with a file: as an error page, which nginx reads by GET for every method.'),
      ...statusesOf(grid).map((status) => statusLocation(answers, status)),
      block(`location ~ ${at(answers, '/file(?<staticrest_file>/.*)')}`, [
        'etag off;',
        'if_modified_since off;',
        'try_files $staticrest_file =500;',
      ]),
      block(`location = ${literal(`${answers}/empty`)}`, ['default_type "";', 'return 200 "";']),
    ]),
  ];
}

/** Every header once, at one level: a location that adds one of its own loses those of the level above. */
function headerLines(grid: Grid): string[] {
  const of = variablesOf(grid);
  return [
    ...Object.entries(CONSTANT_HEADERS).map(([name, value]) => [name, literal(value)]),
    ...PREFLIGHT.map(({ name, variable }) => [name, of(variable)]),
    ['Location', of('location')],
  ].map(([name, value]) => `add_header ${name} ${value} always;`);
}

const statusesOf = (grid: Grid): number[] =>
  [...new Set(decisionsOf(grid).map(({ answer }) => answer.status))].sort((a, b) => a - b);

function statusLocation(answers: string, status: number): string {
  const body = status === 301 ? '/empty' : '/file$staticrest_file';
  return block(`location ~ ${at(answers, `/${status}(?<staticrest_file>/.*)`)}`, [
    `error_page 418 =${status} ${quoted(answers + body)};`,
    'return 418;',
  ]);
}

/** A pattern for the paths that begin with one and go on by another pattern. */
const at = (path: string, pattern: string): string =>
  quoted(`^${path.replaceAll('.', '[.]')}${pattern}$`);
