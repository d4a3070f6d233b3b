import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isLocal } from '../api/base.ts';
import { requireSite } from '../build/target.ts';
import type { Grid } from '../core/grid.ts';
import { explain, type HostAnswer, requestOf } from '../inspect/explain.ts';
import { printable } from '../util/problem.ts';
import { formatNumber } from '../util/text.ts';

export interface ExplainArguments {
  readonly request: string;
  readonly site: string;
  readonly method: string;
}

/** `staticrest explain` */
export async function explainCommand({ request, site, method }: ExplainArguments): Promise<void> {
  const { grid } = requireSite(site);
  const parsed = requestOf(grid, request, method);
  const exists = (file: string) =>
    lstatSync(path.join(site, file), { throwIfNoEntry: false })?.isFile() ?? false;
  const { endpoint, parameters, answers } = explain(grid, parsed, exists);
  const target = parsed.path + (parsed.query && `?${parsed.query}`);
  const lines = [
    answers.map((answer) => `${hostsOf(answer, answers)}: ${answer.summary}`).join('; '),
    '',
    ...otherOriginLines(grid, request),
    `${method} ${target}`,
    `asks for ${endpoint}`,
    ...alignColumns(parameters).map((row) => `  ${row}`),
    ...answers.flatMap((answer) => fileLines(answer, answers)),
  ];
  for (const line of lines) console.log(printable(line));
}

const hostsOf = ({ hosts }: HostAnswer, answers: readonly HostAnswer[]): string =>
  answers.length === 1 ? 'every host' : hosts.join(', ');

/** A note on an address of another origin than the site's; one on this machine is a preview's. */
function otherOriginLines({ base }: Grid, request: string): string[] {
  if (!/^https?:/i.test(request) || !URL.canParse(request)) return [];
  const { origin } = new URL(request);
  if (origin === new URL(base).origin || isLocal(origin)) return [];
  return [`The site was built for ${base}; this is how it would answer at ${origin}.`];
}

/** How many files of an answer are listed. */
const MAX_FILES = 12;

/** The files that an answer is made of. */
function fileLines(answer: HostAnswer, answers: readonly HostAnswer[]): string[] {
  const { files } = answer;
  if (files.length === 0) return [];
  const rest = files.length - MAX_FILES;
  return [
    '',
    answers.length === 1 ? 'Files:' : `Files (${hostsOf(answer, answers)}):`,
    ...files.slice(0, MAX_FILES).map((file) => `  ${file}`),
    ...(rest > 0 ? [`  and ${formatNumber(rest)} more`] : []),
  ];
}

/** Rows as lines, with cells of the same width in each column. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}
