import { isLocal } from '../api/base.ts';
import type { Grid } from '../core/grid.ts';
import { explain, type HostAnswer, requestOf, type Told } from '../inspect/explain.ts';
import { openSite } from '../server/site-folder.ts';
import { printable } from '../util/problem.ts';

export interface ExplainArguments {
  readonly request: string;
  readonly site: string;
  readonly method: string;
}

/** `staticrest explain` */
export async function explainCommand({ request, site, method }: ExplainArguments): Promise<void> {
  const opened = openSite(site);
  const asked = requestOf(opened.grid, request, method);
  const { endpoint, parameters, answer, hosts } = await explain(opened, asked);
  const target = asked.path + (asked.query && `?${asked.query}`);
  const rows = parameters.map(({ name, values, reading }) => [
    name,
    values.length > 0 ? values.map((value) => JSON.stringify(value)).join(' ') : '(absent)',
    reading,
  ]);
  const lines = [
    ...foreignLines(opened.grid, request),
    `${method} ${target}`,
    `asks for ${endpoint}`,
    ...columns(rows).map((row) => `  ${row}`),
    '',
    'Where our code runs:',
    ...toldLines(answer),
    ...hosts.flatMap((host) => ['', `On ${host.name}:`, ...hostLines(host, answer)]),
  ];
  for (const line of lines) console.log(printable(line));
}

/** A word on an address that is not the site's; one on this machine is a preview's. */
function foreignLines({ base }: Grid, request: string): string[] {
  if (!/^https?:/i.test(request) || !URL.canParse(request)) return [];
  const { origin } = new URL(request);
  if (origin === new URL(base).origin || isLocal(origin)) return [];
  return [`The site is at ${base}; this is how it would answer for ${origin}.`, ''];
}

/** How many of an answer's pieces are shown. */
const MOST_PIECES = 12;

function toldLines({ status, body, pieces }: Told): string[] {
  const shown = pieces.slice(0, MOST_PIECES).map((piece) => `    ${piece}`);
  const rest = pieces.length - shown.length;
  return [
    `  ${status} ${body}${pieces.length > 0 ? ' of' : ''}`,
    ...shown,
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

function hostLines({ rule, deviations, ...told }: HostAnswer, answer: Told): string[] {
  const isSame = JSON.stringify(told.pieces) === JSON.stringify(answer.pieces);
  const brief = isSame && told.pieces.length > 0 ? { ...told, pieces: [] } : told;
  return [
    ...toldLines(brief),
    ...(rule === undefined ? [] : rule.split('\n').map((line) => `  by ${line.trim()}`)),
    ...deviations
      .filter(({ reads, answers }) => reads || answers)
      .map(({ given, gets, why }) => `  not as elsewhere: ${given} gets ${gets}. ${why}`),
  ];
}

/** Rows whose cells stand one below the other. */
function columns(rows: readonly string[][]): string[] {
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
