import { lstatSync } from 'node:fs';
import path from 'node:path';
import { hostsFor } from '../hosts/hosts.ts';
import { explain, type HostAnswer, parseRequestText } from '../inspect/explain.ts';
import { openSiteFolder } from '../server/site-folder.ts';
import { formatNumber } from '../util/text.ts';
import { type OutputOptions, printResult } from './report.ts';

type ExplainArguments = Record<'request' | 'site' | 'method', string> & OutputOptions;

/** `staticrest explain` */
export async function explainCommand(options: ExplainArguments): Promise<void> {
  const { request, site, method } = options;
  const opened = openSiteFolder(site);
  const parsed = parseRequestText(opened.grid, request, method);
  const hasFile = (file: string) =>
    lstatSync(path.join(site, file), { throwIfNoEntry: false })?.isFile() ?? false;
  const explanation = await explain(opened, parsed, hasFile, hostsFor(opened.host));
  const { endpoint, parameters, answers } = explanation;
  const rows = parameters.map(({ name, values, interpretation }): [string, string, string] => {
    return [
      name,
      values.map((value) => JSON.stringify(value)).join(' ') || '(absent)',
      interpretation,
    ];
  });
  const widthOf = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const target = parsed.path + (parsed.query && `?${parsed.query}`);
  const lines = [
    answers.map((answer) => `${hostsOf(answer, answers)}: ${answer.summary}`).join('; '),
    '',
    `${method} ${target}`,
    `Requested: ${endpoint}`,
    ...rows.map(([name, values, interpretation]) => {
      return `  ${name.padEnd(widthOf(0))}  ${values.padEnd(widthOf(1))}  ${interpretation}`;
    }),
    ...answers.flatMap((answer) => fileLines(answer, answers)),
  ];
  printResult(lines, { ok: true, ...parsed, ...explanation }, options);
}

const hostsOf = ({ hosts }: HostAnswer, answers: readonly HostAnswer[]): string =>
  answers.length === 1 ? 'every host' : hosts.join(', ');

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
