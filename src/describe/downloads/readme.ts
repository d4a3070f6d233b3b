import { DOWNLOADS } from '../../core/address.ts';
import { hrefAt } from '../../core/endpoint.ts';
import type { Grid } from '../../core/grid.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { escapeMarkdown, formatNumber, underscored } from '../../util/text.ts';
import { sourceList } from '../licence.ts';
import { extensionOf } from '../media-type.ts';
import { tableSchema } from './data-package.ts';
import { CHECKSUMS, DATA_PACKAGE, type Dataset, type Download } from './layout.ts';

/** The README of the folder, in Markdown: its files, the meaning of each field, and how to read and check them. */
export function downloadsReadme(
  { about, grid, generator }: ManifestHead,
  datasets: readonly Dataset[],
): string {
  const rows = datasets.map(({ name, count, files }) => {
    const names = files.map(({ path }) => `\`${path.slice(DOWNLOADS.length)}\``);
    return [name, formatNumber(count), names.join(', ') || 'none: too large for the host'];
  });
  const readable = datasets.filter(({ files }) => files.filter(isInExamples).length === 3);
  const [largest] = readable.sort((a, b) => b.count - a.count);
  return `# ${escapeMarkdown(about.name)}

${escapeMarkdown(about.description)}

All published records of the API at ${hrefAt(grid, { kind: 'index' })}, built by ${generator}.

## Files

${table(['collection', 'records', 'files'], rows)}

${FORMATS_TEXT}

${datasets.map((one) => datasetSection(grid, one)).join('')}## Sources

${sourceList(about.sources ?? []) || 'The API lists no sources.'}

## Reading the data

${largest ? readingExamples(largest.name) : ''}

## Checking the files

\`${CHECKSUMS}\` contains the SHA-256 of every other file of this folder:

\`\`\`sh
sha256sum -c ${CHECKSUMS}
\`\`\`
`;
}

/** Is a file one of those that `readingExamples` names: all but one format? */
const isInExamples = ({ path }: Download): boolean => extensionOf(path) !== 'geojson';

const FORMATS_TEXT = `The files of a collection contain the same records, in the order in which the API lists them, in UTF-8:

- \`.jsonl\`: JSON Lines, one record per line. Every value is as in the API.
- \`.csv\`: a line of column names, then one line per record. A field of an object has its own column, such as \`country.code\`. A list is written as JSON. An empty cell is null or an absent field; an empty text is \`""\`. A spreadsheet may read some texts as numbers, dates or formulas, so import the columns as text.
- \`.parquet\`: the same columns as the CSV, with types: whole numbers, numbers, \`true\` or \`false\`, dates and times (in UTC, in microseconds) where all values have them. A list, or values of several types, are JSON; all else is text.
- \`.geojson\`: the records with a known location, as one GeoJSON \`FeatureCollection\`.

\`${DATA_PACKAGE}\` has the type of every column of the CSV files, in the form of a Data Package (https://datapackage.org).`;

/** The section of a collection: its description and the table of its fields. */
function datasetSection(grid: Grid, dataset: Dataset): string {
  const { name, description, count } = dataset;
  const rows = tableSchema(grid, dataset).fields.map((field) => [
    code(field.name),
    field.type + (field.constraints ? '' : '; may be empty'),
    escapeMarkdown(field.description ?? ''),
  ]);
  return `## ${name}

${escapeMarkdown(description)}

${count > 0 ? table(['field', 'type', 'meaning'], rows) : 'There are no records.'}

`;
}

/** How to read a collection with other programs. */
const readingExamples = (name: string): string => `With \`jq\` and SQLite:

\`\`\`sh
head -n 1 ${name}.jsonl | jq .
jq -n '[inputs] | length' ${name}.jsonl
sqlite3 -csv :memory: '.import ${name}.csv ${underscored(name)}' 'SELECT count(*) FROM ${underscored(name)}'
\`\`\`

DuckDB and pandas (\`pandas.read_parquet\`) read the types of Parquet:

\`\`\`sql
SELECT * FROM '${name}.parquet';
\`\`\`

By default, pandas, DuckDB and R read \`0123\` in a CSV as a number, and some of them \`NA\` as a missing value. These options keep both as text:

\`\`\`python
import pandas
table = pandas.read_csv('${name}.csv', dtype=str, keep_default_na=False)
\`\`\`

\`\`\`sql
SELECT * FROM read_csv('${name}.csv', all_varchar = true, nullstr = '', allow_quoted_nulls = false);
\`\`\`

\`\`\`r
table <- read.csv("${name}.csv", colClasses = "character", na.strings = character())
\`\`\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A text as inline code in a cell of a table, where a bar would end the cell. */
const code = (text: string): string =>
  text.includes('`')
    ? escapeMarkdown(text)
    : `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``;
