/** The rows of a table written as text: one row per line, its cells split by the separator. */
export const rowsOf = (text: string, separator = ' -> '): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(separator).map((cell) => cell.trim()));
