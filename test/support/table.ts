/**
 * The rows of a table written as text: one row per line, its cells split by the separator. A line
 * that begins with `=>` continues the row before.
 */
export const rowsOf = (text: string, separator = ' -> '): string[][] =>
  text
    .replaceAll(/\n *=>/g, separator)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(separator).map((cell) => cell.trim()));

/** The values of a list that is written as text: several in a line, with ` | ` between them. */
export const valuesOf = (text: string): string[] =>
  text
    .split(/ \| |\n/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
