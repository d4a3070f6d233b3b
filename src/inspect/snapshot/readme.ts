import type { CollectionGrid } from '../../core/grid.ts';
import { sourceList } from '../../describe/openapi/document.ts';
import { fieldsOf as schemaFields } from '../../describe/page/field.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { formatNumber } from '../../util/text.ts';
import type { Column } from './dataset.ts';
import { CHECKSUMS, datasetFile, FORMATS, SITE_FOLDER } from './layout.ts';

/**
 * The README of a snapshot, in Markdown: its files, the meaning of each field, the sources of the data,
 * how to read and how to check it.
 * @param head what the manifest of the site says of the API
 * @param columns the columns of each collection, by its name
 * @param hasSite whether the whole site is in the snapshot
 */
export function readmeOf(
  { about, grid, generator }: ManifestHead,
  columns: ReadonlyMap<string, readonly Column[]>,
  hasSite: boolean,
): string {
  const files = ({ name }: CollectionGrid) =>
    FORMATS.map((format) => `\`${datasetFile(name, format)}\``).join(', ');
  const counts = grid.collections.map((one) => [one.name, formatNumber(one.count), files(one)]);
  const fields = grid.collections.map((collection) =>
    fieldsOf(collection, columns.get(collection.name) ?? [], about),
  );
  return `# ${about.name}

${about.description}

This is an offline copy of the API at ${grid.base}/api/, built by ${generator}. It contains every published record and nothing private.

## Files

${table(['collection', 'records', 'files'], counts)}

${FORMATS_TEXT}

${hasSite ? SITE_TEXT : ''}${fields.join('')}## Sources

${sourceList(about.sources ?? []) || 'The API lists no sources.'}

## Reading the data

${examplesOf(grid.collections)}

## Checking the files

\`${CHECKSUMS}\` contains the SHA-256 of every other file. The name of this folder ends with the first digits of the SHA-256 of \`${CHECKSUMS}\`:

\`\`\`sh
sha256sum -c ${CHECKSUMS}
sha256sum ${CHECKSUMS}
\`\`\`

\`npx staticrest verify <archive>\` checks the archive from which this folder was unpacked.
`;
}

const FORMATS_TEXT = `The files of a collection contain the same records, in the order in which the API lists them, in UTF-8:

- \`.json\`: one array, with one record per line.
- \`.ndjson\`: one record per line.
- \`.csv\`: a line of column names, then one line per record. A field of an object has its own column, such as \`country.code\`. A list is written as JSON. An empty cell is null or an absent field; an empty text is \`""\`. A spreadsheet may read some texts as numbers, dates or formulas, so import the columns as text.`;

const SITE_TEXT = `\`${SITE_FOLDER}/\` contains every file of the API. To serve it on this machine, without a network: \`npx staticrest preview ${SITE_FOLDER}\`.

`;

/** The section of a collection: its description and the table of its fields. */
function fieldsOf(
  { name, count }: CollectionGrid,
  columns: readonly Column[],
  { collections }: ManifestHead['about'],
): string {
  const about = collections.find((one) => one.name === name);
  const described = schemaFields(about?.record ?? {});
  const rows = columns.map((column) => [
    code(column.name),
    typesOf(column) + (column.count < count ? '; not in every record' : ''),
    inline(described.find(({ path }) => path === column.name)?.meaning ?? ''),
    column.example === undefined ? '' : code(shortened(column.example)),
  ]);
  const fields = table(['field', 'type', 'meaning', 'example'], rows);
  return `## ${name}

${about?.description ?? ''}

${count > 0 ? fields : 'There are no records.'}

`;
}

const typesOf = ({ types }: Column): string =>
  [...types].sort((a, b) => Number(a === 'null') - Number(b === 'null')).join(' or ');

/** How many characters of an example are shown. */
const MAX_EXAMPLE = 60;

function shortened(example: unknown): string {
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  if (text.length <= MAX_EXAMPLE) return text;
  return `${[...text].slice(0, MAX_EXAMPLE - 1).join('')}…`;
}

/** How to read the largest collection with other programs. */
function examplesOf(collections: readonly CollectionGrid[]): string {
  const [{ name } = { name: '' }] = [...collections].sort((a, b) => b.count - a.count);
  const [csv, json, ndjson] = FORMATS.map((format) => datasetFile(name, format));
  return `With \`jq\` and SQLite:

\`\`\`sh
jq length ${json}
head -n 1 ${ndjson} | jq .
sqlite3 -csv :memory: '.import ${csv} ${name}' 'SELECT count(*) FROM ${name}'
\`\`\`

With Python. By default, pandas reads \`0123\` as a number and \`NA\` as a missing value. These options keep both as text:

\`\`\`python
import csv, pandas

with open('${csv}', newline='', encoding='utf-8') as file:
    records = list(csv.DictReader(file))

table = pandas.read_csv('${csv}', dtype=str, keep_default_na=False)
\`\`\``;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A text for a cell of a Markdown table, where a bar would end the cell. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** A text as inline code, within more backticks than it contains in a row. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return ticks + space + inline(text) + space + ticks;
}
