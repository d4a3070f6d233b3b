import { DOWNLOADS } from '../../core/address.ts';
import { hrefAt } from '../../core/endpoint.ts';
import type { ManifestHead } from '../../site/manifest.ts';
import { escapeMarkdown, formatNumber } from '../../util/text.ts';
import { sourceList } from '../licence.ts';
import { CHECKSUMS, DATA_PACKAGE, type Dataset } from './layout.ts';

/** The README of the folder, in Markdown: its files and their formats, the sources, and how to check the files. */
export function downloadsReadme(
  { about, grid, generator }: ManifestHead,
  datasets: readonly Dataset[],
): string {
  const rows = datasets.map(({ name, count, files }) => {
    const names = files.map(({ path }) => `\`${path.slice(DOWNLOADS.length)}\``);
    return `| ${name} | ${formatNumber(count)} | ${names.join(', ') || 'none: too large for the host'} |`;
  });
  return `# ${escapeMarkdown(about.name)}

${escapeMarkdown(about.description)}

All published records of the API at ${hrefAt(grid, { kind: 'index' })}, built by ${generator}.

## Files

| collection | records | files |
| --- | --- | --- |
${rows.join('\n')}

${FORMATS_TEXT}

## Sources

${sourceList(about.sources ?? []) || 'The API lists no sources.'}

## Checking the files

\`${CHECKSUMS}\` contains the SHA-256 of every other file of this folder:

\`\`\`sh
sha256sum -c ${CHECKSUMS}
\`\`\`
`;
}

const FORMATS_TEXT = `The files of a collection contain the same records, in the order in which the API lists them, in UTF-8:

- \`.jsonl\`: JSON Lines, one record per line. Every value is as in the API.
- \`.csv\`: a line of column names, then one line per record. A field of an object has its own column, such as \`country.code\`. A list is written as JSON. An empty cell is null or an absent field; an empty text is \`""\`. Spreadsheets, pandas, DuckDB and R may read texts such as \`0123\` and \`NA\` as numbers, dates, formulas or missing values, so import the columns as text.
- \`.parquet\`: the same columns as the CSV, with types: whole numbers, numbers, \`true\` or \`false\`, dates and times (in UTC, in microseconds) where all values have them. A list, or values of several types, are JSON; all else is text.
- \`.geojson\`: the records with a known location, as one GeoJSON \`FeatureCollection\`.

\`${DATA_PACKAGE}\` has the type and the meaning of every column of the CSV files, in the form of a Data Package (https://datapackage.org).`;
