import type { CollectionGrid } from '../../core/grid.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { meaningsOf } from '../../site/shape.ts';
import { formatNumber } from '../../util/text.ts';
import type { Column } from './columns.ts';
import { datasetFile, FORMATS, SITE_FOLDER, SUMS } from './layout.ts';

/** What is told of a snapshot. */
export interface Told {
  readonly head: ManifestHead;
  /** Does it hold the whole site? */
  readonly hasSite: boolean;
  /** The columns of each collection's table. */
  readonly tables: readonly (readonly Column[])[];
}

/** The README of a snapshot: what is in it, what it means, where it comes from, how to read it. */
export function readmeOf(told: Told): string {
  const { about, grid, generator } = told.head;
  const sections = [
    `# ${about.name}`,
    about.description,
    `An offline copy of the API that was built for ${grid.base}/api/ by ${generator}. It holds all that is published there, and nothing else.`,
    '## What is here',
    table(
      ['collection', 'records', 'files'],
      grid.collections.map((one) => [one.name, formatNumber(one.count), files(one)]),
    ),
    FILES_TOLD,
    ...(told.hasSite ? [SITE_TOLD] : []),
    ...grid.collections.flatMap((one, index) => fieldSections(told, one, told.tables[index] ?? [])),
    '## Sources',
    sourcesOf(told),
    '## Reading it',
    ...reading(told),
    '## Checking it',
    checking(),
  ];
  return `${sections.join('\n\n')}\n`;
}

const files = ({ name }: CollectionGrid): string =>
  FORMATS.map((format) => `\`${datasetFile(name, format)}\``).join(', ');

const FILES_TOLD = [
  'The files of a collection hold the same records, in the order in which the API lists them, in UTF-8:',
  '',
  '- `.json`: one array, a record on each line.',
  '- `.ndjson`: a record on each line and nothing else.',
  '- `.csv`: a line of the columns’ names, then one for each record. A field within an object has a column of its own, such as `country.code`. A list is written as JSON in its cell. An empty cell is a value that is null, or that the record does not have; an empty text is `""`, with the quotes. Texts are as they are: a spreadsheet may take one for a number, a date or a formula, so import the columns as text.',
].join('\n');

const SITE_TOLD = `\`${SITE_FOLDER}/\` is the whole API: every page, as files for a web server. To ask it on this machine, with no network: \`staticrest preview ${SITE_FOLDER}\`.`;

/** The sections of one collection. */
function fieldSections(
  { head }: Told,
  { name, count }: CollectionGrid,
  columns: readonly Column[],
): string[] {
  const about = head.about.collections.find((one) => one.name === name);
  const meanings = about && meaningsOf(about.record);
  const rows = columns.map((column) => [
    code(column.name),
    typeTold(column),
    inline(meanings?.get(column.name) ?? ''),
    column.example === undefined ? '' : code(shortened(column.example)),
  ]);
  const fields = table(['field', 'type', 'meaning', 'example'], rows);
  return [
    `## ${name}`,
    ...(about ? [about.description] : []),
    count > 0 ? fields : 'It has no records.',
  ];
}

/** `text`, `number, or null`, `list; not in every record` */
function typeTold({ types, nulls, absent }: Column): string {
  const kinds = [...types, ...(nulls > 0 ? ['null'] : [])].join(' or ');
  return absent > 0 ? `${kinds}; not in every record` : kinds;
}

/** How much of an example is shown. */
const SHOWN = 60;

function shortened(example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return text.length > SHOWN ? `${[...text].slice(0, SHOWN - 1).join('')}…` : text;
}

function sourcesOf({ head }: Told): string {
  const lines = (head.about.sources ?? []).map(({ name, url, licence, gives }) => {
    const terms = licence === undefined ? '' : `; licence: ${licence}`;
    return `- ${inline(name)}${url === undefined ? '' : ` <${url}>`}: ${inline(gives)}${inline(terms)}.`;
  });
  return lines.length > 0 ? lines.join('\n') : 'The API names none.';
}

/** How some programs read a collection. */
function* reading({ head: { grid } }: Told): Generator<string> {
  // The one with most to read.
  const [richest] = [...grid.collections].sort((a, b) => b.count - a.count);
  if (!richest) return;
  const [csv, json, ndjson] = FORMATS.map((format) => datasetFile(richest.name, format));
  yield 'With `jq` and SQLite:';
  yield fenced('sh', [
    `jq length ${json}`,
    `head -n 1 ${ndjson} | jq .`,
    `sqlite3 -csv :memory: '.import ${csv} ${richest.name}' 'SELECT count(*) FROM ${richest.name}'`,
  ]);
  yield 'With Python; pandas, unless it is told otherwise, takes `0123` for a number and `NA` for nothing:';
  yield fenced('python', [
    'import csv, pandas',
    '',
    `with open('${csv}', newline='', encoding='utf-8') as file:`,
    '    records = list(csv.DictReader(file))',
    '',
    `table = pandas.read_csv('${csv}', dtype=str, keep_default_na=False)`,
  ]);
}

const checking = (): string =>
  [
    `\`${SUMS}\` has the hash of every other file, and this folder’s name ends with the beginning of its own:`,
    '',
    ...fenced('sh', [`sha256sum -c ${SUMS}`, `sha256sum ${SUMS}`]).split('\n'),
    '',
    'The archive that this came in is checked, without unpacking it, by `staticrest verify <archive>`.',
  ].join('\n');

const fenced = (language: string, lines: readonly string[]): string =>
  [`\`\`\`${language}`, ...lines, '```'].join('\n');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A text within a line of a table, where a bar would end its cell. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** A text as code, on one line of a table and between more backticks than it holds in a row. */
function code(text: string): string {
  const most = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(most + 1);
  const space = most > 0 ? ' ' : '';
  return mark + space + inline(text) + space + mark;
}
